import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./boat-memory-process.ts', import.meta.url))
const patienceMs = 60_000

export interface Leaf {
  readonly value: unknown
  readonly timestamp: string
  readonly $source: string
}

export type BoatMemoryMessage =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'unknown'; readonly paths: readonly string[] }
  | { readonly kind: 'closed'; readonly reason: string }

/** Every value that the boat had, recorded from its stream by a child process. */
export class BoatMemory implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #closed = new AbortController()

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: BoatMemoryMessage) => {
      if (message.kind === 'closed') this.#close(message.reason)
    })
    child.on('exit', (code) => this.#close(`its reader ended with ${code}`))
  }

  /** Resolves when the boat has accepted the subscription. */
  static async start(address: string): Promise<BoatMemory> {
    const child = fork(program, [address], { execArgv: ['--conditions=@marinedata/source'] })
    const memory = new BoatMemory(child)
    await memory.#next('subscribed')
    return memory
  }

  /**
   * The paths of values that the boat never had.
   * @throws Error when the stream was closed: what came after is not recorded
   */
  async unknownOf(leaves: readonly (readonly [string, Leaf])[]): Promise<readonly string[]> {
    this.#child.send(leaves)
    const { paths } = await this.#next('unknown')
    return paths
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  async #next<Kind extends BoatMemoryMessage['kind']>(
    kind: Kind,
  ): Promise<Extract<BoatMemoryMessage, { kind: Kind }>> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(patienceMs)])
    try {
      for (;;) {
        const [message] = (await once(this.#child, 'message', { signal })) as [BoatMemoryMessage]
        // The kind decides which message it is.
        if (message.kind === kind) return message as Extract<BoatMemoryMessage, { kind: Kind }>
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }

  #close(reason: string): void {
    this.#closed.abort(new Error(`The stream of the boat was closed: ${reason}`))
  }
}
