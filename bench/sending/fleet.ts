import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import { aisDelta, aisLeafPath } from './deltas.ts'
import { flood, makeChunks } from './flood.ts'
import { readLeafValue } from '../sockets/http-request.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import type { SendClock } from './send-clock.ts'
import type { Target } from '../targets/targets.ts'

const storedLimitMs = 60_000

/** Sends one delta for each ship and waits until the first and the last one are in the tree. */
export const fillWithFleet = async (target: Target, fleet: number, clock: SendClock): Promise<void> => {
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  const chunks = makeChunks(fleet, aisDelta(fleet), clock)
  let sent = 0
  await flood(socket, () => chunks[sent++])
  for (const vessel of [fleet - 1, 0]) {
    const leaf = `${target.api}/${aisLeafPath(vessel)}`
    const isStored = await waitUntil(async () => (await readLeafValue(target.port, leaf)) !== undefined, {
      limitMs: storedLimitMs,
      everyMs: 10,
    })
    if (!isStored) throw new BenchError(`Vessel ${vessel} of ${fleet} is not in the tree`)
  }
  socket.close()
}
