/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions of lua_opcodes.def, in its order, but for those
 * in interp_ops_common.h; included once, inside lua_interpret(). No include
 * guard on purpose. clang-format takes CASE(...) for an expression, so it is
 * off. */
/* clang-format off */

/* ---- loads and variables ---- */
CASE(LOADNIL): {
    Value *r = &RA;
    for (uint32_t k = 0; k <= INS_B(i); k++)
        r[k] = VALUE_UNDEFINED;
    NEXT;
}
CASE(GETGLOBAL): {
    uint32_t ext = *pc++;
    RA = get_name(vm->lua_globals, K[ext & 0xFFFF], &ics[ext >> 16]);
    NEXT;
}
CASE(SETGLOBAL): {
    uint32_t ext = *pc++;
    LuaTable *t = vm->lua_globals;
    Value key = K[ext & 0xFFFF], v = RA;
    if (CM_LIKELY(overwrite_name(t, key, &ics[ext >> 16], v)))
        NEXT;
    SLOW_BOOL(set_name(vm, t, key, &ics[ext >> 16], v));
}

/* ---- tables ---- */
CASE(GETFIELD): {
    uint32_t ext = *pc++;
    Value b = RB, key = K[ext & 0xFFFF];
    if (CM_LIKELY(value_is_lua_table(b))) {
        RA = get_name(value_lua_table(b), key, &ics[ext >> 16]);
        NEXT;
    }
    SLOW_VALUE(lua_index(vm, b, key));
}
CASE(SETFIELD): {
    uint32_t ext = *pc++;
    Value a = RA, key = K[ext & 0xFFFF], v = RB;
    if (CM_LIKELY(value_is_lua_table(a))) {
        LuaTable *t = value_lua_table(a);
        if (CM_LIKELY(overwrite_name(t, key, &ics[ext >> 16], v)))
            NEXT;
        SLOW_BOOL(set_name(vm, t, key, &ics[ext >> 16], v));
    }
    SLOW_BOOL(lua_set_index(vm, a, key, v));
}
CASE(GETTABLE): {
    Value b = RB, c = RC;
    if (CM_LIKELY(value_is_lua_table(b))) {
        LuaTable *t = value_lua_table(b);
        if (CM_LIKELY(value_is_int(c))) {
            uint32_t at = (uint32_t)value_to_int(c) - 1;
            if (CM_LIKELY(at < t->array_n)) {
                RA = t->array[at];
                NEXT;
            }
            RA = lua_table_get_int(t, value_to_int(c));
            NEXT;
        }
        /* Not left to lua_index: `orders` takes 2.4 % more through it. */
        if (value_is_string(c) && str_is_interned(value_str(c))) {
            RA = lua_table_get_str(t, value_str(c));
            NEXT;
        }
    }
    SLOW_VALUE(lua_index(vm, b, c));
}
CASE(SETTABLE): {
    Value a = RA, b = RB, v = RC;
    if (CM_LIKELY(value_is_lua_table(a))) {
        LuaTable *t = value_lua_table(a);
        if (CM_LIKELY(value_is_int(b))) {
            uint32_t at = (uint32_t)value_to_int(b) - 1;
            if (CM_LIKELY(at < t->array_n && v != VALUE_UNDEFINED &&
                          !(t->hd.flags & LUA_TABLE_READ_ONLY))) {
                t->array[at] = v;
                NEXT;
            }
            SLOW_BOOL(lua_table_set_int(vm, t, value_to_int(b), v));
        }
    }
    SLOW_BOOL(lua_set_index(vm, a, b, v));
}
CASE(GETINT): {
    Value b = RB;
    if (CM_LIKELY(value_is_lua_table(b))) {
        RA = lua_table_get_int(value_lua_table(b), INS_C(i));
        NEXT;
    }
    SLOW_VALUE(lua_index(vm, b, value_int(INS_C(i))));
}
CASE(SETINT): {
    Value a = RA;
    if (CM_LIKELY(value_is_lua_table(a)))
        SLOW_BOOL(lua_table_set_int(vm, value_lua_table(a), INS_B(i), RC));
    SLOW_BOOL(lua_set_index(vm, a, value_int(INS_B(i)), RC));
}
CASE(SELF): {
    uint32_t ext = *pc++;
    Value b = RB, key = K[ext & 0xFFFF], v;
    if (CM_LIKELY(value_is_lua_table(b) || value_is_string(b))) {
        v = get_name(value_is_string(b) ? vm->realm->lua_string
                                        : value_lua_table(b),
                     key, &ics[ext >> 16]);
    } else {
        SAVE();
        v = lua_index(vm, b, key);
        if (CM_UNLIKELY(v == VALUE_THROWN))
            FAIL;
    }
    Value *r = &RA;
    r[1] = b;
    r[0] = v;
    NEXT;
}
CASE(NEWTABLE): {
    uint32_t ext = *pc++;
    SAVE();
    LuaTable *t = lua_table_new(vm, ext & 0xFFFF, ext >> 16);
    if (CM_UNLIKELY(!t))
        FAIL;
    RA = value_from_lua_table(t);
    NEXT;
}
CASE(SETLIST): {
    uint32_t start = *pc++;
    SLOW_BOOL(lua_set_list(vm, RA, &RB, INS_C(i), start));
}
CASE(SETLISTM): {
    uint32_t start = *pc++;
    SLOW_BOOL(lua_set_list(vm, RA, &RB, INS_C(i) + frame->n_open, start));
}

/* ---- arithmetic ---- */
CASE(ADD):
    ARITH(LUA_OP_ADD, RC, ADD_INT, x + y);
CASE(SUB):
    ARITH(LUA_OP_SUB, RC, SUB_INT, x - y);
CASE(MUL):
    ARITH(LUA_OP_MUL, RC, MUL_INT, x * y);
CASE(DIV):
    ARITH_FLOAT(LUA_OP_DIV, RC, x / y);
CASE(MOD):
    ARITH(LUA_OP_MOD, RC, MOD_INT, lua_float_mod(x, y));
CASE(IDIV):
    ARITH(LUA_OP_IDIV, RC, IDIV_INT, floor(x / y));
CASE(POW):
    ARITH_FLOAT(LUA_OP_POW, RC, y == 2 ? x * x : pow(x, y));
CASE(BAND):
    BITS(LUA_OP_BAND, RC, x & y);
CASE(BOR):
    BITS(LUA_OP_BOR, RC, x | y);
CASE(BXOR):
    BITS(LUA_OP_BXOR, RC, x ^ y);
CASE(SHL):
    BITS(LUA_OP_SHL, RC, lua_shift_left(x, y));
CASE(SHR):
    BITS(LUA_OP_SHR, RC, lua_shift_left(x, -y));
CASE(ADDK):
    ARITH(LUA_OP_ADD, KC, ADD_INT, x + y);
CASE(SUBK):
    ARITH(LUA_OP_SUB, KC, SUB_INT, x - y);
CASE(MULK):
    ARITH(LUA_OP_MUL, KC, MUL_INT, x * y);
CASE(DIVK):
    ARITH_FLOAT(LUA_OP_DIV, KC, x / y);
CASE(MODK):
    ARITH(LUA_OP_MOD, KC, MOD_INT, lua_float_mod(x, y));
CASE(IDIVK):
    ARITH(LUA_OP_IDIV, KC, IDIV_INT, floor(x / y));
CASE(POWK):
    ARITH_FLOAT(LUA_OP_POW, KC, y == 2 ? x * x : pow(x, y));
CASE(BANDK):
    BITS(LUA_OP_BAND, KC, x & y);
CASE(BORK):
    BITS(LUA_OP_BOR, KC, x | y);
CASE(BXORK):
    BITS(LUA_OP_BXOR, KC, x ^ y);
CASE(SHLK):
    BITS(LUA_OP_SHL, KC, lua_shift_left(x, y));
CASE(SHRK):
    BITS(LUA_OP_SHR, KC, lua_shift_left(x, -y));
CASE(UNM): {
    Value b = RB;
    if (value_is_int(b) && value_to_int(b) != INT32_MIN) {
        RA = value_int(-value_to_int(b));
        NEXT;
    }
    if (value_is_double(b)) {
        RA = value_double(-value_to_double(b));
        NEXT;
    }
    SLOW_VALUE(lua_arith(vm, LUA_OP_UNM, b, b));
}
CASE(BNOT): {
    Value b = RB;
    if (value_is_int(b)) {
        RA = value_int(~value_to_int(b));
        NEXT;
    }
    SLOW_VALUE(lua_arith(vm, LUA_OP_BNOT, b, b));
}
CASE(NOT):
    RA = value_bool(!lua_truthy(RB));
    NEXT;
CASE(LEN): {
    Value b = RB;
    if (CM_LIKELY(value_is_lua_table(b))) {
        RA = value_int((int32_t)value_lua_table(b)->array_n);
        NEXT;
    }
    SLOW_VALUE(lua_length(vm, b));
}
CASE(CONCAT):
    SLOW_VALUE(lua_concat(vm, &RB, INS_C(i)));

/* ---- jumps ---- */
CASE(LOOP): {
    int32_t off = (int32_t)*pc++;
    pc += off;
    CHARGE_BACK(-off, pc - off);
    NEXT;
}
CASE(JT):
    JUMP_IF(lua_truthy(RA));
CASE(JF):
    JUMP_IF(!lua_truthy(RA));
CASE(JEQ):
    JUMP_IF(equal(vm, RA, RB));
CASE(JNE):
    JUMP_IF(!equal(vm, RA, RB));
CASE(JEQK):
    JUMP_IF(equal(vm, RA, KBX));
CASE(JNEK):
    JUMP_IF(!equal(vm, RA, KBX));

/* ---- loops ---- */
CASE(FORPREP): {
    int32_t off = (int32_t)*pc++;
    SAVE();
    Tri t = lua_for_prepare(vm, &RA);
    if (CM_UNLIKELY(t == TRI_THROWN))
        FAIL;
    if (t == TRI_FALSE)
        pc += off;
    NEXT;
}
CASE(FORLOOP): {
    int32_t off = (int32_t)*pc++;
    Value *r = &RA;
    if (CM_LIKELY(value_is_int(r[1]))) {
        int32_t rounds = value_to_int(r[1]);
        if (rounds == 0)
            NEXT;
        r[1] = value_int(rounds - 1);
        r[0] = r[3] = value_int((int32_t)((uint32_t)value_to_int(r[0]) +
                                          (uint32_t)value_to_int(r[2])));
    } else if (value_is_double(r[0])) {
        double step = value_to_double(r[2]);
        double v = value_to_double(r[0]) + step;
        double limit = value_to_double(r[1]);
        if (!(step > 0 ? v <= limit : limit <= v))
            NEXT;
        r[0] = r[3] = value_double(v);
    } else {
        SAVE();
        Tri t = lua_for_step(vm, r);
        if (CM_UNLIKELY(t == TRI_THROWN))
            FAIL;
        if (t == TRI_FALSE)
            NEXT;
    }
    pc += off;
    CHARGE_BACK(-off, pc - off);
    NEXT;
}
CASE(TFORCALL): {
    Value *r = &RA;
    /* `next` and the iterator of `ipairs` without a call: as calls they make
     * `orders` 9.6 % longer, `pipeline` 4.8 %. */
    if (CM_LIKELY(value_is_class(r[0], CLASS_NATIVE) &&
                  value_is_lua_table(r[1]))) {
        SAVE();
        Tri t = lua_for_each(vm, r, INS_C(i));
        if (CM_UNLIKELY(t == TRI_THROWN))
            FAIL;
        if (CM_LIKELY(t == TRI_TRUE))
            NEXT;
    }
    r[4] = r[0];
    r[5] = r[1];
    r[6] = r[2];
    cs = r + 4;
    argc = 2;
    want = INS_C(i);
    goto call_closure;
}
CASE(TFORLOOP): {
    int32_t off = (int32_t)*pc++;
    Value *r = &RA;
    if (r[4] != VALUE_UNDEFINED) {
        r[2] = r[4];
        pc += off;
        CHARGE_BACK(-off, pc - off);
    }
    NEXT;
}

/* ---- functions ---- */
CASE(CALL):
    cs = &RA;
    argc = INS_B(i);
    want = INS_C(i);
    goto call_closure;
CASE(CALLM):
    cs = &RA;
    argc = INS_B(i) + frame->n_open;
    want = INS_C(i);
    goto call_closure;
CASE(TAILCALLM):
    argc = INS_B(i) + frame->n_open;
    goto tail_call;
CASE(TAILCALL):
    argc = INS_B(i);
tail_call: {
    cs = &RA;
    if (!value_is_class(cs[0], CLASS_FUNCTION)) {
        want = WANT_ALL;
        goto do_call;
    }
    SAVE();
    if (CM_UNLIKELY(!lua_tail_call(vm, frame, cs, argc)))
        FAIL;
    LOAD_FRAME();
    CHARGE(1);
    NEXT;
}
CASE(RETURN):
    from = &RA;
    n = INS_B(i);
    goto give_back;
CASE(RETURNM):
    from = &RA;
    n = INS_B(i) + frame->n_open;
    goto give_back;
CASE(RETURN0):
    from = R;
    n = 0;
    goto return_fast;
CASE(RETURN1):
    from = &RA;
    n = 1;
return_fast: { /* through give_back alone `calls` takes 23 % more */
    Frame *to = frame->prev;
    if (CM_LIKELY(to->kind == FRAME_CODE && frame->want != WANT_ALL)) {
        Value *ret = frame->ret;
        uint32_t k = 0, w = frame->want;
        if (w > 0 && n > 0)
            ret[k++] = *from;
        for (; k < w; k++)
            ret[k] = VALUE_UNDEFINED;
        vm->frame = frame = to;
        vm->call_depth--;
        LOAD_FRAME();
        NEXT;
    }
    goto give_back;
}
CASE(VARARG): {
    uint32_t skip = frame->closure->proto->n_params;
    uint32_t have = frame->argc > skip ? frame->argc - skip : 0;
    uint32_t w = INS_C(i);
    if (w == WANT_ALL) {
        SAVE();
        Value *to = lua_open_room(vm, frame, &RA, have);
        if (CM_UNLIKELY(!to))
            FAIL;
        R = frame->base;
        memcpy(to, frame->args + skip, have * sizeof(Value));
        frame->n_open = have;
        vm->fuel -= have / 8;
        NEXT;
    }
    Value *r = &RA;
    for (uint32_t k = 0; k < w; k++)
        r[k] = k < have ? frame->args[skip + k] : VALUE_UNDEFINED;
    NEXT;
}
