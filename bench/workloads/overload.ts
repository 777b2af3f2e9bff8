import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../deadline.ts'
import { DeltaSender } from '../sending/delta-sender.ts'
import { alarmDelta, alarmPath, selfDelta, selfPaths, subscribeTo } from '../sending/deltas.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { Receivers } from '../receiving/receivers.ts'
import { SendClock, sendTimes } from '../sending/send-clock.ts'
import { startTarget, type TargetName } from '../targets/targets.ts'
import { countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const clients = 500
const perSecond = 5000
const alarmCount = 3
/** Counting costs the load more time than reading. */
const countOneIn = 10
const limitMs = 250
/** An alarm that has not arrived by then counts as this late. */
const patienceMs = { quick: 1000, full: 5000 }

/** Latencies of alarms, one per client and alarm. */
class AlarmWatch {
  readonly #latencies = new Map<string, number>()
  readonly #clock: SendClock
  #raised = 0

  constructor(clock: SendClock) {
    this.#clock = clock
  }

  readonly hear = (client: number, sentAt: number): void => {
    const key = `${client} ${sentAt}`
    const latencyMs = (this.#clock.now() - sentAt) * sendTimes.millisecondsPerUnit
    if (!this.#latencies.has(key)) this.#latencies.set(key, latencyMs)
  }

  raise(socket: RawWebSocket): void {
    this.#raised++
    socket.send(alarmDelta(this.#clock.next()))
  }

  get missed(): number {
    return this.#raised * clients - this.#latencies.size
  }

  get worstMs(): number {
    return Math.max(0, ...this.#latencies.values())
  }
}

interface AlarmRun {
  /** The connection that sends the load. */
  readonly deltas: RawWebSocket
  readonly watch: AlarmWatch
  readonly plan: Plan
}

/** How far ingest is behind: a pong follows everything sent before on its connection. */
const ingestLag = async (deltas: RawWebSocket, patience: number): Promise<number> => {
  const before = deltas.pongs
  const askedAt = performance.now()
  deltas.ping()
  await waitUntil(() => deltas.pongs > before, { limitMs: patience, everyMs: 1 })
  return performance.now() - askedAt
}

/** One path of each row, a subset that is unique to the client, and the alarms. */
const wishOf = (client: number): string =>
  subscribeTo([
    alarmPath,
    ...selfPaths.map((row, at) => {
      // The first rows encode the client's number in base 4; the rest are scattered.
      const choice = at < 5 ? client >> (2 * at) : client * 3 + at * 5 + ((client * at) >> 3)
      return row[choice & 3] ?? ''
    }),
  ])

/** Distributes the alarms over the window. */
const raiseAlarms = async (alarms: RawWebSocket, watch: AlarmWatch, windowMs: number): Promise<void> => {
  for (let alarm = 0; alarm < alarmCount; alarm++) {
    await sleep(windowMs / alarmCount)
    watch.raise(alarms)
  }
}

/** Waits while the load continues; otherwise there would be no overload. */
const awaitAlarms = async ({ deltas, watch, plan }: AlarmRun): Promise<readonly [number, number]> => {
  const patience = plan.isQuick ? patienceMs.quick : patienceMs.full
  const [ingestLagMs] = await Promise.all([
    ingestLag(deltas, patience),
    waitUntil(() => watch.missed === 0, { limitMs: patience }),
  ])
  // Messages in flight at the end of the window still count.
  await sleep(plan.drainMs)
  return [watch.missed > 0 ? Math.max(patience, watch.worstMs) : watch.worstMs, ingestLagMs]
}

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo' })
  const clock = new SendClock()
  const watch = new AlarmWatch(clock)
  const audience = { count: clients, subscribe: 'none', subscription: wishOf, countOneIn } as const
  const receivers = await Receivers.open({ target, clock, ...audience, onAlarm: watch.hear })
  const path = `${target.stream}?subscribe=none`
  const deltas = await RawWebSocket.open({ port: target.port, path })
  const alarms = await RawWebSocket.open({ port: target.port, path })
  const sender = new DeltaSender({ socket: deltas, clock, make: selfDelta, perSecond })
  sender.start()
  await sleep(plan.warmMs)
  const sentBefore = sender.sent
  receivers.deliveries.open(clock.next())
  const usage = countUsage(target.pid)
  await raiseAlarms(alarms, watch, plan.windowMs)
  const { cpuSeconds, seconds, loadBusy } = usage()
  receivers.deliveries.close(clock.next())
  const expected = ((sender.sent - sentBefore) * clients) / countOneIn
  const [worstMs, ingestLagMs] = await awaitAlarms({ deltas, watch, plan })
  sender.stop()
  const extra = {
    alarmsMissed: watch.missed,
    ingestLagMs,
    deliveredRatio: receivers.deliveries.valuesOfWindow / expected,
    cores: cpuSeconds / seconds,
    conflatedFrames: receivers.deliveries.conflatedFrames,
    closedClients: receivers.closed,
    residentMb: readResidentMb(target.pid),
    loadBusy,
  }
  for (const open of [receivers, deltas, alarms]) open.close()
  return { value: worstMs, extra }
}

/** The worst latency of an alarm while far more is sent than a core can deliver. */
export const overloadAlarm: Workload = {
  name: 'overload-alarm',
  isOverload: true,
  unit: 'ms, worst alarm',
  measure,
  judge: ({ ours }) => ({ target: `at most ${limitMs} ms at every client`, ok: ours.value <= limitMs }),
}
