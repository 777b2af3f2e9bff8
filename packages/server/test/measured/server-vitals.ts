import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resident memory of a process in megabytes (10^6 bytes). */
export const residentMb = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

/** Samples of something over a while. */
export const sampled = async (read: () => number, forMs: number, everyMs = 250): Promise<number[]> => {
  const samples: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    samples.push(read())
    await sleep(everyMs)
  }
  return samples
}

/** One of the numbers at `/metrics`. */
export const metric = async (
  url: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}

/** Puts this process, the server and the control before whatever else the machine does, where it lets us. */
export const goFirst = (...pids: readonly number[]): void => {
  try {
    // A thread that collects garbage for another holds it up when it comes last.
    for (const one of [process.pid, ...pids])
      for (const thread of readdirSync(`/proc/${one}/task`))
        setPriority(Number(thread), constants.priority.PRIORITY_HIGHEST)
  } catch {
    // Without the right to do so, server and control wait alike.
  }
}
