import { DeltaSender } from '../sending/delta-sender.ts'
import { selfDelta, selfPaths, subscribeTo, timedValuesPerSelfDelta } from '../sending/deltas.ts'
import { measureWindow } from '../measured-window.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { Receivers } from '../receiving/receivers.ts'
import { SendClock } from '../sending/send-clock.ts'
import { startTarget, type TargetName } from '../targets/targets.ts'
import type { Reading, Readings, Verdict, Workload } from '../workload.ts'

const perSecond = 1000
const unit = 'CPU s per million delivered deltas'

interface PathSubscribers {
  readonly clients: number
  /** The paths that a client subscribes to; default everything. */
  readonly pathsOf?: (client: number) => readonly string[]
}

/** Values that the clients should receive of each row of `selfPaths`. */
const expectedByRow = ({ clients, pathsOf }: PathSubscribers): readonly number[] => {
  if (pathsOf === undefined) return selfPaths.map(() => clients * timedValuesPerSelfDelta)
  const wanted = new Map<string, number>()
  for (let client = 0; client < clients; client++) {
    for (const path of pathsOf(client)) wanted.set(path, (wanted.get(path) ?? 0) + 1)
  }
  return selfPaths.map((row) => row.reduce((sum, path) => sum + (wanted.get(path) ?? 0), 0))
}

const expectation = (audience: PathSubscribers): ((first: number, sent: number) => number) => {
  const rows = expectedByRow(audience)
  return (first, sent) => {
    let values = 0
    for (let delta = first; delta < first + sent; delta++) values += rows[delta % rows.length] ?? 0
    return values
  }
}

const measureFanOut = async (name: TargetName, plan: Plan, audience: PathSubscribers): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo' })
  const clock = new SendClock()
  const { clients, pathsOf } = audience
  const receivers = await Receivers.open({
    target,
    clock,
    count: clients,
    subscribe: pathsOf === undefined ? 'self' : 'none',
    ...(pathsOf && { subscription: (client: number) => subscribeTo(pathsOf(client)) }),
  })
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  const sender = new DeltaSender({ socket, clock, make: selfDelta, perSecond })
  const expectedValues = expectation(audience)
  // Connecting many clients takes work, so the engine gets some time to settle.
  const settled = { ...plan, warmMs: plan.warmMs + Math.min(Math.max(clients, 400), 500) }
  const seen = await measureWindow({
    pid: target.pid,
    plan: settled,
    clock,
    sender,
    receivers,
    expectedValues,
  })
  const residentMb = readResidentMb(target.pid)
  receivers.close()
  socket.close()
  return {
    value: (seen.cpuSeconds / Math.max(1, receivers.deliveries.deltasInWindow)) * 1e6,
    extra: {
      p50Ms: receivers.deliveries.latencies.percentile(0.5),
      p99Ms: receivers.deliveries.latencies.percentile(0.99),
      deliveredRatio: seen.deliveredRatio,
      conflatedFrames: receivers.deliveries.conflatedFrames,
      cores: seen.cpuSeconds / seen.seconds,
      residentMb,
      loadBusy: seen.loadBusy,
    },
  }
}

interface FanOutTarget {
  readonly ratio?: number
  readonly p99Ms: number
  readonly isComplete: boolean
}

const targetByClients: Readonly<Record<number, FanOutTarget>> = {
  20: { ratio: 0.6, p99Ms: 50, isComplete: true },
  100: { ratio: 0.25, p99Ms: 50, isComplete: true },
  500: { ratio: 0.15, p99Ms: 100, isComplete: true },
  2000: { p99Ms: 500, isComplete: false },
}

const judgeBy =
  ({ ratio, p99Ms, isComplete }: FanOutTarget) =>
  ({ ours, bare }: Readings): Verdict => {
    const words = [
      ...(ratio === undefined ? [] : [`at most ${ratio} of bare`]),
      `p99 at most ${p99Ms} ms`,
      ...(isComplete ? ['every value delivered'] : []),
    ]
    const ok =
      (ratio === undefined || ours.value <= ratio * bare.value) &&
      (ours.extra['p99Ms'] ?? Number.NaN) <= p99Ms &&
      (!isComplete || ours.extra['deliveredRatio'] === 1)
    return { target: words.join(', '), ok }
  }

/** Our latest figures with equal subscriptions, for comparison with distinct ones in the same run. */
const ourCostByClients = new Map<number, number>()

const ourCost = async (clients: number, plan: Plan): Promise<number> =>
  ourCostByClients.get(clients) ?? (await measureFanOut('ours', plan, { clients })).value

/** The cost of sending 1,000 deltas a second to this many clients that subscribe to everything. */
export const fanOut = (clients: number): Workload => {
  const target = targetByClients[clients]
  return {
    name: `fanout-${clients}`,
    unit,
    hasCorked: true,
    isLarge: clients > 100,
    async measure(name, plan) {
      const reading = await measureFanOut(name, plan, { clients })
      if (name === 'ours') ourCostByClients.set(clients, reading.value)
      return reading
    },
    ...(target && { judge: judgeBy(target) }),
  }
}

const distinctClients = 500

/** The first path of each row, and a subset of its other three that is unique to the client. */
const distinctPaths = (client: number): readonly string[] =>
  selfPaths.flatMap(([first = '', ...others], row) => {
    // The first rows encode the client's number in base 8, three paths per digit; the rest are scattered.
    const digit = row < 4 ? (client >> (3 * row)) & 7 : (client * 7 + row * 5 + ((client * row) >> 3)) & 7
    return [first, ...others.filter((_, at) => ((digit >> at) & 1) === 1)]
  })

/** Every client has its own subscription. Compared with ours with equal subscriptions. */
export const fanOutDistinct: Workload = {
  name: 'fanout-500-distinct',
  unit,
  async measure(name, plan) {
    const distinct = await measureFanOut(name, plan, { clients: distinctClients, pathsOf: distinctPaths })
    if (name !== 'ours') return distinct
    const equalSubscriptions = await ourCost(distinctClients, plan)
    return { ...distinct, extra: { ...distinct.extra, equalSubscriptions } }
  },
  judge: ({ ours }) => ({
    target: 'at most twice the cost of equal subscriptions',
    ok: ours.value <= 2 * (ours.extra['equalSubscriptions'] ?? 0),
  }),
}
