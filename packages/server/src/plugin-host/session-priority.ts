import { writeFileSync } from 'node:fs'

/**
 * How far a plugin's session stands below everyone who is steering. While it starts it needs a processor, and on a busy
 * machine it would else be given up before it has said hello.
 */
export const sessionNiceness = { starting: 5, running: 10 } as const

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
