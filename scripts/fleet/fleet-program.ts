import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const main = new URL('../../packages/fleet/src/cli/main.ts', import.meta.url).pathname
const execArguments = ['--conditions=@marinedata/source', main]
const startMs = 120_000

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `marinedata-fleet` in a process of its own. */
export class FleetProgram implements AsyncDisposable {
  readonly #child: ChildProcess
  #stdout = ''
  #stderr = ''

  constructor(words: readonly string[]) {
    this.#child = spawn(process.execPath, [...execArguments, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
  }

  /** Runs a command to its end. */
  static async run(...words: string[]): Promise<Finished> {
    await using program = new FleetProgram(words)
    return await program.finished()
  }

  /** Starts processes of a fleet and waits until all run. */
  static async start(name: string, settings: string): Promise<FleetProgram> {
    const program = new FleetProgram([name, '--settings', settings])
    const deadline = performance.now() + startMs
    while (!program.#stdout.includes(' is running')) {
      if (program.hasEnded || performance.now() > deadline) {
        await program[Symbol.asyncDispose]()
        throw new Error(`"${name}" did not start: ${program.#stdout}${program.#stderr}`)
      }
      await sleep(50)
    }
    return program
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Where a part listens, as it printed. */
  portOf(role: string): number {
    const line = this.#stdout.split('\n').find((text) => text.startsWith(`The ${role} is listening on `))
    if (line === undefined) throw new Error(`The ${role} has printed no address`)
    return Number(new URL(line.split(' ').at(-1) ?? '').port)
  }

  /** Asks it to end, and waits. */
  async stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' = 'SIGTERM'): Promise<Finished> {
    if (!this.hasEnded) this.#child.kill(signal)
    return await this.finished()
  }

  async finished(): Promise<Finished> {
    if (!this.hasEnded) await once(this.#child, 'close', { signal: AbortSignal.timeout(startMs) })
    return { code: this.#child.exitCode, stdout: this.#stdout, stderr: this.#stderr }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL')
  }
}
