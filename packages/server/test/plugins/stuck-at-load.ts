// Never gets as far as saying hello.
for (;;);
