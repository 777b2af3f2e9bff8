import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface WriterState {
  readonly messages: number
  readonly stored: number
  readonly repeated: number
  readonly rejected: number
  readonly holes: number
  readonly held: number
}

export interface WriterChildOptions {
  readonly servers: readonly string[]
  readonly streams: number
  readonly replicas: number
  readonly folder: string
}

/** A writer in a process of its own. */
export class WriterChild implements AsyncDisposable {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start({ servers, streams, replicas, folder }: WriterChildOptions): Promise<WriterChild> {
    const program = new URL('./writer-process.ts', import.meta.url).pathname
    const child = fork(program, [servers.join(','), String(streams), String(replicas), folder], {
      execArgv: ['--conditions=@marinedata/source'],
    })
    await once(child, 'message', { signal: AbortSignal.timeout(60_000) })
    return new WriterChild(child)
  }

  async state(): Promise<WriterState> {
    const answered = once(this.#child, 'message', { signal: AbortSignal.timeout(10_000) })
    this.#child.send('state')
    const [state] = (await answered) as [WriterState]
    return state
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
