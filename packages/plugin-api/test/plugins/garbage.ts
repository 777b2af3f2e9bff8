import { randomBytes } from 'node:crypto'

/** Wrong on purpose: prints nothing but noise, and answers nobody. */
setInterval(() => process.stdout.write(randomBytes(4_096)), 5)
