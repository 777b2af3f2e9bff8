import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

interface ProcessTime {
  readonly pid: number
  readonly parent: number
  /** With that of children that have ended. */
  readonly ticks: number
}

const timeOf = (pid: string): ProcessTime[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    return [{ pid: Number(pid), parent: fields[1]!, ticks }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

/** What this process and all that it started have used. */
const ownTicks = (): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap(timeOf)
  const own = new Set([process.pid])
  // A child may have a smaller number than its parent.
  for (let before = 0; before < own.size;) {
    before = own.size
    for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid)
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (own.has(pid) ? ticks : 0), 0)
}

/** What the whole machine has done, and what it was not given while it wanted to. */
const allTicks = (): number => {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = readFileSync(
    '/proc/stat',
    'latin1',
  )
    .slice('cpu '.length)
    .trim()
    .split(' ')
    .map(Number)
  return user + nice + system + interrupts + soft + stolen
}

/** How much of the processor others take, who have no part in the test. */
export class Neighbours {
  #last = this.#look()

  /** Processors' worth of time that others took since the last time. */
  take(): number {
    const before = this.#last
    this.#last = this.#look()
    const { at, all, own } = this.#last
    const foreign = all - before.all - (own - before.own)
    return foreign / ticksPerSecond / ((at - before.at) / 1_000)
  }

  #look(): { readonly at: number; readonly all: number; readonly own: number } {
    return { at: performance.now(), all: allTicks(), own: ownTicks() }
  }
}
