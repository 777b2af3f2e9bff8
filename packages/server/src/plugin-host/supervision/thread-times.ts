import { readdirSync, readFileSync } from 'node:fs'

/** Scheduler times of one thread. */
export interface ThreadTime {
  /** The kernel's state letter: `R` running or queued for a processor, `S` sleeping, `T` stopped. */
  readonly state: string
  readonly ranNs: number
  /** Time in the run queue: runnable, but without a processor. The kernel adds a wait when it ends. */
  readonly waitedNs: number
}

/** Key: thread id. */
export type ThreadTimes = ReadonlyMap<string, ThreadTime>

/** Reads only the first threads, which include the main thread: a plugin may have many, and reading them takes time. */
const maxThreads = 64

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
    // The thread has ended, or this kernel does not record scheduler times.
    return undefined
  }
}

/** Kernels without accounting report zeros. Where times are recorded, the time of this process is never zero. */
const isRecorded = (): boolean => (threadTime('/proc/self')?.ranNs ?? 0) > 0

/**
 * Reads the scheduler times of the threads of a process; undefined when it has ended, or where they are not recorded.
 */
export const threadTimesOf = (pid: number): ThreadTimes | undefined => {
  if (!isRecorded()) return undefined
  try {
    const folder = `/proc/${pid}/task`
    const times = readdirSync(folder)
      .slice(0, maxThreads)
      .flatMap((id) => {
        const time = threadTime(`${folder}/${id}`)
        return time === undefined ? [] : [[id, time] as const]
      })
    return times.length === 0 ? undefined : new Map(times)
  } catch {
    return undefined
  }
}
