# SPDX-License-Identifier: MIT
# The warning set (STYLE 3.17), hardening of release builds, and sanitizers.
add_library(cm_warnings INTERFACE)
target_compile_options(cm_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wcast-qual
  -Wwrite-strings -Wpointer-arith -Wundef -Wvla -Wformat=2 -Wdouble-promotion
  -Wnull-dereference -Wimplicit-fallthrough
  $<$<C_COMPILER_ID:GNU>:-Wlogical-op -Wduplicated-cond -Wduplicated-branches
    -Wjump-misses-init>
  $<$<C_COMPILER_ID:Clang>:-Wcomma -Wunreachable-code
    -Wconditional-uninitialized>
  $<$<BOOL:${CM_WERROR}>:-Werror>)

if(CM_SANITIZE)
  add_compile_options(-fsanitize=${CM_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CM_SANITIZE})
elseif(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
    -fstack-protector-strong -fcf-protection)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
