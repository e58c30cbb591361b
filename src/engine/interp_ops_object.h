/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions, part 2: properties and literals;
 * included once, inside interpret(), see interp_ops.h. */
/* clang-format off */

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
