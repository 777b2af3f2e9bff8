import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { processorSecondsOf } from '../../../scripts/fleet/processor-time.ts'

export interface OfflineBoatsOptions {
  readonly port: number
  /** File of the certificate of the gateway. */
  readonly certificate: string
  /** Folder of the log that the boats share. */
  readonly folder: string
  readonly firstMmsi: number
  readonly count: number
}

const patienceMs = 120_000
const program = new URL('./offline-boats-process.ts', import.meta.url).pathname

/** Some boats in a process of their own, which can be without a link and be killed. */
export class OfflineBoats implements AsyncDisposable {
  readonly #options: OfflineBoatsOptions
  #child: ChildProcess
  #isRunning = true
  /** Of processes that were killed. */
  #spentSeconds = 0

  private constructor(options: OfflineBoatsOptions, child: ChildProcess) {
    this.#options = options
    this.#child = child
  }

  static async start(options: OfflineBoatsOptions): Promise<OfflineBoats> {
    return new OfflineBoats(options, await begin(options))
  }

  /** Of its processor. */
  get processorSeconds(): number {
    const { pid } = this.#child
    return this.#spentSeconds + (this.#isRunning && pid !== undefined ? processorSecondsOf(pid) : 0)
  }

  /** The link ends, and the log is closed; the log is opened again; the link is back. */
  async order(order: 'down' | 'log' | 'up'): Promise<void> {
    const done = once(this.#child, 'message', { signal: AbortSignal.timeout(patienceMs) })
    this.#child.send(order)
    await done
  }

  /** As a power cut: the boats start again without their memory. */
  async killAndBegin(): Promise<void> {
    await this[Symbol.asyncDispose]()
    this.#child = await begin(this.#options)
    this.#isRunning = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#spentSeconds = this.processorSeconds
    this.#isRunning = false
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

const begin = async (options: OfflineBoatsOptions): Promise<ChildProcess> => {
  const { port, certificate, folder, firstMmsi, count } = options
  const words = [port, certificate, folder, firstMmsi, count].map(String)
  const child = fork(program, words, { execArgv: ['--conditions=@marinedata/source'] })
  await once(child, 'message', { signal: AbortSignal.timeout(patienceMs) })
  return child
}
