import { readFileSync } from 'node:fs'

/** The number of files that this process may open (Node raises the soft limit at start). Infinity when not on Linux. */
export const openFileLimit = (): number => {
  try {
    const limit = /^Max open files +([0-9]+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}
