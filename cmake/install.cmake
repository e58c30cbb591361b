# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. Everything finds itself relative to its own
# place, so that --prefix and DESTDIR need no new configuration, and an
# installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(FILES include/codemode.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS codemode_static codemode_shared EXPORT codemode
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET codemode)
  install(TARGETS codemode RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/codemode.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
# the guides; ARCHITECTURE.md and reliability.md speak of the source tree
file(GLOB guides CONFIGURE_DEPENDS docs/*.md)
list(FILTER guides EXCLUDE REGEX "/(ARCHITECTURE|reliability)\\.md$")
install(FILES LICENSE CHANGELOG.md ${guides}
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
# the guides quote the examples and name them
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN CMakeLists.txt EXCLUDE PATTERN __pycache__ EXCLUDE)

# pkg-config. The prefix is found from the place of the file, unless the
# folders do not lie below a prefix.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(CM_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
  set(CM_PC_LIBDIR ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up ${up})
  set(CM_PC_PREFIX "\${pcfiledir}/${up}")
  set(CM_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(CM_PC_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(CM_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
get_property(libs GLOBAL PROPERTY CM_LIBRARY_LIBS)
list(TRANSFORM libs PREPEND "-l")
list(JOIN libs " " CM_PC_LIBS_PRIVATE)
configure_file(cmake/codemode.pc.in codemode.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/codemode.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# find_package(codemode)
set(CM_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/codemode)
install(EXPORT codemode NAMESPACE codemode:: FILE codemodeTargets.cmake
  DESTINATION ${CM_PACKAGE_DIR})
configure_package_config_file(cmake/codemodeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/codemodeConfig.cmake
  INSTALL_DESTINATION ${CM_PACKAGE_DIR}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/codemodeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/codemodeConfig.cmake
  ${PROJECT_BINARY_DIR}/codemodeConfigVersion.cmake
  DESTINATION ${CM_PACKAGE_DIR})
