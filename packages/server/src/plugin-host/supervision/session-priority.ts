import { writeFileSync } from 'node:fs'

/** How far a plugin stands below everyone else; 0 is beside them. */
export interface Niceness {
  /** Of its process. */
  readonly process: number
  /** Of its session, while it starts and afterwards. */
  readonly starting: number
  readonly running: number
}

/**
 * Providers of the anchor watch and of autopilots run beside everyone else: they must get a processor however busy the
 * machine is. All others stand below; while they start a little less, since loading takes the most processor time.
 */
export const nicenessOf = (isProvider: boolean): Niceness =>
  isProvider ? { process: 0, starting: 0, running: 0 } : { process: 10, starting: 5, running: 10 }

/**
 * Puts the session of a process below others. Linux shares the processor among sessions, and niceness counts only inside
 * one: a plugin has a session of its own, and would be given as much as the whole server.
 * @returns false when it has to be tried again
 */
export const lowerSession = (pid: number, niceness: number): boolean => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
    return true
  } catch (error) {
    // Only root may do it more often than ten times a second. Any other machine has no such groups.
    return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
  }
}
