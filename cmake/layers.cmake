# SPDX-License-Identifier: MIT
# cm_layer(NAME DIR... LINK other-layers...): one static library of all .c files
# in the folders. The arrows between layers are checked by tools/check-layers.
function(cm_layer name)
  cmake_parse_arguments(L "" "" "DIRS;LINK" ${ARGN})
  set(sources)
  foreach(dir IN LISTS L_DIRS)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.c)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_library(cmi_${name} STATIC ${sources})
  target_include_directories(cmi_${name} PUBLIC
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(cmi_${name} PRIVATE _POSIX_C_SOURCE=200809L
    CM_BUILDING=1
    $<$<BOOL:${CM_GC_STRESS}>:CM_GC_STRESS=1>
    $<$<BOOL:${CM_SWITCH_VM}>:CM_SWITCH_VM=1>)
  target_link_libraries(cmi_${name} PRIVATE cm_warnings)
  foreach(other IN LISTS L_LINK)
    if(TARGET cmi_${other})
      target_link_libraries(cmi_${name} PUBLIC cmi_${other})
    elseif(NOT other STREQUAL "regexp") # a layer that has no files yet
      target_link_libraries(cmi_${name} PUBLIC ${other})
    endif()
  endforeach()
endfunction()

# cm_test(NAME FILE LINK...): one cmocka executable and one ctest entry a file.
function(cm_test name file)
  add_executable(${name} ${file})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L
    $<$<BOOL:${CM_GC_STRESS}>:CM_GC_STRESS=1>
    CM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # gcc follows NULL through cmocka's assertions, which it cannot know to end.
  set_source_files_properties(${file} PROPERTIES
    COMPILE_OPTIONS -Wno-null-dereference)
  target_link_libraries(${name} PRIVATE cm_warnings ${ARGN} cmocka)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# Every tests/DIR/*_test.c becomes DIR.NAME, linked with the given libraries.
function(cm_test_folder dir)
  file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*_test.c)
  foreach(file IN LISTS found)
    get_filename_component(stem ${file} NAME_WE)
    string(REGEX REPLACE "_test$" "" stem ${stem})
    cm_test(${dir}.${stem} ${file} ${ARGN})
  endforeach()
endfunction()
