import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../deadline.ts'
import { DeltaSender } from '../delta-sender.ts'
import { alarmDelta, selfDelta } from '../deltas.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../process-probe.ts'
import { pingFrame, RawWebSocket } from '../raw-websocket.ts'
import { Receivers } from '../receivers.ts'
import { SendClock } from '../send-clock.ts'
import { startTarget, type TargetName } from '../targets.ts'
import type { Reading, Workload } from '../workload.ts'

const clients = 500
const perSecond = 10_000
const alarmCount = 3
const limitMs = 250
/** An alarm that has not come by then is counted as this late. */
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
    if (!this.#latencies.has(key)) this.#latencies.set(key, this.#clock.now() - sentAt)
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
  readonly alarms: RawWebSocket
  /** The connection that brings the load. */
  readonly deltas: RawWebSocket
  readonly watch: AlarmWatch
  readonly plan: Plan
}

/** How far ingest is behind: a ping is answered after all that was sent before it on its connection. */
const ingestLag = async (deltas: RawWebSocket, patience: number): Promise<number> => {
  const before = deltas.pongs
  const askedAt = performance.now()
  deltas.sendFrames(pingFrame)
  await waitUntil(() => deltas.pongs > before, { limitMs: patience, everyMs: 1 })
  return performance.now() - askedAt
}

/** Sends alarms spread over the window; the load goes on while the last is awaited, or there were no overload. */
const raiseAlarms = async ({ alarms, deltas, watch, plan }: AlarmRun): Promise<readonly [number, number]> => {
  const patience = plan.isQuick ? patienceMs.quick : patienceMs.full
  for (let alarm = 0; alarm < alarmCount; alarm++) {
    await sleep(plan.windowMs / alarmCount)
    watch.raise(alarms)
  }
  const [ingestLagMs] = await Promise.all([
    ingestLag(deltas, patience),
    waitUntil(() => watch.missed === 0, { limitMs: patience }),
  ])
  return [watch.missed > 0 ? Math.max(patience, watch.worstMs) : watch.worstMs, ingestLagMs]
}

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo' })
  const clock = new SendClock()
  const watch = new AlarmWatch(clock)
  const receivers = await Receivers.open({
    target,
    clock,
    count: clients,
    subscribe: 'self',
    onAlarm: watch.hear,
  })
  const path = `${target.stream}?subscribe=none`
  const socket = await RawWebSocket.open({ port: target.port, path })
  const alarms = await RawWebSocket.open({ port: target.port, path })
  const sender = new DeltaSender({ socket, clock, make: selfDelta, perSecond })
  sender.start()
  await sleep(plan.warmMs)
  const loadBefore = process.cpuUsage()
  const startedAt = performance.now()
  const [worstMs, ingestLagMs] = await raiseAlarms({ alarms, deltas: socket, watch, plan })
  const load = process.cpuUsage(loadBefore)
  const seconds = (performance.now() - startedAt) / 1000
  sender.stop()
  const extra = {
    alarmsMissed: watch.missed,
    ingestLagMs,
    conflatedFrames: receivers.deliveries.conflatedFrames,
    closedClients: receivers.closed,
    residentMb: readResidentMb(target.pid),
    loadBusy: (load.user + load.system) / 1e6 / seconds,
  }
  for (const open of [receivers, socket, alarms]) open.close()
  return { value: worstMs, extra }
}

/** The worst latency of an alarm while far more is offered than a core can deliver. */
export const overloadAlarm: Workload = {
  name: 'overload-alarm',
  unit: 'ms, worst alarm',
  measure,
  judge: ({ ours }) => ({ target: `at most ${limitMs} ms at every client`, ok: ours.value <= limitMs }),
}
