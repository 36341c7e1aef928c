# Headers, both libraries and the reader of YAML, a CMake package (limb::static, limb::shared, limb::limb, limb::yaml)
# and pkg-config files, all of which may be moved to another prefix.
include(CMakePackageConfigHelpers)
# pictures, the page and ROS 2 are libraries of the command alone
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/limb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    PATTERN render.h EXCLUDE PATTERN draco.h EXCLUDE PATTERN yaml.h EXCLUDE PATTERN view.h EXCLUDE PATTERN ros.h EXCLUDE)
install(TARGETS limb_static limb_shared EXPORT limb)
if(LIMB_YAML)
    install(TARGETS limb_yaml EXPORT limb)
    install(FILES ${PROJECT_SOURCE_DIR}/include/limb/xacro.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/limb)
endif()
install(EXPORT limb NAMESPACE limb:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb FILE limb-targets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/limb-config.cmake.in
    ${PROJECT_BINARY_DIR}/limb-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limb-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limb-config.cmake ${PROJECT_BINARY_DIR}/limb-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb)
file(RELATIVE_PATH limb_pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/limb.pc.in ${PROJECT_BINARY_DIR}/limb.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/limb.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(LIMB_YAML)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/limb-yaml.pc.in ${PROJECT_BINARY_DIR}/limb-yaml.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/limb-yaml.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
