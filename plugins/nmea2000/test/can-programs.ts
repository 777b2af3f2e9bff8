import type { SimulatedGateway } from '@marinedata/nmea2000'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A program that passes its input to a socket and prints what comes from there. A shell, as light as the real programs: the
 * memory of a plugin counts what it starts.
 */
const passer = (port: number): string => `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${port} 4<&0 || exit 1
/bin/cat <&3 &
/bin/cat <&4 >&3 &
wait -n
kill $(jobs -p) 2>/dev/null
`

/** Programs called `candump` and `canplayer`, in a folder of their own, whose far end is a simulated CAN interface. */
export class CanPrograms implements AsyncDisposable {
  readonly folder: string
  readonly #clients = new Set<Socket>()
  readonly #server: Server
  readonly #far: SimulatedGateway

  private constructor(folder: string, make: (write: (bytes: Uint8Array) => void) => SimulatedGateway) {
    this.folder = folder
    this.#far = make((bytes) => {
      for (const client of this.#clients) client.write(bytes)
    })
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async install(
    folder: string,
    make: (write: (bytes: Uint8Array) => void) => SimulatedGateway,
  ): Promise<CanPrograms> {
    const programs = new CanPrograms(folder, make)
    programs.#server.listen(0, '127.0.0.1')
    await once(programs.#server, 'listening')
    // A TCP server always has an address with a port.
    const { port } = programs.#server.address() as AddressInfo
    await mkdir(folder)
    for (const name of ['candump', 'canplayer']) {
      await writeFile(join(folder, name), passer(port))
      await chmod(join(folder, name), 0o755)
    }
    return programs
  }

  /**
   * Programs are searched only here: the sandbox would not see this folder, so it must not be found either. For a process
   * that starts no other plugin.
   */
  static searchOnly(folder: string): void {
    process.env['PATH'] = folder
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const client of this.#clients) client.destroy()
    this.#far[Symbol.dispose]()
    await closed
  }

  #accept(socket: Socket): void {
    this.#clients.add(socket)
    socket.on('data', (bytes: Buffer) => this.#far.read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => this.#clients.delete(socket))
  }
}
