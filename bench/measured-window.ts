import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from './deadline.ts'
import type { DeltaSender } from './delta-sender.ts'
import type { Plan } from './plan.ts'
import { readCpuSeconds } from './process-probe.ts'
import type { Receivers } from './receivers.ts'
import type { SendClock } from './send-clock.ts'

export interface WindowOptions {
  readonly pid: number
  readonly plan: Plan
  readonly clock: SendClock
  readonly sender: DeltaSender
  readonly receivers: Receivers
  /** Values that all clients together should get of so many deltas sent from `first` on. */
  readonly expectedValues: (first: number, sent: number) => number
}

export interface WindowResult {
  readonly sent: number
  readonly cpuSeconds: number
  readonly seconds: number
  readonly deliveredRatio: number
  /** Share of its core that the load itself used: near 1 the figures tell of the load, not of the target. */
  readonly loadBusy: number
}

/** Warms up, counts deliveries for the plan's window, and lets late ones arrive. */
export const measureWindow = async (options: WindowOptions): Promise<WindowResult> => {
  const { pid, plan, clock, sender, receivers, expectedValues } = options
  sender.start()
  await sleep(plan.warmMs)
  const first = sender.sent
  const cpuBefore = readCpuSeconds(pid)
  const loadBefore = process.cpuUsage()
  const startedAt = performance.now()
  receivers.deliveries.open(clock.next())
  await sleep(plan.windowMs)
  receivers.deliveries.close(clock.next())
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = readCpuSeconds(pid) - cpuBefore
  const load = process.cpuUsage(loadBefore)
  const sent = sender.sent - first
  sender.stop()
  const expected = expectedValues(first, sent)
  await waitUntil(() => receivers.deliveries.valuesOfWindow >= expected, {
    limitMs: plan.drainMs,
    everyMs: 20,
  })
  return {
    sent,
    cpuSeconds,
    seconds,
    deliveredRatio: receivers.deliveries.valuesOfWindow / expected,
    loadBusy: (load.user + load.system) / 1e6 / seconds,
  }
}
