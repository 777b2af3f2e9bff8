import { DeltaSender } from '../sending/delta-sender.ts'
import { boatDelta, timedValuesOfBoat } from '../sending/deltas.ts'
import { measureWindow } from '../measured-window.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { Receivers } from '../receiving/receivers.ts'
import { SendClock } from '../sending/send-clock.ts'
import { startTarget, type TargetName } from '../targets/targets.ts'
import { countTreeUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const clients = 5
const perSecond = 200
const coresLimit = 0.06
/** Time until everything that runs at this rate is compiled. */
const warmMs = { quick: 3000, full: 10_000 }
const windowMs = { quick: 3000, full: 10_000 }

const planOf = (plan: Plan): Plan => ({
  ...plan,
  warmMs: plan.isQuick ? warmMs.quick : warmMs.full,
  windowMs: plan.isQuick ? windowMs.quick : windowMs.full,
})

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo', plugins: [] })
  const clock = new SendClock()
  const receivers = await Receivers.open({ target, clock, count: clients, subscribe: 'all' })
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  const sender = new DeltaSender({ socket, clock, make: boatDelta, perSecond })
  const wholeBoat = countTreeUsage(target.pid)
  const seen = await measureWindow({
    pid: target.pid,
    plan: planOf(plan),
    clock,
    sender,
    receivers,
    expectedValues: (first, sent) => clients * timedValuesOfBoat(first, sent),
  })
  const boat = wholeBoat()
  const residentMb = readResidentMb(target.pid)
  receivers.close()
  socket.close()
  return {
    value: seen.cpuSeconds / seen.seconds,
    extra: {
      p99Ms: receivers.deliveries.latencies.percentile(0.99),
      deliveredRatio: seen.deliveredRatio,
      boatCores: boat.cpuSeconds / boat.seconds,
      residentMb,
    },
  }
}

/** A boat under way: its own sensors, some ships, five screens, and the default plugins. */
export const ordinaryBoat: Workload = {
  name: 'ordinary-boat',
  unit: 'cores of the server',
  measure,
  judge: ({ ours }) => ({
    target: `at most ${coresLimit} cores, every value delivered`,
    ok: ours.value <= coresLimit && ours.extra['deliveredRatio'] === 1,
  }),
}
