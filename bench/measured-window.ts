import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from './deadline.ts'
import type { DeltaSender } from './sending/delta-sender.ts'
import type { Plan } from './plan.ts'
import type { Receivers } from './receiving/receivers.ts'
import type { SendClock } from './sending/send-clock.ts'
import { countUsage, type Usage } from './targets/usage.ts'

const firstValueMs = 10_000

export interface WindowOptions {
  readonly pid: number
  readonly plan: Plan
  readonly clock: SendClock
  readonly sender: DeltaSender
  readonly receivers: Receivers
  /** Values that all clients together should receive of this many deltas, starting at `first`. */
  readonly expectedValues: (first: number, sent: number) => number
}

export interface WindowResult extends Usage {
  readonly sent: number
  readonly deliveredRatio: number
}

/** Warms up, counts deliveries during the plan's window, and waits for late ones. */
export const measureWindow = async (options: WindowOptions): Promise<WindowResult> => {
  const { pid, plan, clock, sender, receivers, expectedValues } = options
  sender.start()
  await sleep(plan.warmMs)
  const first = sender.sent
  const usage = countUsage(pid)
  receivers.deliveries.open(clock.next())
  await sleep(plan.windowMs)
  receivers.deliveries.close(clock.next())
  const used = usage()
  const sent = sender.sent - first
  sender.stop()
  const expected = expectedValues(first, sent)
  await waitUntil(() => receivers.deliveries.valuesOfWindow >= expected, {
    limitMs: plan.drainMs,
    everyMs: 20,
  })
  // On a very busy machine even the first value can be later than that.
  await waitUntil(() => receivers.deliveries.valuesOfWindow > 0, { limitMs: firstValueMs })
  return { ...used, sent, deliveredRatio: receivers.deliveries.valuesOfWindow / expected }
}
