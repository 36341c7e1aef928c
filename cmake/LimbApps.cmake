# What needs more than the library does: pictures (libpng, libjpeg) and the page's server (civetweb, and node to build
# the page). Each is a small library of its own that the command links; without its needs it is left out and
# the command says so.
set(limb_apps)

option(LIMB_RENDER "Build pictures: limb render" ${LIMB_COMMAND})
option(LIMB_VIEW "Build the page's server: limb view" ${LIMB_COMMAND})

if(LIMB_RENDER)
    find_package(PNG REQUIRED)
    find_package(JPEG REQUIRED)
    file(GLOB render_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/render/*.c)
    add_library(limb_render STATIC ${render_sources})
    limb_warnings(limb_render)
    target_include_directories(limb_render PRIVATE src)
    target_link_libraries(limb_render PUBLIC limb_static PRIVATE PNG::PNG JPEG::JPEG m Threads::Threads)
    list(APPEND limb_apps limb_render)
endif()

if(LIMB_VIEW)
    find_path(CIVETWEB_INCLUDE_DIR civetweb.h REQUIRED)
    find_library(CIVETWEB_LIBRARY civetweb REQUIRED)
    find_program(NODE node REQUIRED)
    find_program(NPM npm REQUIRED)
    file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
    # beside the modules, which all build folders share
    set(page_modules ${PROJECT_SOURCE_DIR}/web/node_modules/.limb)
    add_custom_command(OUTPUT ${page_modules}
        COMMAND ${NPM} ci --silent --no-progress --ignore-scripts
        COMMAND ${CMAKE_COMMAND} -E touch ${page_modules}
        DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web COMMENT "Fetching what the page is built from")
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/page_assets.c
        COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_BINARY_DIR}/page --c ${PROJECT_BINARY_DIR}/page_assets.c
        DEPENDS ${page_modules} ${page_sources} ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/index.html
        COMMENT "Building the page")
    file(GLOB serve_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/serve/*.c)
    add_library(limb_serve STATIC ${serve_sources} ${PROJECT_BINARY_DIR}/page_assets.c)
    limb_warnings(limb_serve)
    target_include_directories(limb_serve PRIVATE src ${CIVETWEB_INCLUDE_DIR})
    target_link_libraries(limb_serve PUBLIC limb_static PRIVATE ${CIVETWEB_LIBRARY} m Threads::Threads)
    list(APPEND limb_apps limb_serve)
endif()
