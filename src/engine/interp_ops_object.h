/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions, part 2: properties and literals;
 * included once, inside interpret(), see interp_ops.h. */
/* clang-format off */

/* ---- properties ---- */
CASE(GETFIELD): {
    Value b = RB, v;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    if (CM_LIKELY(ic_get(vm, b, ic, &v))) {
        RA = v;
        NEXT;
    }
    SLOW_GET(slow_get_field(vm, b, K[ext & 0xFFFF], ic));
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
    SLOW_GET(slow_get_field(vm, b, K[ext & 0xFFFF], &ics[ext >> 16]));
}
CASE(SETFIELD): {
    Value a = RA;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    if (CM_LIKELY(ic_set(vm, a, ic, RB)))
        NEXT;
    SLOW_SET(slow_set_field(vm, a, K[ext & 0xFFFF], RB, ic));
}
CASE(GETELEM): {
    Value b = RB, c = RC;
    if (CM_LIKELY(value_is_int(c) && value_is_object(b))) {
        const Value *at = obj_element_at(value_obj(b), (uint32_t)c);
        if (CM_LIKELY(at)) {
            RA = *at;
            NEXT;
        }
    }
    SLOW_GET(slow_get_elem(vm, b, c));
}
CASE(SETELEM): {
    Value a = RA, b = RB;
    if (CM_LIKELY(value_is_int(b) && value_is_object(a))) {
        Obj *o = value_obj(a);
        Value *at = obj_element_at(o, (uint32_t)b);
        if (CM_LIKELY(at && !(o->hd.flags & OBJ_ELEMS_FROZEN))) {
            *at = RC;
            NEXT;
        }
    }
    SLOW_SET(slow_set_elem(vm, a, b, RC));
}
CASE(GETELEMI): {
    Value b = RB;
    uint32_t c = INS_C(i);
    if (CM_LIKELY(value_is_object(b))) {
        const Value *at = obj_element_at(value_obj(b), c);
        if (CM_LIKELY(at)) {
            RA = *at;
            NEXT;
        }
    }
    SLOW_GET(slow_get_elem(vm, b, value_int((int32_t)c)));
}
CASE(GETMETHOD): {
    Value b = RB, v;
    uint32_t ext = *pc++;
    IC *ic = &ics[ext >> 16];
    (&RA)[1] = b;
    if (CM_LIKELY(ic_get(vm, b, ic, &v))) {
        RA = v;
        NEXT;
    }
    SLOW_GET(slow_get_field(vm, b, K[ext & 0xFFFF], ic));
}
CASE(GETMETHODE): {
    Value b = RB, c = RC;
    (&RA)[1] = b;
    SLOW_GET(slow_get_elem(vm, b, c));
}
call_getter: {
    Value *cs = call_scratch(frame);
    cs[0] = vm->accessor;
    cs[1] = vm->accessor_this;
    CALLED(call_slots(vm, cs, 0, &RA, VALUE_UNDEFINED));
}
call_setter: {
    Value *cs = call_scratch(frame);
    cs[0] = vm->accessor;
    cs[1] = vm->accessor_this;
    cs[2] = vm->accessor_arg;
    vm->call_setter = false;
    CALLED(call_slots(vm, cs, 1, &vm->discard, VALUE_UNDEFINED));
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
    if (CM_LIKELY(ic->shape))
        SLOW_VALUE(obj_new_shaped(vm, ic->shape, lit->n, &RB, lit->n));
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
        IterResult n = iteration_open(vm, frame, r, r[0]);
        if (n == ITER_THROWN)
            FAIL;
        frame->reenter = 1;
        if (n == ITER_CALL)
            goto iterator_call;
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
        goto iterator_next;
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
