/* SPDX-License-Identifier: MIT */
/* sort and toSorted of typed arrays; ECMA-262 23.2.3.29, 23.2.3.33.
 *
 * Without a comparator: radix sort by bytes, least significant first, over the
 * elements themselves, changed to unsigned integers of the same order on the
 * way (the sign of integers flipped; of floats too, negative ones inverted
 * altogether, NaNs made one and the last). With one: the merge sort of Array
 * over the values. */
#include "js/builtins/bytes_internal.h"

#include "js/builtins/array_internal.h"

/* ---- by number ---- */

typedef enum Order {
    ORDER_UNSIGNED,
    ORDER_SIGNED,
    ORDER_FLOAT
} Order;

static Order order_of(ElementKind kind)
{
    switch (kind) {
    case ELEMENT_INT8:
    case ELEMENT_INT16:
    case ELEMENT_INT32:
    case ELEMENT_BIGINT64:
        return ORDER_SIGNED;
    case ELEMENT_FLOAT16:
    case ELEMENT_FLOAT32:
    case ELEMENT_FLOAT64:
        return ORDER_FLOAT;
    default:
        return ORDER_UNSIGNED;
    }
}

/* Bits of infinity: what is above them, sign apart, is a NaN. */
static uint64_t infinity_bits(uint32_t size)
{
    return size == 2   ? UINT64_C(0x7C00)
           : size == 4 ? UINT64_C(0x7F800000)
                       : UINT64_C(0x7FF0000000000000);
}

static uint64_t key_of(uint64_t x, Order order, uint32_t size)
{
    uint64_t sign = UINT64_C(1) << (size * 8 - 1);
    if (order == ORDER_UNSIGNED)
        return x;
    if (order == ORDER_SIGNED)
        return x ^ sign;
    if ((x & ~sign) > infinity_bits(size))
        x &= ~sign;
    return x & sign ? ~x : x ^ sign;
}

static uint64_t of_key(uint64_t x, Order order, uint32_t size)
{
    uint64_t sign = UINT64_C(1) << (size * 8 - 1);
    if (order == ORDER_UNSIGNED)
        return x;
    if (order == ORDER_SIGNED)
        return x ^ sign;
    return x & sign ? x ^ sign : ~x;
}

/* False, as below: the execution has to end, the elements are of no use. */
static bool convert_all(VM *vm, unsigned char *bytes, uint32_t n, uint32_t size,
                        Order order,
                        uint64_t (*convert)(uint64_t, Order, uint32_t))
{
    uint32_t turns = 0;
    if (order == ORDER_UNSIGNED)
        return true;
    for (uint32_t i = 0; i < n; i++, bytes += size) {
        if (!vm_in_time(vm, &turns))
            return false;
        uint64_t x = 0; /* little-endian: the low bytes come first */
        memcpy(&x, bytes, size);
        x = convert(x, order, size);
        memcpy(bytes, &x, size);
    }
    return true;
}

/* One pass by byte number `at` of each element. */
static bool radix_pass(VM *vm, unsigned char *to, const unsigned char *from,
                       uint32_t n, uint32_t size, uint32_t at)
{
    uint32_t start[256] = { 0 }, sum = 0, turns = 0;
    for (uint32_t i = 0; i < n; i++) {
        start[from[(size_t)i * size + at]]++;
        if (!vm_in_time(vm, &turns))
            return false;
    }
    for (int i = 0; i < 256; i++) {
        uint32_t count = start[i];
        start[i] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < n; i++, from += size) {
        memcpy(to + (size_t)start[from[at]]++ * size, from, size);
        if (!vm_in_time(vm, &turns))
            return false;
    }
    return true;
}

static bool sort_bytes(VM *vm, ViewObj *v, uint32_t n)
{
    uint32_t size = element_size(view_kind(v));
    Order order = order_of(view_kind(v));
    if (n < 2)
        return true;
    RawCell *other = vm_charge(vm, (uint64_t)n * size)
                         ? heap_raw_new(&vm->heap, (size_t)n * size)
                         : NULL;
    if (!other)
        return false;
    unsigned char *a = view_at_element(v, 0), *b = other->bytes;
    if (!convert_all(vm, a, n, size, order, key_of))
        return false;
    for (uint32_t at = 0; at < size; at++) {
        if (!radix_pass(vm, b, a, n, size, at))
            return false;
        unsigned char *swap = a;
        a = b;
        b = swap;
    }
    if (size == 1 && !meter_copy(vm, b, a, n))
        return false;
    heap_release(&vm->heap, other);
    return convert_all(vm, view_at_element(v, 0), n, size, order, of_key);
}

/* ---- with a comparator ---- */

static ValuesCell *values_of(VM *vm, const ViewObj *v, uint32_t n)
{
    ValuesCell *cell = vm_charge(vm, n) ? heap_values_new(&vm->heap, n) : NULL;
    for (uint32_t i = 0; cell && i < n; i++) {
        Value item = cm__typed_get(vm, v, i);
        if (item == VALUE_THROWN)
            return NULL;
        cell->v[cell->n++] = item;
    }
    return cell;
}

static bool check_comparator(VM *vm, Value comparator)
{
    if (comparator == VALUE_UNDEFINED || value_is_callable(comparator))
        return true;
    throw_type(vm, "The comparator of the sort is not a function");
    return false;
}

static Step sort_by_comparator(VM *vm, NativeFrame *f, const ViewObj *source,
                               uint32_t n)
{
    if (f->pc == 0) {
        ValuesCell *items = values_of(vm, source, n);
        if (!items || !cm__sort_start(vm, f, items))
            return STEP_THROW;
    }
    return cm__sort_on(vm, f);
}

static Step write_sorted(VM *vm, NativeFrame *f, ViewObj *to)
{
    const ValuesCell *sorted = cm__sort_result(f);
    for (uint32_t i = 0; i < sorted->n; i++)
        if (!vm_charge(vm, 1) || !typed_array_set(vm, to, i, sorted->v[i]))
            return STEP_THROW;
    return native_return(f, value_from_obj(to));
}

static Step typed_sort(VM *vm, NativeFrame *f)
{
    ViewObj *v = value_typed(f->call.this_val);
    uint32_t n = 0;
    if (f->pc == 0) {
        if (!check_comparator(vm, f->call.args[0]) ||
            !cm__typed_writable(vm, f->call.this_val, &n))
            return STEP_THROW;
        if (f->call.args[0] == VALUE_UNDEFINED)
            return sort_bytes(vm, v, n) ? native_return(f, f->call.this_val)
                                        : STEP_THROW;
    }
    Step s = sort_by_comparator(vm, f, v, n);
    return s == STEP_RETURN ? write_sorted(vm, f, v) : s;
}

static Step typed_to_sorted(VM *vm, NativeFrame *f)
{
    ViewObj *v = value_typed(f->call.this_val);
    uint32_t n = 0;
    if (f->pc == 0) {
        if (!check_comparator(vm, f->call.args[0]) ||
            !cm__typed_valid(vm, f->call.this_val, &n))
            return STEP_THROW;
        if (f->call.args[0] == VALUE_UNDEFINED) {
            ViewObj *out = cm__typed_make(vm, view_kind(v), n);
            if (!out || !cm__typed_copy(vm, out, 0, v, 0, n) ||
                !sort_bytes(vm, out, n))
                return STEP_THROW;
            return native_return(f, value_from_obj(out));
        }
    }
    Step s = sort_by_comparator(vm, f, v, n);
    if (s != STEP_RETURN)
        return s;
    ViewObj *out = cm__typed_make(vm, view_kind(v), cm__sort_result(f)->n);
    return out ? write_sorted(vm, f, out) : STEP_THROW;
}

static const NativeSpec rows[] = {
    { .name = "sort",
      .step = typed_sort,
      .length = 1,
      .min_args = 1,
      .n_regs = CM_SORT_REGS },
    { .name = "toSorted",
      .step = typed_to_sorted,
      .length = 1,
      .min_args = 1,
      .n_regs = CM_SORT_REGS },
};

void cm__install_typed_sort(RealmBuilder *b)
{
    realm_functions(b, b->realm->typed_array_proto, rows, CM_ARRAY_LEN(rows));
}
