import { writeFileSync } from 'node:fs'

/** Niceness values of a plugin; 0 is the normal priority. */
export interface Niceness {
  /** Niceness of the process. */
  readonly process: number
  /** Niceness of the scheduler session, during the start and afterwards. */
  readonly starting: number
  readonly running: number
}

/**
 * Providers of anchor watches and autopilots run at normal priority: they must get a processor however busy the machine
 * is. All other plugins run at lower priority, lowered less while they start, because loading needs most processor
 * time.
 */
export const nicenessOf = (isProvider: boolean): Niceness =>
  isProvider ? { process: 0, starting: 0, running: 0 } : { process: 10, starting: 5, running: 10 }

/**
 * Lowers the priority of the session of a process. Linux divides processor time between sessions, and niceness works
 * only within one. A plugin has its own session, and would otherwise get as much time as the whole server.
 * @returns false when the call must be retried
 */
export const lowerSession = (pid: number, niceness: number): boolean => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
    return true
  } catch (error) {
    // EAGAIN: only root may do this more than ten times a second. Other errors: the system has no autogroups.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
  }
}
