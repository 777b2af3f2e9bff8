import { randomBytes } from 'node:crypto'

/** Wrong on purpose: prints only noise and answers no request. */
setInterval(() => process.stdout.write(randomBytes(4_096)), 5)
