# Draco: what its encoder writes is read back here.
if(LIMB_DRACO)
    limb_test(test_draco_peer ${CMAKE_CURRENT_LIST_DIR}/test_draco_peer.cpp ${DRACO_LIBRARY})
    set_target_properties(test_draco_peer PROPERTIES CXX_STANDARD 17)
    target_include_directories(test_draco_peer SYSTEM PRIVATE ${DRACO_INCLUDE_DIR})
endif()
