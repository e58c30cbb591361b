/* SPDX-License-Identifier: MIT */
/* The bodies of the instructions that both lists have, with the same meaning;
 * included once inside each loop, see interp_loop.h. LESS and the like are the
 * language's own. No include guard on purpose. clang-format takes CASE(...) for
 * an expression, so it is off. */
/* clang-format off */

/* ---- loads and variables ---- */
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
CASE(LOADTRUE):
    RA = VALUE_TRUE;
    NEXT;
CASE(LOADFALSE):
    RA = VALUE_FALSE;
    NEXT;
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
CASE(GETBOX):
    RA = ((Box *)value_ptr(RB))->value;
    NEXT;
CASE(SETBOX):
    ((Box *)value_ptr(RA))->value = RB;
    NEXT;

/* ---- jumps ---- */
CASE(JMP):
    pc += (int32_t)*pc + 1;
    NEXT;
CASE(JLT):
    ORDER_JUMP(true, RB, <, LESS);
CASE(JNLT):
    ORDER_JUMP(false, RB, <, LESS);
CASE(JLE):
    ORDER_JUMP(true, RB, <=, LESS_EQUAL);
CASE(JNLE):
    ORDER_JUMP(false, RB, <=, LESS_EQUAL);
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

/* ---- functions ---- */
CASE(CLOSURE):
    SLOW_VALUE(
        closure_make(vm, frame, frame->closure->proto->protos[INS_BX(i)]));
CASE(CLOSUREX): {
    const FuncProto *nested = frame->closure->proto->protos[*pc++];
    SLOW_VALUE(closure_make(vm, frame, nested));
}
