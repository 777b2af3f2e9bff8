// Blocks before it sends the hello.
for (;;);
