/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions; included once, inside interpret(). One body a
 * row of opcodes.def, in its order; the macros are interp.c's. No include guard
 * on purpose. clang-format takes CASE(...) for an expression, so it is off. */
/* clang-format off */

/* ---- loads and moves ---- */
CASE(NOP):
    NEXT;
CASE(MOVE):
    RA = RB;
    NEXT;
CASE(LOADK):
    RA = KBX;
    NEXT;
CASE(LOADKX):
    RA = K[*pc++];
    NEXT;
CASE(LOADI):
    RA = value_int(INS_SBX(i));
    NEXT;
CASE(LOADUNDEF):
    RA = VALUE_UNDEFINED;
    NEXT;
CASE(LOADNULL):
    RA = VALUE_NULL;
    NEXT;
CASE(LOADTRUE):
    RA = VALUE_TRUE;
    NEXT;
CASE(LOADFALSE):
    RA = VALUE_FALSE;
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
        throw_error(vm, ERR_REFERENCE,
                    "Must call super constructor in derived class before "
                    "accessing 'this' or returning");
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
        throw_error(vm, ERR_REFERENCE,
                    "Must call super constructor in derived class before "
                    "accessing 'this' or returning");
        FAIL;
    }
    NEXT;

/* ---- variables ---- */
CASE(GETUPVAL):
    RA = frame->closure->upvalues[INS_BX(i)];
    NEXT;
CASE(GETUPBOX):
    RA = ((Box *)value_ptr(frame->closure->upvalues[INS_BX(i)]))->value;
    NEXT;
CASE(SETUPBOX):
    ((Box *)value_ptr(frame->closure->upvalues[INS_BX(i)]))->value = RA;
    NEXT;
CASE(NEWBOX): {
    SAVE();
    Box *b = heap_alloc(&vm->heap, sizeof *b, CELL_BOX);
    if (CM_UNLIKELY(!b))
        FAIL;
    b->value = RB;
    RA = value_from_cell(b);
    NEXT;
}
CASE(COPYBOX): {
    SAVE();
    Box *b = heap_alloc(&vm->heap, sizeof *b, CELL_BOX);
    if (CM_UNLIKELY(!b))
        FAIL;
    b->value = ((Box *)value_ptr(RA))->value;
    RA = value_from_cell(b);
    NEXT;
}
CASE(GETBOX):
    RA = ((Box *)value_ptr(RB))->value;
    NEXT;
CASE(SETBOX):
    ((Box *)value_ptr(RA))->value = RB;
    NEXT;
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
#define DIV_INT                                                                \
    (y > 0 && (z = x / y, (int64_t)z * y == x) && (x != 0 || y > 0))
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
    bool t;
    if (b == c && !value_is_double(b)) {
        t = true;
    } else {
        SAVE();
        Tri r = loose_equal(vm, b, c);
        if (CM_UNLIKELY(r == TRI_THROWN))
            FAIL;
        t = r == TRI_TRUE;
    }
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
CASE(JMP):
    pc += (int32_t)*pc + 1;
    NEXT;
CASE(LOOP): {
    int32_t off = (int32_t)*pc++;
    pc += off;
    CHARGE(-off);
    NEXT;
}
CASE(JT):
    FUSED_TRUE(truthy(RA));
CASE(JF):
    FUSED_TRUE(!truthy(RA));
CASE(JTL): {
    int32_t off = (int32_t)*pc++;
    if (truthy(RA)) {
        pc += off;
        CHARGE(-off);
    }
    NEXT;
}
CASE(JFL): {
    int32_t off = (int32_t)*pc++;
    if (!truthy(RA)) {
        pc += off;
        CHARGE(-off);
    }
    NEXT;
}
CASE(JNULLISH):
    FUSED_TRUE(value_is_nullish(RA));
CASE(JNNULLISH):
    FUSED_TRUE(!value_is_nullish(RA));
CASE(JUNDEF):
    FUSED_TRUE(RA == VALUE_UNDEFINED);
CASE(JNUNDEF):
    FUSED_TRUE(RA != VALUE_UNDEFINED);
CASE(JLT):
    ORDER_JUMP(true, RB, <, LESS);
CASE(JNLT):
    ORDER_JUMP(false, RB, <, LESS);
CASE(JLE):
    ORDER_JUMP(true, RB, <=, LESS_EQUAL);
CASE(JNLE):
    ORDER_JUMP(false, RB, <=, LESS_EQUAL);
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
    bool t;
    if (b == c && !value_is_double(b)) {
        t = true;
    } else {
        SAVE();
        Tri r = loose_equal(vm, b, c);
        if (CM_UNLIKELY(r == TRI_THROWN))
            FAIL;
        t = r == TRI_TRUE;
    }
    if (t == (INS_OP(i) == OP_JEQ))
        pc += off;
    NEXT;
}
CASE(JSEQ):
    FUSED_TRUE(strict_fast(vm, RA, RB));
CASE(JSNE):
    FUSED_TRUE(!strict_fast(vm, RA, RB));
CASE(JLTK):
    ORDER_JUMP(true, KBX, <, LESS);
CASE(JNLTK):
    ORDER_JUMP(false, KBX, <, LESS);
CASE(JLEK):
    ORDER_JUMP(true, KBX, <=, LESS_EQUAL);
CASE(JNLEK):
    ORDER_JUMP(false, KBX, <=, LESS_EQUAL);
CASE(JGTK):
    ORDER_JUMP(true, KBX, >, GREATER);
CASE(JNGTK):
    ORDER_JUMP(false, KBX, >, GREATER);
CASE(JGEK):
    ORDER_JUMP(true, KBX, >=, GREATER_EQUAL);
CASE(JNGEK):
    ORDER_JUMP(false, KBX, >=, GREATER_EQUAL);
CASE(JSEQK):
    FUSED_TRUE(strict_fast(vm, RA, KBX));
CASE(JSNEK):
    FUSED_TRUE(!strict_fast(vm, RA, KBX));
CASE(JLTL):
    ORDER_LOOP(RB, <, LESS);
CASE(JLEL):
    ORDER_LOOP(RB, <=, LESS_EQUAL);
CASE(JGTL):
    ORDER_LOOP(RB, >, GREATER);
CASE(JGEL):
    ORDER_LOOP(RB, >=, GREATER_EQUAL);
CASE(JSNEL): {
    int32_t off = (int32_t)*pc++;
    if (!strict_fast(vm, RA, RB)) {
        pc += off;
        CHARGE(-off);
    }
    NEXT;
}
CASE(JLTKL):
    ORDER_LOOP(KBX, <, LESS);
CASE(JLEKL):
    ORDER_LOOP(KBX, <=, LESS_EQUAL);
CASE(JGTKL):
    ORDER_LOOP(KBX, >, GREATER);
CASE(JGEKL):
    ORDER_LOOP(KBX, >=, GREATER_EQUAL);
CASE(JSNEKL): {
    int32_t off = (int32_t)*pc++;
    if (!strict_fast(vm, RA, KBX)) {
        pc += off;
        CHARGE(-off);
    }
    NEXT;
}
CASE(SWITCHI):
    FUSED_TRUE(RA == value_int(INS_BX(i)));

/* ---- properties ---- */
CASE(GETFIELD): {
    Value b = RB;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    Obj *o;
    if (CM_LIKELY(value_is_object(b)))
        o = value_obj(b);
    else if (value_is_string(b))
        o = vm->realm->string_proto;
    else
        goto get_field_slow;
    if (CM_LIKELY(o->shape == ic->shape)) {
        if (!ic->u.holder) {
            RA = *ic_place(o, ic->slot);
            NEXT;
        }
        if (ic->epoch == vm->proto_epoch) {
            RA = *ic_place(ic->u.holder, ic->slot);
            NEXT;
        }
    }
get_field_slow:
    SAVE();
    cs = &RA;
    result = slow_get_field(vm, b, K[ext & 0xFFFF], ic);
    goto property_result;
}
CASE(GETLENGTH): {
    Value b = RB;
    uint32_t ext = *pc++;
    if (value_is_array(b)) {
        RA = value_uint32(((Array *)(void *)value_obj(b))->length);
        NEXT;
    }
    if (value_is_string(b)) {
        RA = value_int((int32_t)value_str(b)->len);
        NEXT;
    }
    SAVE();
    cs = &RA;
    result = slow_get_field(vm, b, K[ext & 0xFFFF], &ics[ext >> 16]);
    goto property_result;
}
CASE(SETFIELD): {
    Value a = RA;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    if (CM_LIKELY(value_is_object(a))) {
        Obj *o = value_obj(a);
        if (CM_LIKELY(o->shape == ic->shape)) {
            if (!ic->u.next) {
                *ic_place(o, ic->slot) = RB;
                NEXT;
            }
            if (ic->epoch == vm->proto_epoch) {
                uint32_t at = ic->slot & ~IC_OUT_OF_LINE;
                if (!(ic->slot & IC_OUT_OF_LINE)) {
                    *(Value *)(void *)((char *)o + at) = RB;
                    o->shape = ic->u.next;
                    NEXT;
                }
                if (o->slots && at < o->slots->cap) {
                    o->slots->v[at] = RB;
                    o->slots->n = at + 1;
                    o->shape = ic->u.next;
                    NEXT;
                }
            }
        }
    }
    SAVE();
    if (CM_UNLIKELY(!slow_set_field(vm, a, K[ext & 0xFFFF], RB, ic)))
        FAIL;
    goto property_set;
}
CASE(GETELEM): {
    Value b = RB, c = RC;
    if (CM_LIKELY(value_is_int(c) && value_is_object(b))) {
        Obj *o = value_obj(b);
        ValuesCell *e = o->elements.dense;
        if (CM_LIKELY(!(o->hd.flags & OBJ_SPARSE) && e &&
                      (uint32_t)c < e->n)) {
            Value v = e->v[(uint32_t)c];
            if (CM_LIKELY(v != VALUE_HOLE)) {
                RA = v;
                NEXT;
            }
        }
    }
    SAVE();
    cs = &RA;
    result = slow_get_elem(vm, b, c);
    goto property_result;
}
CASE(SETELEM): {
    Value a = RA, b = RB;
    if (CM_LIKELY(value_is_int(b) && value_is_object(a))) {
        Obj *o = value_obj(a);
        ValuesCell *e = o->elements.dense;
        if (CM_LIKELY(!(o->hd.flags & (OBJ_SPARSE | OBJ_ELEMS_FROZEN)) && e &&
                      (uint32_t)b < e->n &&
                      e->v[(uint32_t)b] != VALUE_HOLE)) {
            e->v[(uint32_t)b] = RC;
            NEXT;
        }
    }
    SAVE();
    if (CM_UNLIKELY(!slow_set_elem(vm, a, b, RC)))
        FAIL;
    goto property_set;
}
CASE(GETELEMI): {
    Value b = RB;
    uint32_t at = INS_C(i);
    if (CM_LIKELY(value_is_object(b))) {
        Value v = obj_element_fast(value_obj(b), at);
        if (CM_LIKELY(v != VALUE_ABSENT)) {
            RA = v;
            NEXT;
        }
    }
    SAVE();
    cs = &RA;
    result = slow_get_elem(vm, b, value_int((int32_t)at));
    goto property_result;
}
CASE(GETMETHOD): {
    Value b = RB;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    Obj *o;
    (&RA)[1] = b;
    if (CM_LIKELY(value_is_object(b)))
        o = value_obj(b);
    else if (value_is_string(b))
        o = vm->realm->string_proto;
    else
        goto get_method_slow;
    if (CM_LIKELY(o->shape == ic->shape)) {
        if (!ic->u.holder) {
            RA = *ic_place(o, ic->slot);
            NEXT;
        }
        if (ic->epoch == vm->proto_epoch) {
            RA = *ic_place(ic->u.holder, ic->slot);
            NEXT;
        }
    }
get_method_slow:
    SAVE();
    cs = &RA;
    result = slow_get_field(vm, b, K[ext & 0xFFFF], ic);
    goto property_result;
}
CASE(GETMETHODE): {
    Value b = RB, c = RC;
    (&RA)[1] = b;
    SAVE();
    cs = &RA;
    result = slow_get_elem(vm, b, c);
}
property_result: /* `result` goes to *cs, or a getter is to be called */
    if (CM_UNLIKELY(result == VALUE_THROWN))
        FAIL;
    if (CM_LIKELY(result != VALUE_CALL)) {
        *cs = result;
        NEXT;
    }
    {
        Value *at = call_scratch(frame);
        at[0] = vm->accessor;
        at[1] = vm->accessor_this;
        if (CM_UNLIKELY(call_slots(vm, at, 0, cs, VALUE_UNDEFINED) ==
                        CALL_FAILED))
            FAIL;
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    }
property_set: /* a write has been done, or a setter is to be called */
    if (CM_LIKELY(!vm->call_setter))
        NEXT;
    {
        Value *at = call_scratch(frame);
        at[0] = vm->accessor;
        at[1] = vm->accessor_this;
        at[2] = vm->accessor_arg;
        vm->call_setter = false;
        if (CM_UNLIKELY(call_slots(vm, at, 1, &vm->discard, VALUE_UNDEFINED) ==
                        CALL_FAILED))
            FAIL;
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    }
CASE(DELFIELD): {
    uint32_t k = *pc++;
    SLOW_VALUE(slow_delete(vm, RB, K[k]));
}
CASE(DELELEM):
    SLOW_VALUE(slow_delete(vm, RB, RC));
CASE(GETSUPER):
    SLOW_VALUE(slow_get_super(vm, frame->closure->home, RB, RC));
CASE(SETSUPER):
    SLOW_BOOL(slow_set_super(vm, frame->closure->home, RA, RB, RC));
CASE(GETPRIVATE): {
    pc++;
    SLOW_VALUE(slow_private(vm, OP_GETPRIVATE, RB, RC, VALUE_UNDEFINED));
}
CASE(SETPRIVATE): {
    pc++;
    SLOW_BOOL(slow_private(vm, OP_SETPRIVATE, RA, RB, RC) != VALUE_THROWN);
}
CASE(DEFPRIVATE):
    SLOW_BOOL(slow_private(vm, OP_DEFPRIVATE, RA, RB, RC) != VALUE_THROWN);

/* ---- literals ---- */
CASE(NEWOBJ): {
    SAVE();
    Obj *o = obj_new_plain(vm);
    if (CM_UNLIKELY(!o))
        FAIL;
    RA = value_from_obj(o);
    NEXT;
}
CASE(NEWOBJLIT): {
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    const LiteralKeys *lit =
        &frame->closure->proto->literals[ext & 0xFFFF];
    Shape *shape = ic->shape;
    if (CM_LIKELY(shape)) {
        Obj *o = heap_alloc(&vm->heap,
                            sizeof(Obj) + lit->n * sizeof(Value), CELL_OBJECT);
        if (CM_LIKELY(o)) {
            o->hd.aux = CLASS_PLAIN;
            o->shape = shape;
            o->slots = NULL;
            o->elements.dense = NULL;
            Value *to = obj_inline(o);
            const Value *from = &RB;
            for (uint32_t k = 0; k < lit->n; k++)
                to[k] = from[k];
            RA = value_from_obj(o);
            NEXT;
        }
        SAVE();
        FAIL;
    }
    SLOW_VALUE(slow_new_literal(vm, lit, &RB, ic));
}
CASE(NEWARRAY): {
    SLOW_VALUE(slow_new_array(vm, &RB, INS_C(i)));
}
CASE(ARRAYPUSH): {
    SAVE();
    if (CM_UNLIKELY(!slow_array_push(vm, RA, &RB, INS_C(i))))
        FAIL;
    NEXT;
}
CASE(ARRAYSPREAD): {
    /* R[B..B+3]: the iteration state of R[B] and its values. */
    Value *r = &RB;
    SAVE();
    if (!frame->reenter) {
        Value v = r[0];
        IterResult o = iter_loop_open(vm, r, v, &result);
        if (o == ITER_THROWN)
            FAIL;
        if (o == ITER_CALL) {
            cs = call_scratch(frame);
            cs[0] = result;
            cs[1] = v;
            r[2] = ITER_OPENING;
            pc -= op_words[OP_ARRAYSPREAD];
            frame->reenter = 1;
            goto iterator_call;
        }
        frame->reenter = 1;
    } else if (r[2] == ITER_OPENING && !iter_loop_opened(vm, r)) {
        FAIL;
    }
    for (;;) {
        /* Room first: a value that was read cannot be given back. */
        Value v;
        if (!slow_array_room(vm, RA) || !vm_charge(vm, 1))
            FAIL;
        IterResult n = iter_loop_next(vm, r, &v);
        if (n == ITER_VALUE) {
            if (!slow_array_push(vm, RA, &v, 1))
                FAIL;
            continue;
        }
        if (n == ITER_DONE)
            break;
        if (n == ITER_THROWN)
            FAIL;
        cs = call_scratch(frame);
        cs[0] = r[1];
        cs[1] = r[0];
        pc -= op_words[OP_ARRAYSPREAD];
        goto iterator_call;
    }
    r[0] = r[1] = r[2] = VALUE_UNDEFINED;
    frame->reenter = 0;
    NEXT;
}
CASE(DEFFIELD): {
    uint32_t k = *pc++;
    SLOW_BOOL(slow_define(vm, OP_DEFFIELD, RA, K[k], RB));
}
CASE(DEFELEM):
    SLOW_BOOL(slow_define(vm, OP_DEFELEM, RA, RB, RC));
CASE(DEFMETHOD):
    SLOW_BOOL(slow_define(vm, OP_DEFMETHOD, RA, RB, RC));
CASE(DEFGETTER):
    SLOW_BOOL(slow_define(vm, OP_DEFGETTER, RA, RB, RC));
CASE(DEFSETTER):
    SLOW_BOOL(slow_define(vm, OP_DEFSETTER, RA, RB, RC));
CASE(DEFGETTERM):
    SLOW_BOOL(slow_define(vm, OP_DEFGETTERM, RA, RB, RC));
CASE(DEFSETTERM):
    SLOW_BOOL(slow_define(vm, OP_DEFSETTERM, RA, RB, RC));
CASE(SETPROTO): {
    Value b = RB;
    if (value_is_object(b) || value_is_null(b)) {
        SAVE();
        if (!obj_set_proto_unchecked(vm, value_obj(RA),
                                     value_is_null(b) ? NULL : value_obj(b)))
            FAIL;
    }
    NEXT;
}
CASE(COPYPROPS):
    SLOW_BOOL(slow_copy_props(vm, value_obj(RA), RB, NULL));
CASE(COPYREST):
    SLOW_VALUE(slow_copy_rest(vm, RB, (Array *)(void *)value_obj(RC)));
CASE(SETNAME):
    SLOW_BOOL(slow_set_name(vm, RA, RB, INS_C(i)));
CASE(SETHOME):
    ((Closure *)(void *)value_obj(RA))->home = RB;
    NEXT;
CASE(REGEXP): {
    uint32_t k = *pc++;
    SLOW_VALUE(slow_regexp(vm, KBX, K[k]));
}
CASE(TEMPLATEOBJ): {
    uint32_t ext = *pc++;
    SLOW_VALUE(slow_template(vm, frame->closure->proto, ext & 0xFFFF,
                             &ics[ext >> 16]));
}

/* ---- functions and calls ---- */
CASE(CLOSUREX):
    argc = *pc++;
    goto make_closure;
CASE(CLOSURE):
    argc = INS_BX(i);
make_closure: {
    SAVE();
    const FuncProto *p = frame->closure->proto->protos[argc];
    Closure *c = closure_new(vm, p);
    if (CM_UNLIKELY(!c))
        FAIL;
    for (uint32_t k = 0; k < p->n_upvalues; k++) {
        UpvalueDesc u = p->upvalues[k];
        if (CM_LIKELY(u.from == UPVALUE_REGISTER))
            c->upvalues[k] = R[u.index];
        else if (u.from == UPVALUE_OUTER)
            c->upvalues[k] = frame->closure->upvalues[u.index];
        else
            c->upvalues[k] = ((ValuesCell *)value_ptr(R[u.row]))->v[u.index];
    }
    if (p->flags & FUNC_ARROW)
        arrow_bind(c, frame);
    RA = value_from_obj(c);
    NEXT;
}
CASE(CALLU): /* a call without receiver */
    (&RA)[1] = VALUE_UNDEFINED;
    cs = &RA;
    goto call;
CASE(CALL):
    cs = &RA;
call: {
    argc = INS_B(i);
    frame->pc = pc;
    const Closure *cl = push_simple(vm, frame, cs, argc, cs);
    if (CM_LIKELY(cl != NULL))
        ENTER(cl);
    new_target = VALUE_UNDEFINED;
    goto do_call;
}
CASE(CALLSPREAD): {
    SAVE();
    CallResult c = call_array(vm, &RA, (Array *)(void *)value_obj((&RA)[2]),
                              &RA, VALUE_UNDEFINED);
    if (CM_UNLIKELY(c == CALL_FAILED))
        FAIL;
    if (c == CALL_DONE)
        NEXT;
    goto reload;
}
CASE(NEW):
    cs = &RA;
    argc = INS_B(i);
    new_target = cs[0];
    goto do_call;
CASE(NEWSPREAD): {
    SAVE();
    CallResult c = call_array(vm, &RA, (Array *)(void *)value_obj((&RA)[2]),
                              &RA, RA);
    if (CM_UNLIKELY(c == CALL_FAILED))
        FAIL;
    if (c == CALL_DONE)
        NEXT;
    goto reload;
}
CASE(SUPERCALL):
CASE(SUPERSPREAD):
    SAVE();
    cs = &RA;
    cs[0] = slow_super_ctor(vm, frame->closure);
    if (cs[0] == VALUE_THROWN) {
        cs[0] = VALUE_UNDEFINED;
        FAIL;
    }
    new_target = frame->new_target;
    if (INS_OP(i) == OP_SUPERCALL) {
        argc = INS_B(i);
        goto do_call;
    } else {
        CallResult c = call_array(vm, cs, (Array *)(void *)value_obj(cs[2]),
                                  cs, new_target);
        if (CM_UNLIKELY(c == CALL_FAILED))
            FAIL;
        if (c == CALL_DONE)
            NEXT;
        goto reload;
    }
CASE(BINDSUPER):
    SAVE();
    if (frame->this_val != VALUE_TDZ) {
        throw_error(vm, ERR_REFERENCE, "Super constructor may only be called "
                                       "once");
        FAIL;
    }
    frame->this_val = RA;
    NEXT;
CASE(TAILCALL):
    cm_unreachable();
CASE(CALLRESULT): {
    Value f = RA;
    if (value_is_class(f, CLASS_FUNCTION) &&
        !(((Closure *)(void *)value_obj(f))->proto->flags & FUNC_CLASS)) {
        cs = call_scratch(frame);
        cs[0] = f;
        cs[1] = VALUE_UNDEFINED;
        argc = 0;
        new_target = VALUE_UNDEFINED;
        goto do_call;
    }
    NEXT;
}
CASE(RETURN):
    frame->pc = pc;
    vm->code_ran = false;
    result = RA;
    goto return_;
CASE(RETUNDEF):
    frame->pc = pc;
    vm->code_ran = false;
    result = VALUE_UNDEFINED;
    goto return_;
CASE(REST): {
    SAVE();
    uint32_t from = INS_BX(i);
    uint32_t n = frame->argc > from ? frame->argc - from : 0;
    Array *a = array_from_values(vm, frame->args + from, n);
    if (CM_UNLIKELY(!a))
        FAIL;
    RA = value_from_obj(a);
    NEXT;
}
CASE(ARGUMENTS):
    SLOW_VALUE(slow_arguments(vm, frame));
CASE(ENTER):
    NEXT;

/* ---- iteration ---- */
CASE(ITEROPEN): {
    /* Re-entered with the iterator in R[A] after Symbol.iterator was called. */
    Value *r = &RA;
    Value b = RB;
    SAVE();
    if (frame->reenter) {
        if (!iter_loop_opened(vm, r))
            FAIL;
        frame->reenter = 0;
        NEXT;
    }
    switch (iter_loop_open(vm, r, b, &result)) {
    case ITER_CALL:
        cs = call_scratch(frame);
        cs[0] = result;
        cs[1] = b;
        r[2] = ITER_OPENING;
        pc -= op_words[OP_ITEROPEN];
        frame->reenter = 1;
        goto iterator_call;
    case ITER_THROWN:
        FAIL;
    default:
        NEXT;
    }
}
CASE(ITERNEXT): {
    Value *r = &RA;
    int32_t off = (int32_t)*pc++;
    if (CM_LIKELY(r[2] == ITER_ARRAY)) {
        Array *a = (Array *)(void *)value_obj(r[0]);
        uint32_t at = (uint32_t)r[1];
        ValuesCell *e = a->obj.elements.dense;
        if (CM_LIKELY(!(a->obj.hd.flags & OBJ_SPARSE) && e && at < e->n &&
                      e->v[at] != VALUE_HOLE)) {
            r[1] = key_index(at + 1);
            r[3] = e->v[at];
            NEXT;
        }
    }
    SAVE();
    switch (iter_loop_next(vm, r, &r[3])) {
    case ITER_VALUE:
        NEXT;
    case ITER_DONE:
        pc += off;
        NEXT;
    case ITER_THROWN:
        FAIL;
    case ITER_CALL:
        cs = call_scratch(frame);
        cs[0] = r[1];
        cs[1] = r[0];
        pc -= op_words[OP_ITERNEXT];
        goto iterator_call;
    }
    cm_unreachable();
}
CASE(ITERSTEP): {
    Value *r = &RA;
    Value v = VALUE_UNDEFINED;
    SAVE();
    switch (iter_loop_next(vm, r, &v)) {
    case ITER_VALUE:
        RB = v;
        NEXT;
    case ITER_DONE:
        RB = VALUE_UNDEFINED;
        NEXT;
    case ITER_THROWN:
        FAIL;
    case ITER_CALL:
        cs = call_scratch(frame);
        cs[0] = r[1];
        cs[1] = r[0];
        pc -= op_words[OP_ITERSTEP];
        goto iterator_call;
    }
    cm_unreachable();
}
CASE(ITERREST): {
    Value *r = &RA;
    SAVE();
    if (!frame->reenter) {
        Array *a = array_new(vm, 0);
        if (CM_UNLIKELY(!a))
            FAIL;
        RB = value_from_obj(a);
        frame->reenter = 1;
    }
    for (;;) {
        Value v;
        if (!slow_array_room(vm, RB) || !vm_charge(vm, 1))
            FAIL;
        IterResult n = iter_loop_next(vm, r, &v);
        if (n == ITER_DONE)
            break;
        if (n == ITER_THROWN)
            FAIL;
        if (n == ITER_CALL) {
            cs = call_scratch(frame);
            cs[0] = r[1];
            cs[1] = r[0];
            pc -= op_words[OP_ITERREST];
            goto iterator_call;
        }
        if (!slow_array_push(vm, RB, &v, 1))
            FAIL;
    }
    frame->reenter = 0;
    NEXT;
}
iterator_call: { /* cs[0] with this cs[1]; the result is for the iteration */
    /* The instruction at pc is run again when the call has returned. */
    frame->pc = pc;
    Value *state = INS_OP(i) == OP_ARRAYSPREAD ? &RB : &RA;
    vm->code_ran = false;
    CallResult c =
        call_slots(vm, cs, 0, iter_loop_result(state), VALUE_UNDEFINED);
    if (CM_UNLIKELY(c == CALL_FAILED)) {
        pc += op_words[INS_OP(i)];
        frame->pc = pc;
        if (state[2] == ITER_OPENING)
            frame->reenter = 0; /* state[0] is the iterable still */
        iter_loop_failed(state);
        FAIL;
    }
    if (CM_UNLIKELY(vm->fuel < 0))
        goto safepoint;
    goto reload;
}
CASE(ITERCLOSE):
CASE(ITERCLOSET): {
    Value *r = &RA;
    SAVE();
    if (r[2] != ITER_OBJECT) {
        r[2] = ITER_FINISHED;
        NEXT;
    }
    SLOW_BOOL(iter_loop_close(vm, r, INS_OP(i) == OP_ITERCLOSET));
}
CASE(AITEROPEN):
    SLOW_BOOL(INS_C(i) ? async_delegate_open(vm, &RA, RB)
                       : async_iter_open(vm, &RA, RB));
CASE(AITERNEXT):
    SAVE();
    if ((&RA)[2] == VALUE_TRUE) {
        result = async_iter_next_sync(vm, &RA);
        if (CM_UNLIKELY(result == VALUE_THROWN))
            FAIL;
        (&RA)[3] = result;
        NEXT;
    }
    cs = call_scratch(frame);
    cs[0] = (&RA)[1];
    cs[1] = (&RA)[0];
    {
        CallResult c = call_slots(vm, cs, 0, &(&RA)[3], VALUE_UNDEFINED);
        if (CM_UNLIKELY(c == CALL_FAILED))
            FAIL;
        if (c == CALL_DONE)
            NEXT;
        goto reload;
    }
CASE(AITERVALUE): {
    int32_t off = (int32_t)*pc++;
    SAVE();
    Tri t = async_iter_value(vm, &RA);
    if (CM_UNLIKELY(t == TRI_THROWN))
        FAIL;
    if (t == TRI_FALSE)
        pc += off;
    NEXT;
}
CASE(AITERCLOSE): {
    SAVE();
    Value v = async_iter_close(vm, &RA);
    if (CM_UNLIKELY(v == VALUE_THROWN))
        FAIL;
    RB = v;
    NEXT;
}
CASE(FORINOPEN): {
    SAVE();
    Value v = slow_for_in(vm, RB);
    if (CM_UNLIKELY(v == VALUE_THROWN))
        FAIL;
    (&RA)[1] = RB;
    (&RA)[0] = v;
    (&RA)[2] = value_int(0);
    NEXT;
}
CASE(FORINNEXT): {
    int32_t off = (int32_t)*pc++;
    Value key;
    SAVE();
    if (CM_UNLIKELY(!slow_for_in_next(vm, &RA, &key)))
        FAIL;
    if (key == VALUE_ABSENT)
        pc += off;
    else
        (&RA)[3] = key;
    NEXT;
}

/* ---- exceptions, suspension ---- */
CASE(THROW):
    SAVE();
    vm->exception = RA;
    vm->frame = frame;
    goto throw_;
CASE(AWAIT): {
    SAVE();
    if (!async_suspend(vm, frame, INS_A(i), RB, &result))
        FAIL;
    /* The caller of the first suspension gets the promise; a job has no use of
     * it. */
    goto return_plain;
}
CASE(GENSTART): {
    SAVE();
    Coroutine *co = generator_start(vm, frame);
    if (CM_UNLIKELY(!co))
        FAIL;
    result = value_from_obj(co);
    goto return_plain;
}
CASE(YIELD): {
    SAVE();
    if (frame->special & SPECIAL_ASYNC) {
        Tri t = async_generator_yield(vm, frame, INS_A(i), INS_C(i), RB);
        if (CM_UNLIKELY(t == TRI_THROWN))
            FAIL;
        if (t == TRI_TRUE)
            NEXT;
        result = frame->co->promise;
        goto return_plain;
    }
    Obj *o = iter_result(vm, RB, false);
    if (CM_UNLIKELY(!o))
        FAIL;
    if (!coroutine_save(vm, frame))
        FAIL;
    frame->co->result_reg = INS_A(i);
    frame->co->mode_reg = INS_C(i);
    result = value_from_obj(o);
    goto return_plain;
}
CASE(AWAITRETURN): {
    SAVE();
    if (!async_suspend(vm, frame, INS_A(i), RA, &result))
        FAIL;
    goto return_plain;
}

/* ---- classes ---- */
CASE(NEWCLASS): {
    pc++;
    SAVE();
    Value proto;
    Value c = slow_new_class(vm, RA, RB, &proto);
    if (CM_UNLIKELY(c == VALUE_THROWN))
        FAIL;
    RA = c;
    (&RA)[1] = proto;
    NEXT;
}
CASE(INITFIELDS): {
    /* The field initialiser is a closure called with the new object as this. */
    Value init = slow_field_init(frame->closure);
    if (!value_is_object(init))
        NEXT;
    cs = call_scratch(frame);
    cs[0] = init;
    cs[1] = RA;
    SAVE();
    CallResult c = call_slots(vm, cs, 0, &vm->discard, VALUE_UNDEFINED);
    if (CM_UNLIKELY(c == CALL_FAILED))
        FAIL;
    if (c == CALL_DONE)
        NEXT;
    goto reload;
}
CASE(SETFIELDINIT):
    ((Closure *)(void *)value_obj(RA))->fields = RB;
    NEXT;
CASE(NEWPRIVATE): {
    uint32_t k = *pc++;
    SAVE();
    Symbol *s = symbol_new(vm, K[k]);
    if (CM_UNLIKELY(!s))
        FAIL;
    s->hd.flags |= SYMBOL_PRIVATE;
    RA = value_from_symbol(s);
    NEXT;
}
CASE(CHECKCTOR):
    NEXT;
CASE(BINDTHIS): {
    Box *b = value_ptr(RA);
    SAVE();
    if (b->value != VALUE_TDZ) {
        throw_error(vm, ERR_REFERENCE,
                    "Super constructor may only be called once");
        FAIL;
    }
    b->value = RB;
    NEXT;
}
CASE(DISPOSEADD):
    SLOW_BOOL(dispose_use(vm, &RA, RB, INS_C(i) != 0, true));
CASE(DISPOSENEXT): {
    int32_t off = (int32_t)*pc++;
    Value *r = &RB;
    bool awaited = r[0] == value_int(DISPOSE_ASYNC) ||
                   r[0] == value_int(DISPOSE_ASYNC_OF_SYNC);
    Disposal d = dispose_next(RA, awaited);
    if (d.kind == DISPOSE_DONE) {
        pc += off;
        NEXT;
    }
    r[0] = value_int((int32_t)d.kind);
    r[2] = d.method;
    r[3] = d.value;
    NEXT;
}
CASE(DISPOSEFAIL):
    SLOW_BOOL(dispose_failed(vm, &RA, RB));
CASE(CHECKOBJ):
    if (!value_is_object(RA)) {
        SAVE();
        throw_type(vm, "Iterator result is not an object");
        FAIL;
    }
    NEXT;
CASE(YIELDRESULT): {
    SAVE();
    if (!coroutine_save(vm, frame))
        FAIL;
    frame->co->result_reg = INS_A(i);
    frame->co->mode_reg = INS_C(i);
    result = RB;
    goto return_plain;
}
CASE(IMPORT):
    SLOW_VALUE(slow_import_static(vm, value_str(KBX)));
CASE(IMPORTCALL):
    SLOW_VALUE(slow_import(vm, RB));
