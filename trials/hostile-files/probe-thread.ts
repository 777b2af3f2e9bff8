import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import {
  machineProcesses,
  ProcessTree,
} from '../../packages/server/src/plugin-host/supervision/process-tree.ts'
import { usageOf } from '../../packages/server/src/plugin-host/supervision/process-usage.ts'
import type { ProbedServers, Reading } from './health-probe.ts'

// Asks both servers for /health in turn, and measures the memory of all processes but those of the control.

const { attacked, control } = workerData as ProbedServers
const agent = new Agent({ keepAlive: true })
const pauseMs = 10
const asksPerMeasurement = 4

/** Milliseconds that a thread has waited for a processor: a busy machine is not a slow server. */
const waitedMs = (thread: string): number => {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

const waitedBoth = (pid: number): number => waitedMs(`${pid}/task/${pid}`) + waitedMs('thread-self')

const asked = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = get(`${url}/health`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject)
  })

/** The time of one answer without the time in which the server, or this thread, had no processor. */
const answerMs = async ({ url, pid }: ProbedServers['control']): Promise<number> => {
  const [startedAt, waited] = [performance.now(), waitedBoth(pid)]
  const status = await asked(url)
  if (status !== 200 && status !== 503) throw new Error(`/health answered ${status}`)
  return Math.max(0, performance.now() - startedAt - (waitedBoth(pid) - waited))
}

const tree = new ProcessTree(machineProcesses, () => performance.now(), 0)

/** Memory that no file contains. */
const memoryBytes = (): number => {
  const spared = new Set([control.pid, ...tree.below(control.pid)])
  return tree
    .below(process.pid)
    .filter((pid) => !spared.has(pid))
    .reduce((sum, pid) => sum + (usageOf(pid)?.privateBytes ?? 0), 0)
}

let reading: Reading = { asks: 0, longestMs: 0, controlLongestMs: 0, peakBytes: 0, slow: 0 }
parentPort?.on('message', () => {
  parentPort?.postMessage(reading)
  reading = { asks: 0, longestMs: 0, controlLongestMs: 0, peakBytes: 0, slow: 0 }
})

const limitMs = 100
for (;;) {
  const ms = await answerMs(attacked)
  const controlMs = await answerMs(control)
  const isMeasured = reading.asks % asksPerMeasurement === 0
  reading = {
    asks: reading.asks + 1,
    slow: reading.slow + (ms > limitMs && ms > 3 * controlMs ? 1 : 0),
    longestMs: Math.max(reading.longestMs, ms),
    controlLongestMs: Math.max(reading.controlLongestMs, controlMs),
    peakBytes: isMeasured ? Math.max(reading.peakBytes, memoryBytes()) : reading.peakBytes,
  }
  await sleep(pauseMs)
}
