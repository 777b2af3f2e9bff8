import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const program = new URL('./control-engine.ts', import.meta.url).pathname

/** The control server: measured at the same time and in the same way, so that a slow machine slows both. */
export class Control implements AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.pid = child.pid!
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(): Promise<Control> {
    const child = fork(program, [], { execArgv: [] })
    const [port] = (await once(child, 'message', { signal: AbortSignal.timeout(30_000) })) as [number]
    return new Control(child, port)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
