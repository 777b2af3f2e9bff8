import { DeltaSender } from '../sending/delta-sender.ts'
import { aisDelta, timedValuesPerAisDelta } from '../sending/deltas.ts'
import { fillWithFleet } from '../sending/fleet.ts'
import { measureWindow } from '../measured-window.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { Receivers } from '../receiving/receivers.ts'
import { SendClock } from '../sending/send-clock.ts'
import { startTarget, type TargetName } from '../targets/targets.ts'
import type { Reading, Workload } from '../workload.ts'

/** A few plotters that show every ship. */
const clients = 5
const residentLimitMb = 250

interface Fleet {
  readonly vessels: number
  readonly perSecond: number
}

const measureFleet = async (
  name: TargetName,
  plan: Plan,
  { vessels, perSecond }: Fleet,
): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo', manyContexts: true })
  const clock = new SendClock()
  await fillWithFleet(target, vessels, clock)
  const receivers = await Receivers.open({ target, clock, count: clients, subscribe: 'all' })
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  const sender = new DeltaSender({ socket, clock, make: aisDelta(vessels), perSecond })
  const expectedValues = (_first: number, sent: number): number => sent * clients * timedValuesPerAisDelta
  const seen = await measureWindow({ pid: target.pid, plan, clock, sender, receivers, expectedValues })
  const residentMb = readResidentMb(target.pid)
  receivers.close()
  socket.close()
  return {
    value: (seen.cpuSeconds / seen.sent) * 1000,
    extra: {
      residentMb,
      p99Ms: receivers.deliveries.latencies.percentile(0.99),
      deliveredRatio: seen.deliveredRatio,
      cores: seen.cpuSeconds / seen.seconds,
    },
  }
}

const unit = 'CPU s per 1,000 deltas'

export const contexts10k: Workload = {
  name: 'contexts-10k',
  unit,
  measure: (name, plan) => measureFleet(name, plan, { vessels: 10_000, perSecond: 1000 }),
}

export const contexts50k: Workload = {
  name: 'contexts-50k',
  unit,
  isLarge: true,
  measure: (name, plan) => measureFleet(name, plan, { vessels: 50_000, perSecond: 5000 }),
  judge: ({ ours }) => ({
    target: `at most ${residentLimitMb} MB resident`,
    ok: (ours.extra['residentMb'] ?? 0) <= residentLimitMb,
  }),
}
