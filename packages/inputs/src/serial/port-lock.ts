import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { linkError } from '#links/link.ts'

const isLinux = process.platform === 'linux'

/**
 * Locks a serial port against our other processes: two readers of one port would each get half of the bytes. The lock is
 * an abstract Unix socket named after the device number. All plugins with the need `network` share these names, the
 * sandbox permits them, and the kernel releases the name when the process dies. Only Linux has them.
 * @throws the system error; EBUSY when another process has locked the port
 */
export const lockPort = async (device: string): Promise<AsyncDisposable> => {
  const { rdev } = await stat(device)
  if (!isLinux) return { [Symbol.asyncDispose]: async () => undefined }
  const server = createServer((stranger) => stranger.destroy())
  const listening = once(server, 'listening')
  server.listen(`\0marinedata-port-${rdev}`)
  try {
    await listening
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EADDRINUSE' ? linkError('EBUSY', `${device} is locked`) : error
  }
  return server
}
