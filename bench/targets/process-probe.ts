import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const ticksPerSecond = 100

/** Cores by role: a target must not share its core with the load. */
const targetCore = '0'
const loadCore = '1'

const threadSeconds = (pid: number): number | undefined => {
  let nanoseconds = 0
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    }
  } catch {
    return undefined
  }
  return nanoseconds > 0 ? nanoseconds / 1e9 : undefined
}

/**
 * CPU time of a process, user and system, in seconds. Prefers the scheduler's count: the 10 ms ticks of `stat` are too coarse for
 * a window of a second.
 */
export const readCpuSeconds = (pid: number): number => {
  const exact = threadSeconds(pid)
  if (exact !== undefined) return exact
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The command name may contain blanks and parentheses; the fields follow its closing parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Voluntary context switches of all threads of a process: each was followed by a wake-up. */
export const readWakeUps = (pid: number): number => {
  let wakeUps = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    wakeUps += Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? 0)
  }
  return wakeUps
}

const parentOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** A process and all its descendants; a sandbox is a process between the server and its plugin. */
export const processTree = (root: number): readonly number[] => {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    const parent = Number.isInteger(pid) ? parentOf(pid) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const below = (pid: number): readonly number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)]
  return below(root)
}

/** Resident memory of a process in megabytes (10^6 bytes). */
export const readResidentMb = (pid: number): number => {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (Number(found?.[1] ?? 0) * 1024) / 1e6
}

export interface Memory {
  readonly residentMb: number
  /** Proportional set size: a page shared by several processes counts in parts. */
  readonly proportionalMb: number
  /** Private memory that cannot be shared with other processes of the same program. */
  readonly ownMb: number
}

/** Memory of a process and all its descendants, in megabytes (10^6 bytes). */
export const readTreeMemory = (root: number): Memory =>
  processTree(root)
    .map((pid) => readMemory(pid))
    .reduce((sum, memory) => ({
      residentMb: sum.residentMb + memory.residentMb,
      proportionalMb: sum.proportionalMb + memory.proportionalMb,
      ownMb: sum.ownMb + memory.ownMb,
    }))

/** Memory of a process in megabytes (10^6 bytes). */
export const readMemory = (pid: number): Memory => {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytesByName = new Map(
    [...rollup.matchAll(/^(\w+):\s+(\d+) kB$/gm)].map(([, name, kilobytes]) => [name, Number(kilobytes)]),
  )
  const megabytes = (name: string): number => ((kilobytesByName.get(name) ?? 0) * 1024) / 1e6
  return {
    residentMb: megabytes('Rss'),
    proportionalMb: megabytes('Pss'),
    ownMb: megabytes('Anonymous'),
  }
}

const findTaskset = (): boolean => {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const hasTaskset = findTaskset()

/** The command prefix that pins a process to the target's core. */
export const pinnedCommand = (command: readonly string[]): readonly string[] =>
  hasTaskset ? ['taskset', '-c', targetCore, ...command] : command

/** Pins a load process and all its descendants to the load's core; `false` where that is impossible. */
export const pinLoad = (root: number = process.pid): boolean => {
  if (!hasTaskset) return false
  try {
    for (const pid of processTree(root))
      execFileSync('taskset', ['-a', '-c', '-p', loadCore, String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
