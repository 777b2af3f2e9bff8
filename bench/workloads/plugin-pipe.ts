import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import type { Plan } from '../plan.ts'
import { batteries } from '../plugins/batteries.ts'
import { DeltaSender } from '../sending/delta-sender.ts'
import { selfDelta, selfPaths } from '../sending/deltas.ts'
import { SendClock } from '../sending/send-clock.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { readMetric } from '../targets/metrics.ts'
import { askPlugin, enablePlugin, readPlugin } from '../targets/plugins.ts'
import { pinLoad } from '../targets/process-probe.ts'
import { startTarget, type Target, type TargetName } from '../targets/targets.ts'
import { countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const perSecond = 20_000
const mostTimesBare = 2
/** A share of the rate; the last batch needs a moment. */
const enough = 0.97
const arrivalLimitMs = 5_000
const name = 'batteries'

interface Sent {
  readonly deltas: number
  /** CPU time of the sender. */
  readonly cpuSeconds: number
}

/** Sends for this long, and resolves when everything is sent. */
type Send = (milliseconds: number) => Promise<Sent>

const takenMetric = 'marinedata_deltas_total'

/** Sends twice, the first time to warm up. Counts what arrived the second time and its cost. */
const measureSending = async (target: Target, plan: Plan, send: Send): Promise<Reading> => {
  await send(plan.warmMs)
  await sleep(plan.drainMs)
  const before = await readMetric(target.port, takenMetric)
  const usage = countUsage(target.pid)
  // Long enough for a growing queue to overflow.
  const sent = await send(plan.isQuick ? plan.windowMs : 2 * plan.windowMs)
  const { cpuSeconds, seconds, loadBusy } = usage()
  let taken = 0
  const haveArrived = async (): Promise<boolean> => {
    taken = (await readMetric(target.port, takenMetric)) - before
    return taken >= sent.deltas
  }
  await waitUntil(haveArrived, { limitMs: arrivalLimitMs, everyMs: 50 })
  return {
    value: (cpuSeconds / taken) * 1e6,
    extra: {
      arrivedRatio: taken / sent.deltas,
      perSecond: taken / seconds,
      senderMicroseconds: (sent.cpuSeconds / sent.deltas) * 1e6,
      cores: cpuSeconds / seconds,
      loadBusy,
    },
  }
}

const isSent = (answer: unknown): answer is { published: number; cpuSeconds: number } =>
  typeof answer === 'object' && answer !== null && 'published' in answer && 'cpuSeconds' in answer

const measurePipe = async (plan: Plan): Promise<Reading> => {
  const plugins = [{ name, program: 'batteries', manifest: batteries.manifest }] as const
  await using target = await startTarget('ours', { bare: 'ws-echo', plugins })
  const asked = { port: target.port, name }
  await enablePlugin(asked)
  // The plugin is the load here, and must not share a core with the target.
  pinLoad((await readPlugin(asked)).pid)
  return await measureSending(target, plan, async (milliseconds) => {
    const answer = await askPlugin(asked, 'publish', { perSecond, milliseconds, rows: selfPaths })
    if (!isSent(answer)) throw new BenchError(`The plugin answered ${JSON.stringify(answer)}`)
    return { deltas: answer.published, cpuSeconds: answer.cpuSeconds }
  })
}

const measureStream = async (plan: Plan): Promise<Reading> => {
  await using target = await startTarget('ours', { bare: 'ws-echo' })
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  const sender = new DeltaSender({ socket, clock: new SendClock(), make: selfDelta, perSecond })
  const reading = await measureSending(target, plan, async (milliseconds) => {
    const before = { sent: sender.sent, cpu: process.cpuUsage() }
    sender.start()
    await sleep(milliseconds)
    sender.stop()
    const { user, system } = process.cpuUsage(before.cpu)
    return { deltas: sender.sent - before.sent, cpuSeconds: (user + system) / 1e6 }
  })
  socket.close()
  return reading
}

const measure = async (target: TargetName, plan: Plan): Promise<Reading> => {
  if (target === 'peer') throw new BenchError('its plugins have no pipe')
  return target === 'ours' ? await measurePipe(plan) : await measureStream(plan)
}

const haveAllArrived = ({ extra }: Reading): boolean =>
  extra['arrivedRatio'] === 1 && (extra['perSecond'] ?? 0) >= enough * perSecond

/** The cost of a delta from a plugin at the server, against the same delta from a WebSocket. */
export const pluginPipe: Workload = {
  name: 'plugin-pipe',
  unit: 'CPU µs per delta',
  measure,
  judge: ({ ours, bare }) => ({
    target: `all of ${perSecond} deltas/s, at most ${mostTimesBare} times the stream`,
    ok: haveAllArrived(ours) && ours.value <= mostTimesBare * bare.value,
  }),
}
