# urdfdom, the parser of ROS: what it makes of a file is what limb_target_urdfdom must say.
find_path(URDFDOM_INCLUDE_DIR urdf_parser/urdf_parser.h)
find_library(URDFDOM_MODEL_LIBRARY urdfdom_model)
find_library(CONSOLE_BRIDGE_LIBRARY console_bridge)
find_library(TINYXML_LIBRARY tinyxml)
if(NOT URDFDOM_INCLUDE_DIR OR NOT URDFDOM_MODEL_LIBRARY OR NOT CONSOLE_BRIDGE_LIBRARY OR NOT TINYXML_LIBRARY)
    message(FATAL_ERROR "the tests need liburdfdom-dev, libtinyxml-dev and libconsole-bridge-dev; see tools/install_deps.sh")
endif()
limb_test(test_target_urdfdom ${CMAKE_CURRENT_LIST_DIR}/test_target_urdfdom.cpp
    ${URDFDOM_MODEL_LIBRARY} ${CONSOLE_BRIDGE_LIBRARY} ${TINYXML_LIBRARY})
target_sources(test_target_urdfdom PRIVATE ${CMAKE_CURRENT_LIST_DIR}/mutate.cpp)
target_include_directories(test_target_urdfdom SYSTEM PRIVATE ${URDFDOM_INCLUDE_DIR})
