# Headers, both libraries, a CMake package (limb::static, limb::shared) and a pkg-config file.
include(CMakePackageConfigHelpers)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/limb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS limb_static limb_shared EXPORT limb)
install(EXPORT limb NAMESPACE limb:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb FILE limb-targets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/limb-config.cmake.in
    ${PROJECT_BINARY_DIR}/limb-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limb-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limb-config.cmake ${PROJECT_BINARY_DIR}/limb-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limb)
configure_file(${PROJECT_SOURCE_DIR}/cmake/limb.pc.in ${PROJECT_BINARY_DIR}/limb.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/limb.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
