import { readFileSync } from 'node:fs'

/** What a process has used. */
export interface ProcessUsage {
  readonly cpuSeconds: number
  readonly residentBytes: number
}

/** Linux counts a program's time in hundredths of a second, whatever its own clock. */
const ticksPerSecond = 100

const residentIn = (status: string): number => Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1]) * 1024

/** Reads Linux's own books of a process; undefined when it is gone, or on a machine that keeps no such books. */
export const usageOf = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in brackets may hold spaces; the numbers begin behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    const residentBytes = residentIn(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return Number.isNaN(cpuSeconds + residentBytes) ? undefined : { cpuSeconds, residentBytes }
  } catch {
    return undefined
  }
}
