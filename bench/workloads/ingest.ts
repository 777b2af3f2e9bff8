import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import { selfDelta, selfPaths } from '../sending/deltas.ts'
import { deltasPerChunk, flood, makeChunks } from '../sending/flood.ts'
import { readLeafValue } from '../sockets/http-request.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { SendClock } from '../sending/send-clock.ts'
import { startTarget, type Target, type TargetName } from '../targets/targets.ts'
import { countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const preparedDeltas = 10_000
const warmTimes = 4
const visibleLimitMs = 20_000
const lastLeaf = `vessels/self/${(selfPaths[0]?.[0] ?? '').replaceAll('.', '/')}`

/** Sends a last delta and waits until the tree has it: only stored deltas count. */
const waitForLast = async (socket: RawWebSocket, target: Target): Promise<void> => {
  const sentAt = new SendClock().next()
  socket.send(selfDelta(0, sentAt))
  const isStored = await waitUntil(
    async () => (await readLeafValue(target.port, `${target.api}/${lastLeaf}`)) === sentAt,
    { limitMs: visibleLimitMs, everyMs: 1 },
  )
  if (!isStored) throw new BenchError(`The last delta was not in the tree after ${visibleLimitMs} ms`)
}

const floodFor = async (socket: RawWebSocket, chunks: readonly Buffer[], forMs: number): Promise<number> => {
  const end = performance.now() + forMs
  let sent = 0
  await flood(socket, () => (performance.now() < end ? chunks[sent++ % chunks.length] : undefined))
  return sent * deltasPerChunk
}

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'ws-echo' })
  const chunks = makeChunks(preparedDeltas, selfDelta, new SendClock())
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  // Until all of the code path is compiled: both targets are twice as slow at first.
  await floodFor(socket, chunks, warmTimes * plan.warmMs)
  const usage = countUsage(target.pid)
  const sent = await floodFor(socket, chunks, plan.windowMs)
  await waitForLast(socket, target)
  const { seconds, cpuSeconds } = usage()
  socket.close()
  return {
    value: sent / seconds,
    extra: { perCpuSecond: sent / cpuSeconds, residentMb: readResidentMb(target.pid) },
  }
}

/** How many deltas a second one core accepts from one WebSocket and stores. */
export const ingest: Workload = {
  name: 'ingest',
  unit: 'deltas/s',
  measure,
  judge: ({ ours, bare }) => ({ target: 'at least 0.7 of bare', ok: ours.value >= 0.7 * bare.value }),
}
