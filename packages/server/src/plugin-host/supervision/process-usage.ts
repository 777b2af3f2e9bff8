import { readFileSync } from 'node:fs'

/** Processor time and memory of a process. */
export interface ProcessUsage {
  readonly cpuSeconds: number
  readonly residentBytes: number
  /** The part of it that no file contains, and no other process shares. */
  readonly privateBytes: number
}

/** /proc reports processor time in hundredths of a second, independent of the kernel's tick rate. */
const ticksPerSecond = 100

const residentIn = (status: string): number => Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1]) * 1024
const privateIn = (status: string): number => Number(/^RssAnon:\s+([0-9]+) kB$/m.exec(status)?.[1]) * 1024

/** Reads the usage of a process from /proc; undefined when the process has ended, or on a system without /proc. */
export const usageOf = (pid: number): ProcessUsage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name in brackets may contain spaces: parse after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const usage = { cpuSeconds, residentBytes: residentIn(status), privateBytes: privateIn(status) }
    return Object.values(usage).some(Number.isNaN) ? undefined : usage
  } catch {
    return undefined
  }
}
