# The Python module: _limb, an extension over the static library, beside python/limb in <build>/python, and a wheel
# of both by the target python_wheel. Built for Debian's Python where there is one.
if(EXISTS /usr/bin/python3 AND NOT Python3_EXECUTABLE)
    set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.c)
file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/limb/*)
Python3_add_library(limb_python MODULE WITH_SOABI ${python_sources})
limb_warnings(limb_python)
# CPython's macros convert and cast more than our own code may
target_compile_options(limb_python PRIVATE -Wno-pedantic -Wno-cast-qual -Wno-sign-conversion -Wno-conversion
    -Wno-missing-field-initializers)
set_target_properties(limb_python PROPERTIES OUTPUT_NAME _limb C_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/limb)
# the wheel brings libraries along (tools/make_wheel.py); in this form of the entry they find each other there, too
set_target_properties(limb_python PROPERTIES BUILD_RPATH "$ORIGIN/lib")
target_link_options(limb_python PRIVATE -Wl,--disable-new-dtags)
target_link_libraries(limb_python PRIVATE limb_render limb_static ${limb_private_libraries})
if(TARGET limb_yaml)
    target_link_libraries(limb_python PRIVATE limb_yaml)
    target_compile_definitions(limb_python PRIVATE LIMB_PYTHON_YAML)
endif()
if(TARGET limb_serve)
    target_link_libraries(limb_python PRIVATE limb_serve)
    target_compile_definitions(limb_python PRIVATE LIMB_PYTHON_PAGE)
endif()
add_custom_target(limb_python_files ALL
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/python/limb
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${python_files} ${PROJECT_BINARY_DIR}/python/limb)
add_custom_target(python_wheel
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/make_wheel.py ${PROJECT_BINARY_DIR}/python ${PROJECT_VERSION}
    DEPENDS limb_python limb_python_files VERBATIM)
