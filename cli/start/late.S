// Functions of shared libraries that are opened at their first call (late_functions.h lists them).
// Each stands here under its own name and jumps to where its entry says: at first to the code that
// asks cli/start/late.cc for the function's address, from then on to the function. x86-64, System V
// ABI (https://gitlab.com/x86-psABIs/x86-64-ABI): r11 is free between caller and callee, and all
// that may hold an argument is kept.
        .text
        .type   first_call, @function
first_call:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        pushq   %rdi
        pushq   %rsi
        pushq   %rdx
        pushq   %rcx
        pushq   %r8
        pushq   %r9
        pushq   %r10
        pushq   %rax
        subq    $128, %rsp
        movups  %xmm0, (%rsp)
        movups  %xmm1, 16(%rsp)
        movups  %xmm2, 32(%rsp)
        movups  %xmm3, 48(%rsp)
        movups  %xmm4, 64(%rsp)
        movups  %xmm5, 80(%rsp)
        movups  %xmm6, 96(%rsp)
        movups  %xmm7, 112(%rsp)
        movq    %r11, %rdi
        call    dossier_late_address
        movq    %rax, %r11
        movups  (%rsp), %xmm0
        movups  16(%rsp), %xmm1
        movups  32(%rsp), %xmm2
        movups  48(%rsp), %xmm3
        movups  64(%rsp), %xmm4
        movups  80(%rsp), %xmm5
        movups  96(%rsp), %xmm6
        movups  112(%rsp), %xmm7
        addq    $128, %rsp
        popq    %rax
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rcx
        popq    %rdx
        popq    %rsi
        popq    %rdi
        popq    %rbp
        .cfi_def_cfa %rsp, 8
        jmp     *%r11
        .cfi_endproc
        .size   first_call, . - first_call

// Of an entry late.cc knows the layout: LateFunction.
.macro late function, library, package
        .text
        .globl  \function
        .hidden \function
        .type   \function, @function
\function:
        .cfi_startproc
        jmp     *1f(%rip)
2:      leaq    1f(%rip), %r11
        jmp     first_call
        .cfi_endproc
        .size   \function, . - \function
        .section .rodata.str1.1, "aMS", @progbits, 1
3:      .string "\function"
4:      .string "\library"
5:      .string "\package"
        .data
        .balign 8
1:      .quad   2b, 3b, 4b, 5b
.endm

#define LATE(function, library, package) late function, library, package
#include "cli/start/late_functions.h"

        .section .note.GNU-stack, "", @progbits
