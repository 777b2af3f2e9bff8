import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}

const fieldsOf = (pid: string): string[] => {
  const stat = read(pid, 'stat')
  // The name in parentheses may contain spaces; the numbers follow it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const isReplay = (pid: string): boolean =>
  Number(fieldsOf(pid)[1]) === process.pid && read(pid, 'cmdline').includes('file-replay')

/** Only Linux reports the usage of a process. */
export const isMeasurable = process.platform === 'linux'

/** The resource usage of the replay process that this test started. */
export const childUsage = (): { readonly cpuSeconds: number; readonly peakMegabytes: number } => {
  const pid = readdirSync('/proc').find((name) => /^[0-9]+$/.test(name) && isReplay(name))
  if (pid === undefined) throw new Error('The replay is not running')
  const fields = fieldsOf(pid)
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    peakMegabytes: Number(/^VmHWM:\s+([0-9]+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1000,
  }
}
