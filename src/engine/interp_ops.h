/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions, part 1: values, variables, arithmetic, jumps.
 * Part 2 is interp_ops_object.h, part 3 interp_ops_call.h, and those that Lua
 * has too are in interp_ops_common.h; each is included once, inside
 * interpret(). One body a row of opcodes.def; the macros are
 * interp_loop.h's and interp.c's. No include guards on purpose. clang-format
 * takes CASE(...) for an expression, so it is off. */
/* clang-format off */

/* ---- loads and moves ---- */
CASE(LOADUNDEF):
    RA = VALUE_UNDEFINED;
    NEXT;
CASE(LOADNULL):
    RA = VALUE_NULL;
    NEXT;
CASE(LOADTDZ):
    RA = VALUE_TDZ;
    NEXT;
CASE(LOADHOLE):
    RA = VALUE_HOLE;
    NEXT;
CASE(LOADTHIS):
    if (CM_UNLIKELY(frame->this_val == VALUE_TDZ)) {
        SAVE();
        throw_no_super(vm);
        FAIL;
    }
    RA = frame->this_val;
    NEXT;
CASE(LOADCALLEE):
    RA = value_from_obj(frame->closure);
    NEXT;
CASE(LOADNEWTARGET):
    RA = frame->new_target;
    NEXT;
CASE(CHECKTDZ): {
    uint32_t k = *pc++;
    if (CM_UNLIKELY(RA == VALUE_TDZ)) {
        SAVE();
        throw_error(vm, ERR_REFERENCE,
                    "Cannot access '%S' before initialization",
                    value_str(K[k]));
        FAIL;
    }
    NEXT;
}
CASE(CHECKTHIS):
    if (CM_UNLIKELY(RA == VALUE_TDZ)) {
        SAVE();
        throw_no_super(vm);
        FAIL;
    }
    NEXT;

/* ---- variables ---- */
CASE(COPYBOX): {
    SAVE();
    Box *b = heap_alloc(&vm->heap, sizeof *b, CELL_BOX);
    if (CM_UNLIKELY(!b))
        FAIL;
    b->value = ((Box *)value_ptr(RA))->value;
    RA = value_from_cell(b);
    NEXT;
}
CASE(GETGLOBAL): {
    uint32_t ext = *pc++;
    SLOW_VALUE(slow_get_global(vm, K[ext & 0xFFFF], false));
}
CASE(TYPEOFGLOBAL): {
    uint32_t ext = *pc++;
    SLOW_VALUE(slow_get_global(vm, K[ext & 0xFFFF], true));
}
CASE(THROWCONST): {
    uint32_t k = *pc++;
    SAVE();
    throw_type(vm, "Assignment to constant variable '%S'", value_str(K[k]));
    FAIL;
}
CASE(THROWREF): {
    uint32_t k = *pc++;
    SAVE();
    throw_error(vm, ERR_REFERENCE, "%S is not defined", value_str(K[k]));
    FAIL;
}
CASE(THROWTYPE): {
    uint32_t k = *pc++;
    SAVE();
    throw_type(vm, "%S", value_str(K[k]));
    FAIL;
}
CASE(NEWSPILL): {
    SAVE();
    uint32_t n = INS_BX(i);
    ValuesCell *row = heap_values_new(&vm->heap, n);
    if (CM_UNLIKELY(!row))
        FAIL;
    for (uint32_t k = 0; k < n; k++)
        row->v[k] = VALUE_UNDEFINED;
    row->n = n;
    RA = value_from_cell(row);
    NEXT;
}
CASE(GETSPILL): {
    uint32_t k = *pc++;
    RA = ((ValuesCell *)value_ptr(RB))->v[k];
    NEXT;
}
CASE(SETSPILL): {
    uint32_t k = *pc++;
    ((ValuesCell *)value_ptr(RB))->v[k] = RA;
    NEXT;
}

/* ---- arithmetic ---- */
CASE(ADD):
    ARITH(js_add(vm, b, c), RB, RC, !cm_add_overflow(x, y, &z), x + y);
CASE(ADDI): {
    Value b = RB;
    int32_t y = (int32_t)(int8_t)INS_C(i), z;
    if (CM_LIKELY(value_is_int(b)) &&
        CM_LIKELY(!cm_add_overflow(value_to_int(b), y, &z))) {
        RA = value_int(z);
        NEXT;
    }
    if (value_is_number(b)) {
        RA = value_double(value_num(b) + (double)y);
        NEXT;
    }
    SLOW_VALUE(js_add(vm, b, value_int(y)));
}
CASE(ADDK):
    ARITH(js_add(vm, b, c), RB, KC, !cm_add_overflow(x, y, &z), x + y);
CASE(KADD):
    SLOW_VALUE(js_add(vm, KC, RB));
CASE(SUB):
    ARITH(js_arith(vm, OP_SUB, b, c), RB, RC, !cm_sub_overflow(x, y, &z),
          x - y);
CASE(SUBK):
    ARITH(js_arith(vm, OP_SUB, b, c), RB, KC, !cm_sub_overflow(x, y, &z),
          x - y);
#define MUL_INT (!cm_mul_overflow(x, y, &z) && (z != 0 || (x | y) >= 0))
CASE(MUL):
    ARITH(js_arith(vm, OP_MUL, b, c), RB, RC, MUL_INT, x *y);
CASE(MULK):
    ARITH(js_arith(vm, OP_MUL, b, c), RB, KC, MUL_INT, x *y);
#undef MUL_INT
    /* An exact quotient of integers stays an integer: it is often an index. */
#define DIV_INT (y > 0 && (z = x / y, z * y == x))
CASE(DIV):
    ARITH(js_arith(vm, OP_DIV, b, c), RB, RC, DIV_INT, x / y);
CASE(DIVK):
    ARITH(js_arith(vm, OP_DIV, b, c), RB, KC, DIV_INT, x / y);
#undef DIV_INT
    /* A zero with a negative dividend is -0, a double. */
#define MOD_INT (y > 0 && ((z = x % y) != 0 || x >= 0))
CASE(MOD):
    ARITH(js_arith(vm, OP_MOD, b, c), RB, RC, MOD_INT, js_mod(x, y));
CASE(MODK):
    ARITH(js_arith(vm, OP_MOD, b, c), RB, KC, MOD_INT, js_mod(x, y));
#undef MOD_INT
CASE(POW): {
    Value b = RB, c = RC;
    if (BOTH_NUMBER(b, c)) {
        RA = value_number(js_pow(value_num(b), value_num(c)));
        NEXT;
    }
    SLOW_VALUE(js_arith(vm, OP_POW, b, c));
}
CASE(BAND):
    BITOP(OP_BAND, RB, RC, value_int((int32_t)(x & y)));
CASE(BOR):
    BITOP(OP_BOR, RB, RC, value_int((int32_t)(x | y)));
CASE(BXOR):
    BITOP(OP_BXOR, RB, RC, value_int((int32_t)(x ^ y)));
CASE(SHL):
    BITOP(OP_SHL, RB, RC, value_int((int32_t)(x << (y & 31))));
CASE(SHR):
    BITOP(OP_SHR, RB, RC, value_int((int32_t)x >> (y & 31)));
CASE(USHR):
    BITOP(OP_USHR, RB, RC, value_uint32(x >> (y & 31)));
CASE(BANDK):
    BITOP(OP_BAND, RB, KC, value_int((int32_t)(x & y)));
CASE(BORK):
    BITOP(OP_BOR, RB, KC, value_int((int32_t)(x | y)));
CASE(BXORK):
    BITOP(OP_BXOR, RB, KC, value_int((int32_t)(x ^ y)));
CASE(SHLK):
    BITOP(OP_SHL, RB, KC, value_int((int32_t)(x << (y & 31))));
CASE(SHRK):
    BITOP(OP_SHR, RB, KC, value_int((int32_t)x >> (y & 31)));
CASE(USHRK):
    BITOP(OP_USHR, RB, KC, value_uint32(x >> (y & 31)));
CASE(NEG): {
    Value b = RB;
    if (value_is_int(b) && value_to_int(b) != 0 &&
        value_to_int(b) != INT32_MIN) {
        RA = value_int(-value_to_int(b));
        NEXT;
    }
    if (value_is_number(b)) {
        RA = value_double(-value_num(b));
        NEXT;
    }
    SLOW_VALUE(js_negate(vm, b));
}
CASE(BNOT): {
    Value b = RB;
    if (value_is_int(b)) {
        RA = value_int(~value_to_int(b));
        NEXT;
    }
    SLOW_VALUE(js_bit_not(vm, b));
}
CASE(NOT):
    RA = value_bool(!truthy(RB));
    NEXT;
CASE(PLUS): {
    Value b = RB;
    if (value_is_number(b)) {
        RA = b;
        NEXT;
    }
    double d;
    SAVE();
    if (CM_UNLIKELY(!to_number(vm, b, &d)))
        FAIL;
    RA = value_number(d);
    NEXT;
}
CASE(NUMERIC): {
    Value b = RB;
    if (value_is_number(b)) {
        RA = b;
        NEXT;
    }
    SLOW_VALUE(to_numeric(vm, b));
}
CASE(INC): {
    Value b = RB;
    if (CM_LIKELY(value_is_int(b) && value_to_int(b) != INT32_MAX)) {
        RA = value_int(value_to_int(b) + 1);
        NEXT;
    }
    if (value_is_number(b)) {
        RA = value_double(value_num(b) + 1.0);
        NEXT;
    }
    SLOW_VALUE(slow_increment(vm, b, 1));
}
CASE(DEC): {
    Value b = RB;
    if (CM_LIKELY(value_is_int(b) && value_to_int(b) != INT32_MIN)) {
        RA = value_int(value_to_int(b) - 1);
        NEXT;
    }
    if (value_is_number(b)) {
        RA = value_double(value_num(b) - 1.0);
        NEXT;
    }
    SLOW_VALUE(slow_increment(vm, b, -1));
}
CASE(TYPEOF):
    RA = value_from_str(type_of(vm, RB));
    NEXT;
CASE(CONCAT):
    SLOW_VALUE(slow_concat(vm, &RB, INS_C(i)));
CASE(TOSTRING): {
    Value b = RB;
    if (value_is_string(b)) {
        RA = b;
        NEXT;
    }
    SAVE();
    Str *s = to_string(vm, b);
    if (CM_UNLIKELY(!s))
        FAIL;
    RA = value_from_str(s);
    NEXT;
}
CASE(TOKEY): {
    SAVE();
    PropKey key;
    if (CM_UNLIKELY(!to_key(vm, RB, &key)))
        FAIL;
    RA = key_is_index(key) ? value_uint32(key_to_index(key)) : key;
    NEXT;
}

/* ---- comparisons ---- */
CASE(EQ):
CASE(NE): {
    Value b = RB, c = RC;
    LOOSE_EQUAL(b, c)
    RA = value_bool(t == (INS_OP(i) == OP_EQ));
    NEXT;
}
CASE(SEQ):
    RA = value_bool(strict_fast(vm, RB, RC));
    NEXT;
CASE(SNE):
    RA = value_bool(!strict_fast(vm, RB, RC));
    NEXT;
CASE(LT):
    ORDER_VALUE(<, LESS);
CASE(LE):
    ORDER_VALUE(<=, LESS_EQUAL);
CASE(GT):
    ORDER_VALUE(>, GREATER);
CASE(GE):
    ORDER_VALUE(>=, GREATER_EQUAL);
CASE(INSTANCEOF): {
    SAVE();
    Tri t = instance_of(vm, RB, RC);
    if (CM_UNLIKELY(t == TRI_THROWN))
        FAIL;
    RA = value_bool(t == TRI_TRUE);
    NEXT;
}
CASE(IN): {
    SAVE();
    Tri t = slow_in(vm, RB, RC);
    if (CM_UNLIKELY(t == TRI_THROWN))
        FAIL;
    RA = value_bool(t == TRI_TRUE);
    NEXT;
}
CASE(PRIVATEIN): {
    pc++;
    SLOW_VALUE(slow_private(vm, OP_PRIVATEIN, RC, RB, VALUE_UNDEFINED));
}

/* ---- jumps ---- */
CASE(LOOP): {
    int32_t off = (int32_t)*pc++;
    pc += off;
    CHARGE(-off);
    NEXT;
}
CASE(JT):
    JUMP_IF(truthy(RA));
CASE(JF):
    JUMP_IF(!truthy(RA));
CASE(JTL):
    LOOP_IF(truthy(RA));
CASE(JFL):
    LOOP_IF(!truthy(RA));
CASE(JNULLISH):
    JUMP_IF(value_is_nullish(RA));
CASE(JNNULLISH):
    JUMP_IF(!value_is_nullish(RA));
CASE(JUNDEF):
    JUMP_IF(RA == VALUE_UNDEFINED);
CASE(JNUNDEF):
    JUMP_IF(RA != VALUE_UNDEFINED);
CASE(JGT):
    ORDER_JUMP(true, RB, >, GREATER);
CASE(JNGT):
    ORDER_JUMP(false, RB, >, GREATER);
CASE(JGE):
    ORDER_JUMP(true, RB, >=, GREATER_EQUAL);
CASE(JNGE):
    ORDER_JUMP(false, RB, >=, GREATER_EQUAL);
CASE(JEQ):
CASE(JNE): {
    Value b = RA, c = RB;
    int32_t off = (int32_t)*pc++;
    LOOSE_EQUAL(b, c)
    if (t == (INS_OP(i) == OP_JEQ))
        pc += off;
    NEXT;
}
CASE(JSEQ):
    JUMP_IF(strict_fast(vm, RA, RB));
CASE(JSNE):
    JUMP_IF(!strict_fast(vm, RA, RB));
CASE(JSEQK):
    JUMP_IF(strict_fast(vm, RA, KBX));
CASE(JSNEK):
    JUMP_IF(!strict_fast(vm, RA, KBX));
CASE(JLTL):
    ORDER_LOOP(RB, <, LESS);
CASE(JLEL):
    ORDER_LOOP(RB, <=, LESS_EQUAL);
CASE(JGTL):
    ORDER_LOOP(RB, >, GREATER);
CASE(JGEL):
    ORDER_LOOP(RB, >=, GREATER_EQUAL);
CASE(JSNEL):
    LOOP_IF(!strict_fast(vm, RA, RB));
CASE(JLTKL):
    ORDER_LOOP(KBX, <, LESS);
CASE(JLEKL):
    ORDER_LOOP(KBX, <=, LESS_EQUAL);
CASE(JGTKL):
    ORDER_LOOP(KBX, >, GREATER);
CASE(JGEKL):
    ORDER_LOOP(KBX, >=, GREATER_EQUAL);
CASE(JSNEKL):
    LOOP_IF(!strict_fast(vm, RA, KBX));
CASE(SWITCHI):
    JUMP_IF(RA == value_int(INS_BX(i)));
