# The JSON reader held to cJSON and to Python's json: what is accepted and what is read.
limb_test(test_json_cjson ${CMAKE_CURRENT_LIST_DIR}/json_compare.c ${CJSON_LIBRARY})
target_include_directories(test_json_cjson PRIVATE ${CJSON_INCLUDE_DIR})

find_program(PYTHON3 python3 REQUIRED)
add_executable(json_echo ${CMAKE_CURRENT_LIST_DIR}/json_echo.c)
limb_warnings(json_echo)
target_link_libraries(json_echo PRIVATE limb_harness limb_static ${limb_private_libraries})
add_test(NAME test_json_python COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/json_python.py $<TARGET_FILE:json_echo>)
set_tests_properties(test_json_python PROPERTIES TIMEOUT 600 LABELS peer)
