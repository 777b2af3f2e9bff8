import { readdirSync, readFileSync } from 'node:fs'

/** What the scheduler has recorded of one thread. */
export interface ThreadTime {
  /** The kernel's letter: `R` running or queued for a processor, `S` sleeping, `T` stopped. */
  readonly state: string
  readonly ranNs: number
  /** Time in the run queue: it could have run and was not given a processor. A wait under way is added when it ends. */
  readonly waitedNs: number
}

/** By thread id. */
export type ThreadTimes = ReadonlyMap<string, ThreadTime>

/** The first ones, the main thread among them: a plugin decides how many it has, and reading them takes time. */
const mostThreads = 64

const stateIn = (stat: string): string => stat.charAt(stat.lastIndexOf(')') + 2)

const threadTime = (folder: string): ThreadTime | undefined => {
  try {
    const [ran, waited] = readFileSync(`${folder}/schedstat`, 'latin1').split(' ')
    return {
      state: stateIn(readFileSync(`${folder}/stat`, 'latin1')),
      ranNs: Number(ran),
      waitedNs: Number(waited),
    }
  } catch {
    // The thread has ended since, or this kernel keeps no such records.
    return undefined
  }
}

/** Kernels without accounting report zeros; the time of this process is never zero where it is recorded. */
const isRecorded = (): boolean => (threadTime('/proc/self')?.ranNs ?? 0) > 0

/** Reads the times of all threads of a process; undefined when it has ended, or on a machine that does not record them. */
export const threadTimesOf = (pid: number): ThreadTimes | undefined => {
  if (!isRecorded()) return undefined
  try {
    const folder = `/proc/${pid}/task`
    const times = readdirSync(folder)
      .slice(0, mostThreads)
      .flatMap((id) => {
        const time = threadTime(`${folder}/${id}`)
        return time === undefined ? [] : [[id, time] as const]
      })
    return times.length === 0 ? undefined : new Map(times)
  } catch {
    return undefined
  }
}
