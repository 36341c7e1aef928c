# FCL, libccd and Bullet, for pairs.c
find_path(BENCH_FCL_INCLUDE_DIR fcl/fcl.h)
find_path(BENCH_EIGEN_INCLUDE_DIR Eigen/Core PATH_SUFFIXES eigen3)
find_path(BENCH_BULLET_INCLUDE_DIR btBulletCollisionCommon.h PATH_SUFFIXES bullet)
find_library(BENCH_FCL_LIBRARY fcl)
find_library(BENCH_CCD_LIBRARY ccd)
find_library(BENCH_BULLET_LIBRARY BulletCollision)
find_library(BENCH_BULLET_MATH_LIBRARY LinearMath)
if(BENCH_FCL_LIBRARY AND BENCH_CCD_LIBRARY AND BENCH_EIGEN_INCLUDE_DIR AND BENCH_BULLET_LIBRARY AND BENCH_BULLET_INCLUDE_DIR)
    target_sources(limb-bench PRIVATE ${CMAKE_CURRENT_LIST_DIR}/peer_collide.cpp ${CMAKE_CURRENT_LIST_DIR}/peer_bullet.cpp)
    target_compile_definitions(limb-bench PRIVATE LIMB_BENCH_FCL)
    target_include_directories(limb-bench SYSTEM PRIVATE ${BENCH_FCL_INCLUDE_DIR} ${BENCH_EIGEN_INCLUDE_DIR}
        ${BENCH_BULLET_INCLUDE_DIR})
    target_link_libraries(limb-bench PRIVATE ${BENCH_FCL_LIBRARY} ${BENCH_CCD_LIBRARY} ${BENCH_BULLET_LIBRARY}
        ${BENCH_BULLET_MATH_LIBRARY})
endif()
