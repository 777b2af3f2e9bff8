import { readFileSync } from 'node:fs'

/** Processor time of a plugin's own process, and the memory of all its processes. */
export interface ProcessUsage {
  readonly cpuSeconds: number
  readonly residentBytes: number
  /** The part of it that no file contains. */
  readonly privateBytes: number
  readonly processes: number
}

interface Memory {
  readonly residentBytes: number
  readonly privateBytes: number
}

/** /proc reports processor time in hundredths of a second, independent of the kernel's tick rate. */
const ticksPerSecond = 100
/** Reading the shares of a process takes up to a millisecond. The largest number of processes is below this. */
const mostMeasured = 64

/** A number of kilobytes in a file of /proc, as bytes; NaN when the kernel does not tell it. */
const numberIn = (text: string, name: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${name}:`)) ?? ''
  return Number.parseInt(line.slice(name.length + 1), 10) * 1024
}

const memoryIn = (folder: string): Memory => {
  const status = readFileSync(`${folder}/status`, 'latin1')
  return { residentBytes: numberIn(status, 'VmRSS'), privateBytes: numberIn(status, 'RssAnon') }
}

/** The proportional memory: a page that several processes share counts once in their sum. */
const sharedMemoryIn = (folder: string): Memory => {
  try {
    const rollup = readFileSync(`${folder}/smaps_rollup`, 'latin1')
    const residentBytes = numberIn(rollup, 'Pss')
    return { residentBytes, privateBytes: numberIn(rollup, 'Pss_Anon') || residentBytes }
  } catch {
    return memoryIn(folder)
  }
}

const otherMemory = (pid: number): Memory => {
  try {
    const memory = sharedMemoryIn(`/proc/${pid}`)
    if (Object.values(memory).every(Number.isFinite)) return memory
  } catch {
    // The process has ended.
  }
  return { residentBytes: 0, privateBytes: 0 }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/**
 * Reads the usage of a process and of those that it started from /proc.
 * @returns undefined when the process has ended, or on a system without /proc
 */
export const usageOf = (pid: number, others: readonly number[] = []): ProcessUsage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The process name in brackets may contain spaces: parse after the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    const own = (others.length === 0 ? memoryIn : sharedMemoryIn)(`/proc/${pid}`)
    const memories = [own, ...others.slice(0, mostMeasured).map(otherMemory)]
    const usage = {
      cpuSeconds,
      residentBytes: sum(memories.map(({ residentBytes }) => residentBytes)),
      privateBytes: sum(memories.map(({ privateBytes }) => privateBytes)),
      processes: 1 + others.length,
    }
    return Object.values(usage).some(Number.isNaN) ? undefined : usage
  } catch {
    return undefined
  }
}
