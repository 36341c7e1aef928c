# What needs more than the library does: pictures (libpng, libjpeg), the page's server (node to build
# the page) and ROS 2 (Cyclone DDS, and zstd, LZ4 and zlib for recordings). Each is a small library of its own
# that the command links. What it needs must be there, or it is switched off (-DLIMB_VIEW=OFF), and then its commands say so.
set(limb_apps)

# limb.wasm and limb-xacro.wasm, the engine of the npm package and of the page, from a build of its own with its own compiler
option(LIMB_ENGINE "Build the engine for WebAssembly, which limb view needs" ${LIMB_COMMAND})
if(LIMB_ENGINE)
    # one for all build folders, since nothing of theirs changes it
    set(limb_wasm ${PROJECT_SOURCE_DIR}/build-wasm/limb.wasm ${PROJECT_SOURCE_DIR}/build-wasm/limb-xacro.wasm)
    file(GLOB_RECURSE wasm_inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/src/*.inc ${PROJECT_SOURCE_DIR}/src/*.def
        ${PROJECT_SOURCE_DIR}/include/limb/*)
    # warnings are errors where we test, never for a user
    set(wasm_werror OFF)
    if(LIMB_TESTS)
        set(wasm_werror ON)
    endif()
    add_custom_command(OUTPUT ${limb_wasm}
        COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${PROJECT_SOURCE_DIR}/build-wasm -G Ninja -DCMAKE_BUILD_TYPE=Release
            "-DCMAKE_C_FLAGS_RELEASE=-O2 -DNDEBUG" -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/wasm.cmake -DLIMB_WERROR=${wasm_werror} --log-level=WARNING
        COMMAND ${CMAKE_COMMAND} --build ${PROJECT_SOURCE_DIR}/build-wasm
        COMMAND ${CMAKE_COMMAND} -E touch ${limb_wasm}
        DEPENDS ${limb_sources} ${PROJECT_SOURCE_DIR}/src/services/wasm_api/engine_urdf.c ${wasm_inputs} ${PROJECT_SOURCE_DIR}/cmake/LimbWasm.cmake ${PROJECT_SOURCE_DIR}/cmake/wasm.cmake
        COMMENT "Building the engine for WebAssembly" USES_TERMINAL)
    add_custom_target(limb_wasm DEPENDS ${limb_wasm})
    if(LIMB_TESTS)
        set_target_properties(limb_wasm PROPERTIES EXCLUDE_FROM_ALL OFF)
    endif()
endif()

# the reader for xacro.load_yaml; installed, since programs that expand xacro may want it, too
option(LIMB_YAML "Build limb::yaml, which reads YAML files for xacro and needs libyaml" ${LIMB_COMMAND})
if(LIMB_YAML)
    find_path(YAML_INCLUDE_DIR yaml.h REQUIRED)
    find_library(YAML_LIBRARY yaml REQUIRED)
    add_library(limb_yaml STATIC ${PROJECT_SOURCE_DIR}/src/documents/xacro/yaml_read.c)
    set_target_properties(limb_yaml PROPERTIES OUTPUT_NAME limb-yaml EXPORT_NAME yaml)
    limb_warnings(limb_yaml)
    limb_harden(limb_yaml)
    target_include_directories(limb_yaml PRIVATE ${YAML_INCLUDE_DIR} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    # an installed package names the library, not its place on the machine that built it
    target_link_libraries(limb_yaml PRIVATE $<BUILD_INTERFACE:${YAML_LIBRARY}> $<INSTALL_INTERFACE:yaml>)
    add_library(limb::yaml ALIAS limb_yaml)
    list(APPEND limb_apps limb_yaml)
endif()

find_path(DRACO_INCLUDE_DIR draco/compression/decode.h)
find_library(DRACO_LIBRARY draco)
set(limb_draco_found OFF)
if(DRACO_INCLUDE_DIR AND DRACO_LIBRARY)
    set(limb_draco_found ${LIMB_COMMAND})
endif()
option(LIMB_DRACO "Read glTF meshes compressed by Draco, which needs libdraco" ${limb_draco_found})
if(LIMB_DRACO)
    enable_language(CXX)
    add_library(limb_draco STATIC ${PROJECT_SOURCE_DIR}/src/geometry/gltf/draco.cpp)
    set_target_properties(limb_draco PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
    limb_warnings(limb_draco)
    limb_harden(limb_draco)
    target_include_directories(limb_draco SYSTEM PRIVATE ${DRACO_INCLUDE_DIR})
    if(LIMB_SANITIZE MATCHES "undefined")
        # these checks need the sanitizer's run time for C++, which a command in C does not link
        target_compile_options(limb_draco PRIVATE -fno-sanitize=vptr,function)
    endif()
    target_link_libraries(limb_draco PUBLIC limb_static PRIVATE ${DRACO_LIBRARY})
    list(APPEND limb_apps limb_draco)
endif()

option(LIMB_RENDER "Build pictures: limb render" ${LIMB_COMMAND})
option(LIMB_VIEW "Build the page's server: limb view" ${LIMB_COMMAND})
option(LIMB_ROS "Build the ROS 2 node: limb publish, topics, echo, play" ${LIMB_COMMAND})

if(LIMB_RENDER)
    limb_library_sources(limb-render render_sources)
    if(WIN32)
        # Debian has neither library for Windows: textures are not read there
        find_package(ZLIB REQUIRED)
        list(FILTER render_sources EXCLUDE REGEX "/image\\.c$")
        set(limb_picture_libraries ZLIB::ZLIB)
    else()
        find_package(PNG REQUIRED)
        find_package(JPEG REQUIRED)
        list(FILTER render_sources EXCLUDE REGEX "/image_zlib\\.c$")
        set(limb_picture_libraries PNG::PNG JPEG::JPEG)
    endif()
    add_library(limb_render STATIC ${render_sources})
    limb_warnings(limb_render)
    limb_harden(limb_render)
    target_include_directories(limb_render PRIVATE src)
    target_link_libraries(limb_render PUBLIC limb_static PRIVATE ${limb_picture_libraries} m Threads::Threads)
    list(APPEND limb_apps limb_render)
endif()

if(LIMB_VIEW AND NOT LIMB_ENGINE)
    message(FATAL_ERROR "LIMB_VIEW needs LIMB_ENGINE: the page computes with it")
endif()
if(LIMB_VIEW)
    find_package(ZLIB REQUIRED)
    find_program(NODE node REQUIRED)
    find_program(NPM npm REQUIRED)
    file(GLOB page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/* ${PROJECT_SOURCE_DIR}/web/src/*/* ${PROJECT_SOURCE_DIR}/web/engine/src/*)
    # what the page is built from, and with what its tests and the npm package need; the marks lie beside the modules, which
    # all build folders share
    set(modules ${PROJECT_SOURCE_DIR}/web/node_modules)
    set(fetch ${NPM} ci --silent --no-progress --ignore-scripts)
    add_custom_command(OUTPUT ${modules}/.limb-page
        COMMAND ${fetch} --omit=dev
        COMMAND ${CMAKE_COMMAND} -E touch ${modules}/.limb-page
        DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web COMMENT "Fetching what the page is built from")
    add_custom_command(OUTPUT ${modules}/.limb-all
        COMMAND ${fetch}
        COMMAND ${CMAKE_COMMAND} -E touch ${modules}/.limb-all ${modules}/.limb-page
        DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web COMMENT "Fetching what the page is built from and tested with")
    add_custom_target(all_modules DEPENDS ${modules}/.limb-all)
    set(page_modules ${modules}/.limb-page)
    if(LIMB_TESTS)
        set(page_modules ${modules}/.limb-all)
    endif()
    add_custom_target(page_modules DEPENDS ${page_modules})
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/page_assets.c
        COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_BINARY_DIR}/page --c ${PROJECT_BINARY_DIR}/page_assets.c --wasm ${PROJECT_SOURCE_DIR}/build-wasm/limb-xacro.wasm
        DEPENDS ${page_modules} ${page_sources} ${limb_wasm} ${PROJECT_SOURCE_DIR}/src/output/appearance/appearance.def ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/index.html
        COMMENT "Building the page")
    limb_library_sources(limb-serve serve_sources)
    add_library(limb_serve STATIC ${serve_sources} ${PROJECT_BINARY_DIR}/page_assets.c)
    limb_warnings(limb_serve)
    limb_harden(limb_serve)
    target_include_directories(limb_serve PRIVATE src)
    target_link_libraries(limb_serve PUBLIC limb_static PRIVATE ZLIB::ZLIB m Threads::Threads)
    list(APPEND limb_apps limb_serve)
endif()

if(LIMB_ROS)
    find_package(CycloneDDS REQUIRED)
    find_program(IDLC idlc REQUIRED)
    find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)
    find_library(ZSTD_LIBRARY zstd REQUIRED)
    find_path(LZ4_INCLUDE_DIR lz4frame.h REQUIRED)
    find_library(LZ4_LIBRARY lz4 REQUIRED)
    find_package(ZLIB REQUIRED)
    # the messages' C types and encoding
    set(ros_generated ${PROJECT_BINARY_DIR}/ros)
    file(MAKE_DIRECTORY ${ros_generated})
    add_custom_command(OUTPUT ${ros_generated}/messages.c ${ros_generated}/messages.h
        COMMAND ${IDLC} -t -l c -o ${ros_generated} ${PROJECT_SOURCE_DIR}/src/services/ros/messages.idl
        DEPENDS ${PROJECT_SOURCE_DIR}/src/services/ros/messages.idl COMMENT "Compiling the ROS 2 messages")
    limb_library_sources(limb-ros ros_sources)
    add_library(limb_ros STATIC ${ros_sources} ${ros_generated}/messages.c ${ros_generated}/messages.h)
    limb_warnings(limb_ros)
    limb_harden(limb_ros)
    # the headers of Cyclone DDS need it
    set_target_properties(limb_ros PROPERTIES C_EXTENSIONS ON)
    # what idlc writes is not ours to fix
    set_source_files_properties(${ros_generated}/messages.c PROPERTIES COMPILE_OPTIONS "-w")
    target_include_directories(limb_ros PRIVATE src ${ZSTD_INCLUDE_DIR} ${LZ4_INCLUDE_DIR})
    target_include_directories(limb_ros SYSTEM PUBLIC ${ros_generated})
    target_link_libraries(limb_ros PUBLIC limb_static PRIVATE CycloneDDS::ddsc ${ZSTD_LIBRARY}
        ${LZ4_LIBRARY} ZLIB::ZLIB m Threads::Threads)
    list(APPEND limb_apps limb_ros)
endif()

# The command loads these when they are used, from a folder of their own (cli/frame/module.c); the tests link the libraries
set(limb_modules_default OFF)
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND (LIMB_DRACO OR LIMB_RENDER OR LIMB_VIEW OR LIMB_ROS))
    set(limb_modules_default ${LIMB_COMMAND})
endif()
option(LIMB_MODULES "Load pictures, the page, ROS 2 and Draco when they are used, rather than link them into limb"
    ${limb_modules_default})
set(limb_modules)
if(LIMB_MODULES)
    foreach(app IN ITEMS limb_draco limb_render limb_serve limb_ros)
        if(NOT TARGET ${app})
            continue()
        endif()
        string(REPLACE "_" "-" name ${app})
        set(language C)
        if(app STREQUAL limb_draco)
            set(language CXX)
        endif()
        add_library(${app}_module MODULE $<TARGET_OBJECTS:${app}>)
        set_target_properties(${app}_module PROPERTIES PREFIX "" OUTPUT_NAME ${name} LINKER_LANGUAGE ${language}
            LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/module.map)
        # the objects are there already; what is left of the library is what it needs
        target_link_libraries(${app}_module PRIVATE ${app} limb_static ${limb_private_libraries})
        target_link_options(${app}_module PRIVATE -Wl,--undefined=limb_version,-Bsymbolic
            -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/module.map)
        limb_harden_link(${app}_module)
        list(APPEND limb_modules ${app}_module)
    endforeach()
endif()
