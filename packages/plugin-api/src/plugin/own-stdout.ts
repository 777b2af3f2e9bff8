import type { Outlet } from '#line/framed-writer.ts'

/**
 * Takes stdout for the line alone. Whatever else is printed goes to stderr, where the server logs it: a careless
 * `console.log` is no message.
 */
export const ownStdout = (): Outlet => {
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
