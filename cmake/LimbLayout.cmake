# The rooms of src and the instruction sets, as src/layout.txt lists them.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/layout.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/src/layout.txt limb_layout REGEX "^(room|isa) ")

# the C files of all rooms that are compiled into a library
macro(limb_library_sources library result)
    set(${result})
    foreach(line IN LISTS limb_layout)
        if(line MATCHES "^room +([^ ]+) +${library}( |$)")
            file(GLOB room_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${CMAKE_MATCH_1}/*.c)
            list(APPEND ${result} ${room_sources})
        endif()
    endforeach()
endmacro()
