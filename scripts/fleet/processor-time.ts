import { readFileSync } from 'node:fs'

/** Of the kernel's accounts, on every platform that runs Node. */
const ticksPerSecond = 100

/** Seconds of processor time of a process, by the account of the kernel. */
export const processorSecondsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may have spaces, user and system time are the 12th and 13th field.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / ticksPerSecond
}

/** Which part of a trial uses how many processors: shows what the load itself costs. */
export class ProcessorShares {
  readonly #parts: Readonly<Record<string, () => number>>
  readonly #before: ReadonlyMap<string, number>
  readonly #beganAt = performance.now()

  /** @param parts the processor seconds of each part until now */
  constructor(parts: Readonly<Record<string, () => number>>) {
    this.#parts = parts
    this.#before = new Map(Object.entries(parts).map(([name, seconds]) => [name, seconds()]))
  }

  /** Processors that each part has used since the beginning, on average. */
  get cores(): Record<string, number> {
    const seconds = (performance.now() - this.#beganAt) / 1_000
    const shares = Object.entries(this.#parts).map(([name, used]) => {
      const cores = (used() - (this.#before.get(name) ?? 0)) / seconds
      return [name, Number(cores.toFixed(3))] as const
    })
    return Object.fromEntries(shares)
  }
}

/** The processor seconds of this process and of its threads. */
export const ownProcessorSeconds = (): number => processorSecondsOf(process.pid)
