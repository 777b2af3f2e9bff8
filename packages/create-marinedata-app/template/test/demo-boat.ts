import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A real server with a simulated boat, on a free port of this computer. */
export interface DemoBoat extends AsyncDisposable {
  readonly url: string
}

export const startDemoBoat = async (): Promise<DemoBoat> => {
  const program = join(import.meta.dirname, '..', 'node_modules', '.bin', 'marinedata')
  const child = spawn(program, ['demo', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  let printed = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    // It prints the address first, and this line when it sails.
    if (url !== undefined && printed.includes('under way')) {
      child.stdout.resume()
      return { url, [Symbol.asyncDispose]: stop }
    }
  }
  throw new Error(`The server ended: ${printed}`)
}
