import type { OutputStream } from '#rpc/framed-writer.ts'

/**
 * Reserves stdout for the protocol. Everything else that is printed, such as with `console.log`, goes to stderr, which
 * the server logs.
 */
export const reserveStdout = (): OutputStream => {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  return {
    write,
    end: stdout.end.bind(stdout),
    on: stdout.on.bind(stdout),
    get writable() {
      return stdout.writable
    },
    get writableLength() {
      return stdout.writableLength
    },
  }
}
