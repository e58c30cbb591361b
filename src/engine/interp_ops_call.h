/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions, part 3: calls, iteration, exceptions,
 * suspension, classes; included once, inside interpret(), see interp_ops.h. */
/* clang-format off */

/* ---- functions and calls ---- */
/* A call without receiver: with LOADUNDEF before CALL instead `calls` takes
 * 2.1 % more instructions. */
CASE(CALLU):
    (&RA)[1] = VALUE_UNDEFINED;
    goto call;
CASE(CALL):
call: {
    SAVE();
    Value *cs = &RA;
    const Closure *cl = push_simple(vm, frame, cs, INS_B(i), cs);
    if (CM_LIKELY(cl != NULL))
        ENTER(cl, cs);
    CALLED(call_slots(vm, cs, INS_B(i), cs, VALUE_UNDEFINED));
}
CASE(CALLSPREAD):
    SAVE();
    CALLED(call_array(vm, &RA, ARRAY_AFTER(&RA), &RA, VALUE_UNDEFINED));
CASE(NEW):
    SAVE();
    CALLED(call_slots(vm, &RA, INS_B(i), &RA, RA));
CASE(NEWSPREAD):
    SAVE();
    CALLED(call_array(vm, &RA, ARRAY_AFTER(&RA), &RA, RA));
CASE(SUPERCALL):
CASE(SUPERSPREAD): {
    SAVE();
    Value *cs = &RA;
    Value ctor = slow_super_ctor(vm, frame->closure);
    if (CM_UNLIKELY(ctor == VALUE_THROWN))
        FAIL;
    cs[0] = ctor;
    if (INS_OP(i) == OP_SUPERCALL)
        CALLED(call_slots(vm, cs, INS_B(i), cs, frame->new_target));
    CALLED(call_array(vm, cs, ARRAY_AFTER(cs), cs, frame->new_target));
}
CASE(BINDSUPER):
    SAVE();
    if (frame->this_val != VALUE_TDZ) {
        throw_super_twice(vm);
        FAIL;
    }
    frame->this_val = RA;
    NEXT;
CASE(CALLRESULT): {
    Value f = RA;
    if (value_is_class(f, CLASS_FUNCTION) &&
        !(((Closure *)(void *)value_obj(f))->proto->flags & FUNC_CLASS)) {
        SAVE();
        Value *cs = call_scratch(frame);
        cs[0] = f;
        cs[1] = VALUE_UNDEFINED;
        CALLED(call_slots(vm, cs, 0, &RA, VALUE_UNDEFINED));
    }
    NEXT;
}
CASE(RETURN):
    SAVE();
    result = RA;
    goto return_;
CASE(RETUNDEF):
    SAVE();
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
    switch (iteration_open(vm, frame, r, b)) {
    case ITER_CALL:
        frame->reenter = 1;
        goto iterator_call;
    case ITER_THROWN:
        FAIL;
    case ITER_VALUE:
    case ITER_DONE:
        NEXT;
    }
    cm_unreachable();
}
CASE(ITERNEXT): {
    Value *r = &RA;
    int32_t off = (int32_t)*pc++;
    /* What iter_loop_next does with arrays, because through it `orders` takes
     * 2.3 % more instructions. */
    if (CM_LIKELY(r[2] == ITER_ARRAY)) {
        uint32_t k = (uint32_t)r[1];
        const Value *at = obj_element_at(value_obj(r[0]), k);
        if (CM_LIKELY(at)) {
            r[1] = key_index(k + 1);
            r[3] = *at;
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
        goto iterator_next;
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
        goto iterator_next;
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
        if (n == ITER_CALL)
            goto iterator_next;
        if (!slow_array_push(vm, RB, &v, 1))
            FAIL;
    }
    frame->reenter = 0;
    NEXT;
}
iterator_next: /* the iterator's `next` is to be called */
    iteration_next(frame, ITER_STATE());
iterator_call: { /* the call laid out in the scratch is for the iteration */
    /* The instruction is run again when the call has returned. */
    frame->pc = pc - op_words[INS_OP(i)];
    Value *state = ITER_STATE();
    vm->code_ran = false;
    CallResult c = call_slots(vm, call_scratch(frame), 0,
                              iter_loop_result(state), VALUE_UNDEFINED);
    if (CM_UNLIKELY(c == CALL_FAILED)) {
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
        Value v = async_iter_next_sync(vm, &RA);
        if (CM_UNLIKELY(v == VALUE_THROWN))
            FAIL;
        (&RA)[3] = v;
        NEXT;
    }
    iteration_next(frame, &RA);
    CALLED(call_slots(vm, call_scratch(frame), 0, &(&RA)[3], VALUE_UNDEFINED));
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
    Value promise;
    if (!async_suspend(vm, frame, INS_A(i), RB, &promise))
        FAIL;
    result = promise;
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
    if (!generator_suspend(vm, frame, i))
        FAIL;
    result = value_from_obj(o);
    goto return_plain;
}
CASE(AWAITRETURN): {
    SAVE();
    Value promise;
    if (!async_suspend(vm, frame, INS_A(i), RA, &promise))
        FAIL;
    result = promise;
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
    Value *cs = call_scratch(frame);
    cs[0] = init;
    cs[1] = RA;
    SAVE();
    CALLED(call_slots(vm, cs, 0, &vm->discard, VALUE_UNDEFINED));
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
CASE(BINDTHIS): {
    Box *b = value_ptr(RA);
    SAVE();
    if (b->value != VALUE_TDZ) {
        throw_super_twice(vm);
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
    if (!generator_suspend(vm, frame, i))
        FAIL;
    result = RB;
    goto return_plain;
}
CASE(IMPORT):
    SLOW_VALUE(slow_import_static(vm, value_str(KBX)));
CASE(IMPORTCALL):
    SLOW_VALUE(slow_import(vm, RB));
