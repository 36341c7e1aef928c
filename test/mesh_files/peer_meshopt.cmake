# meshoptimizer, the reference encoder of EXT_meshopt_compression: what it writes is read back here.
find_path(MESHOPT_INCLUDE_DIR meshoptimizer.h)
find_library(MESHOPT_LIBRARY meshoptimizer)
if(NOT MESHOPT_INCLUDE_DIR OR NOT MESHOPT_LIBRARY)
    message(FATAL_ERROR "the tests need libmeshoptimizer-dev; see tools/install_deps.sh")
endif()
limb_test(test_meshopt_peer ${CMAKE_CURRENT_LIST_DIR}/test_meshopt_peer.cpp ${MESHOPT_LIBRARY})
target_include_directories(test_meshopt_peer SYSTEM PRIVATE ${MESHOPT_INCLUDE_DIR})
