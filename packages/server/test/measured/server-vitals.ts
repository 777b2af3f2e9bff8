import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resident memory of a process in megabytes (10^6 bytes). */
export const residentMb = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

/** Samples of a number over time. */
export const sampled = async (read: () => number, forMs: number, everyMs = 250): Promise<number[]> => {
  const samples: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    samples.push(read())
    await sleep(everyMs)
  }
  return samples
}

/** Reads one number of `/metrics`. */
export const metric = async (
  url: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}

/** Raises the priority of this process, the server and the control, where permitted. */
export const goFirst = (...pids: readonly number[]): void => {
  try {
    // Includes all threads: a garbage collection thread at low priority would delay the others.
    for (const one of [process.pid, ...pids])
      for (const thread of readdirSync(`/proc/${one}/task`))
        setPriority(Number(thread), constants.priority.PRIORITY_HIGHEST)
  } catch {
    // Without the permission, server and control are delayed alike.
  }
}
