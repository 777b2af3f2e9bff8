import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const spinMs = 500
const pluginPriority = 10

const spin = `process.once('message', () => {
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  while (performance.now() - startedAt < ${spinMs});
  const { user, system } = process.cpuUsage(before)
  process.send((user + system) / ${spinMs * 1_000})
  process.disconnect()
})`

/** The share of a processor that a process gets now with the priority of a plugin: 1 on a machine without other work. */
export const processorShare = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--eval', spin], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A session of its own, like a plugin.
    detached: true,
  })
  setPriority(child.pid!, pluginPriority)
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(pluginPriority))
  } catch {
    // Only some kernels group processes by session.
  }
  child.send('spin')
  const [share] = (await once(child, 'message')) as [number]
  return share
}
