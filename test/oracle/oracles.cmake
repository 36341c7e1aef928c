# Oracles: programs from the Python package index. test/oracle/judge_*.py are tests, each with one of them as judge;
# heavy_*.py those whose judge is large, run by `ctest -C heavy` (make oracles). The tests `oracles` and
# `oracles_heavy` make the environments under build/ that they run in.
if(NOT TARGET limb_python OR NOT EXISTS /usr/bin/python3)
    return()
endif()

# one test per script; the environment first, which is a failure with its reason when it cannot be made
function(limb_oracles setup folder timeout scripts)
    foreach(script IN LISTS scripts)
        get_filename_component(stem ${script} NAME_WE)
        add_test(NAME ${stem} ${ARGN} COMMAND ${PROJECT_SOURCE_DIR}/build/${folder}/bin/python -B ${script})
        set_tests_properties(${stem} PROPERTIES FIXTURES_REQUIRED ${setup} TIMEOUT ${timeout} LABELS oracle
            ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python;LIMB=$<TARGET_FILE:limb_command>")
    endforeach()
endfunction()

file(GLOB judges CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/judge_*.py)
add_test(NAME oracles COMMAND /usr/bin/python3 -B ${PROJECT_SOURCE_DIR}/tools/oracles.py)
set_tests_properties(oracles PROPERTIES FIXTURES_SETUP oracles TIMEOUT 1800 LABELS oracle)
limb_oracles(oracles oracles 900 "${judges}")

file(GLOB heavy_judges CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/heavy_*.py)
add_test(NAME oracles_heavy CONFIGURATIONS heavy COMMAND /usr/bin/python3 -B ${PROJECT_SOURCE_DIR}/tools/oracles.py heavy)
set_tests_properties(oracles_heavy PROPERTIES FIXTURES_SETUP oracles_heavy TIMEOUT 3600 LABELS oracle)
limb_oracles(oracles_heavy oracles-heavy 1800 "${heavy_judges}" CONFIGURATIONS heavy)
