# assimp, the mesh loader of RViz: triangles, bounds, area, volume, colors and pictures must agree.
find_path(ASSIMP_INCLUDE_DIR assimp/scene.h)
find_library(ASSIMP_LIBRARY assimp)
if(NOT ASSIMP_INCLUDE_DIR OR NOT ASSIMP_LIBRARY)
    message(FATAL_ERROR "the tests need libassimp-dev; see tools/install_deps.sh")
endif()
limb_test(test_mesh_assimp ${CMAKE_CURRENT_LIST_DIR}/test_mesh_assimp.cpp ${ASSIMP_LIBRARY})
target_include_directories(test_mesh_assimp SYSTEM PRIVATE ${ASSIMP_INCLUDE_DIR})
