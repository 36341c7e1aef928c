# orocos-KDL, with its URDF parser: poses, Jacobians and torques of real robots must agree with it.
find_path(KDL_INCLUDE_DIR kdl/tree.hpp)
find_path(KDL_PARSER_INCLUDE_DIR kdl_parser/kdl_parser.hpp)
find_path(KDL_EIGEN_INCLUDE_DIR Eigen/Core PATH_SUFFIXES eigen3)
find_library(KDL_LIBRARY orocos-kdl)
find_library(KDL_PARSER_LIBRARY kdl_parser)
if(NOT KDL_INCLUDE_DIR OR NOT KDL_PARSER_INCLUDE_DIR OR NOT KDL_EIGEN_INCLUDE_DIR OR NOT KDL_LIBRARY OR NOT KDL_PARSER_LIBRARY)
    message(FATAL_ERROR "the tests need liborocos-kdl-dev and libkdl-parser-dev; see tools/install_deps.sh")
endif()
find_library(URDFDOM_MODEL_LIBRARY urdfdom_model)
find_library(CONSOLE_BRIDGE_LIBRARY console_bridge)
limb_test(test_motion_kdl ${CMAKE_CURRENT_LIST_DIR}/kdl_compare.cpp ${KDL_PARSER_LIBRARY} ${KDL_LIBRARY}
    ${URDFDOM_MODEL_LIBRARY} ${CONSOLE_BRIDGE_LIBRARY})
target_include_directories(test_motion_kdl SYSTEM PRIVATE ${KDL_INCLUDE_DIR} ${KDL_PARSER_INCLUDE_DIR} ${KDL_EIGEN_INCLUDE_DIR})
