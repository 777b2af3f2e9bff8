import { readFileSync } from 'node:fs'

/** How many files this process may have open; Node asks for as many as it can get when it starts. Only Linux tells. */
export const openFileLimit = (): number => {
  try {
    const limit = /^Max open files +([0-9]+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}
