# SPDX-License-Identifier: MIT
# cm_library(LAYERS layer... LIBS library...): the shipped library of those
# layers, as the targets codemode_shared and codemode_static; LIBS is what both
# link besides libc. The names that codemode.h marks with CM_API are all that
# either shows.
#
# In the shared one the visibility of symbols sees to that. For the static one
# all objects are joined into one (ld -r), where the hidden names become local
# (objcopy): a host may have functions of any other name. Builds with
# sanitizers, coverage or link-time optimisation, and compilers and systems
# where this is not known to work, keep a plain archive; CM_STATIC_IS_JOINED
# tells the tests.
set(CM_STATIC_IS_JOINED OFF)
if(CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang)$" AND CMAKE_OBJCOPY
    AND UNIX AND NOT APPLE AND NOT CM_SANITIZE AND NOT CM_FUZZ
    AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION
    AND NOT CMAKE_C_FLAGS MATCHES "--coverage|-fprofile|-flto|-fsanitize")
  set(CM_STATIC_IS_JOINED ON)
endif()

# Sets ret_object to the file that joins the objects.
function(cm_join_objects ret_object)
  set(joined ${CMAKE_CURRENT_BINARY_DIR}/codemode_joined${CMAKE_C_OUTPUT_EXTENSION})
  set(list ${CMAKE_CURRENT_BINARY_DIR}/codemode_objects.txt)
  # one name a line and quoted: a command line cannot hold them all
  file(GENERATE OUTPUT ${list} CONTENT "\"$<JOIN:${ARGN},\"\n\">\"\n")
  add_custom_command(OUTPUT ${joined}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${joined} @${list}
    # clang's table of address-taken symbols does not survive the joining
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden --remove-section=.llvm_addrsig
      ${joined}
    DEPENDS ${ARGN} ${list}
    COMMENT "Joining the objects of libcodemode.a" VERBATIM)
  set(${ret_object} ${joined} PARENT_SCOPE)
endfunction()

function(cm_library)
  cmake_parse_arguments(L "" "" "LAYERS;LIBS" ${ARGN})
  set(objects)
  foreach(layer IN LISTS L_LAYERS)
    if(TARGET cmi_${layer})
      list(APPEND objects $<TARGET_OBJECTS:cmi_${layer}>)
    endif()
  endforeach()

  add_library(codemode_shared SHARED ${objects})
  target_link_libraries(codemode_shared PRIVATE ${L_LIBS})
  # Before version 1 the minor version is part of the soname, since another
  # minor version may break the ABI.
  set_target_properties(codemode_shared PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    EXPORT_NAME shared)
  if(NOT CM_SANITIZE AND NOT APPLE)
    target_link_options(codemode_shared PRIVATE -Wl,--no-undefined)
  endif()

  if(CM_STATIC_IS_JOINED)
    cm_join_objects(objects ${objects})
  endif()
  add_library(codemode_static STATIC ${objects})
  target_link_libraries(codemode_static PUBLIC ${L_LIBS})
  set_target_properties(codemode_static PROPERTIES EXPORT_NAME static)

  foreach(lib codemode_static codemode_shared)
    set_target_properties(${lib} PROPERTIES OUTPUT_NAME codemode
      LINKER_LANGUAGE C)
    target_include_directories(${lib} PUBLIC
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  endforeach()
  # what static users link, for codemode.pc
  set_property(GLOBAL PROPERTY CM_LIBRARY_LIBS ${L_LIBS})
endfunction()
