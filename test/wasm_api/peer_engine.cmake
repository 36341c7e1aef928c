# what the engine's numbers are compared with, by check_engine.sh
add_executable(portable_numbers ${CMAKE_CURRENT_LIST_DIR}/portable_numbers.c)
limb_warnings(portable_numbers)
target_link_libraries(portable_numbers PRIVATE limb_static ${limb_private_libraries})
