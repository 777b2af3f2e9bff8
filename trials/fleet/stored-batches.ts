import { storedBatch, streamName, type StreamCount } from '@marinedata/fleet'
import { jetstreamManager, jetstream, DeliverPolicy } from '@nats-io/jetstream'
import type { Range } from '@marinedata/uplink-protocol'
import type { NatsConnection } from '@nats-io/transport-node'
import { ready } from '../../scripts/fleet/ready.ts'

/** Everything that is stored, in order, by subject. */
export const storedBatches = async (
  connection: NatsConnection,
  streams: StreamCount,
): Promise<Map<string, Range[]>> => {
  const manager = await jetstreamManager(connection, { checkAPI: false })
  const rangesBySubject = new Map<string, Range[]>()
  for (let index = 0; index < streams; index++) {
    const stream = streamName(index)
    // After a kill of all servers a stream has no leader at first.
    const { state } = await ready(() => manager.streams.info(stream))
    if (state.messages === 0) continue
    const consumer = await jetstream(connection).consumers.get(stream, {
      deliver_policy: DeliverPolicy.All,
      headers_only: true,
    })
    const messages = await consumer.consume({ max_messages: 1_000 })
    for await (const message of messages) {
      const ranges = rangesBySubject.get(message.subject) ?? []
      if (message.headers !== undefined) ranges.push(storedBatch(message.headers, message.seq))
      rangesBySubject.set(message.subject, ranges)
      if (message.seq >= state.last_seq) break
    }
    await messages.close()
  }
  return rangesBySubject
}

export interface Account {
  /** Numbers that were recorded aboard. */
  readonly recorded: number
  readonly lost: number
  readonly doubled: number
  /** Layers whose numbers are stored in another order. */
  readonly unordered: number
}

/** Compares what is stored with what boats have recorded. */
export const accountOf = (
  headBySubject: ReadonlyMap<string, number>,
  stored: ReadonlyMap<string, readonly Range[]>,
): Account => {
  const sum = { recorded: 0, lost: 0, doubled: 0, unordered: 0 }
  for (const [subject, head] of headBySubject) {
    const ranges = stored.get(subject) ?? []
    const counts = new Uint8Array(head + 1)
    let last = 0
    for (const { from, to } of ranges) {
      for (let number = from + 1; number <= to; number++) counts[number] = (counts[number] ?? 0) + 1
      if (from < last) sum.unordered++
      last = to
    }
    sum.recorded += head
    for (let number = 1; number <= head; number++) {
      if (counts[number] === 0) sum.lost++
      sum.doubled += Math.max(0, (counts[number] ?? 0) - 1)
    }
  }
  return sum
}
