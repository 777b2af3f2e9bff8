import { checkOf, Type } from '@marinedata/model'
import { layers, type Layer } from '@marinedata/uplink-protocol'
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type JsMsg,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { nanos, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '#store/shard-database.ts'
import { storedBatch } from '#store/uplink-store.ts'
import {
  batchSubject,
  cursorSubject,
  layerOfToken,
  rewindSubject,
  shardOf,
  shardsOf,
  streamName,
  type StreamCount,
  type VesselToken,
} from '#subjects.ts'
import { ShardWriter, type Hole, type ReceivedBatch } from './shard-writer.ts'

export interface WriterCounts {
  messages: number
  stored: number
  repeated: number
  rejected: number
  holes: number
  commits: number
}

/** How far the files are behind the stream. */
export interface WriterLag {
  readonly messages: number
  /** The age of the newest message in the files when it was written; 0 when nothing waits. */
  readonly seconds: number
}

export interface StreamWriterOptions {
  readonly connection: NatsConnection
  readonly folder: string
  readonly streams: StreamCount
  /** The number of the stream. */
  readonly index: number
  /** Days of which the records stay; undefined: all. */
  readonly keepDays: number | undefined
  readonly isHeld: () => boolean
  readonly counts: WriterCounts
  readonly failed: (error: unknown) => void
}

const consumerName = 'writer'
const most = { messages: 500, waitMs: 1_000 } as const
const retryMs = 500
/** Error codes of NATS: no such consumer, no such stream. */
const notFound: ReadonlySet<number> = new Set([10014, 10059])
const tellAgainMs = 10_000
const removeEveryMs = 3_600_000
const msPerDay = 86_400_000
const mostTold = 10_000

const cursorQuestion = checkOf<{ vessel: VesselToken; log: string; layer: Layer }>(
  Type.Object({ vessel: Type.String(), log: Type.String(), layer: Type.Enum([...layers]) }),
)

/** Takes one stream into the files of its shards, while it holds the lease. */
export class StreamWriter implements AsyncDisposable {
  readonly #options: StreamWriterOptions
  readonly #shards = new Map<number, ShardWriter>()
  readonly #toldAt = new Map<string, number>()
  readonly #work: Promise<void>
  #lag: WriterLag = { messages: 0, seconds: 0 }
  #isEnded = false
  #reconnects = 0
  #removedAt = Number.NEGATIVE_INFINITY

  constructor(options: StreamWriterOptions) {
    this.#options = options
    this.#work = this.#run()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    await this.#work
  }

  get lag(): WriterLag {
    return this.#lag
  }

  get #isActive(): boolean {
    return !this.#isEnded && this.#options.isHeld()
  }

  async #run(): Promise<void> {
    const { index, streams, folder } = this.#options
    for (const shard of shardsOf(index, streams)) this.#shards.set(shard, new ShardWriter(folder, shard))
    const questions = this.#answerQuestions()
    void this.#countReconnects()
    while (this.#isActive)
      try {
        await this.#follow()
      } catch (error) {
        this.#options.failed(error)
        await sleep(retryMs)
      }
    for (const subscription of questions) subscription.unsubscribe()
    for (const shard of this.#shards.values()) shard[Symbol.dispose]()
  }

  /** Gateways ask how far the files are when the stream has been purged of a boat. */
  #answerQuestions(): Subscription[] {
    const { connection } = this.#options
    return [...this.#shards].map(([shard, files]) =>
      connection.subscribe(cursorSubject(shard), {
        callback: (_error, message) => {
          const question: unknown = message.json()
          if (!cursorQuestion.accepts(question) || !this.#isActive) return
          const { vessel, log, layer } = question
          message.respond(JSON.stringify({ to: files.cursor(vessel, log, layer) }))
        },
      }),
    )
  }

  async #countReconnects(): Promise<void> {
    for await (const { type } of this.#options.connection.status()) {
      if (this.#isEnded) return
      if (type === 'reconnect') this.#reconnects++
    }
  }

  /** Until NATS was away: it may have been restored from a copy, with another state of the consumer. */
  async #follow(): Promise<void> {
    const before = this.#reconnects
    const consumer = await this.#begin()
    while (this.#isActive && this.#reconnects === before) {
      const messages = await consumer.fetch({ max_messages: most.messages, expires: most.waitMs })
      const received: JsMsg[] = []
      for await (const message of messages) received.push(message)
      if (received.length > 0 && this.#isActive) this.#commit(received)
      this.#lag = lagAfter(received.at(-1))
      if (this.#isActive) this.#removeOld()
    }
  }

  /** Every hour: boats that were without a link for long send records of days that were removed before. */
  #removeOld(): void {
    const { keepDays } = this.#options
    const now = performance.now()
    if (keepDays === undefined || now - this.#removedAt < removeEveryMs) return
    this.#removedAt = now
    const first = dayOf(Date.now() - keepDays * msPerDay)
    for (const shard of this.#shards.values()) shard.removeBefore(first)
  }

  /**
   * Creates the consumer again, after the last acknowledged batch. Otherwise NATS would deliver the batches that another
   * writer received and did not acknowledge after those that follow them, and they would look like a hole.
   */
  async #begin(): Promise<Consumer> {
    const { connection, index } = this.#options
    const manager = await jetstreamManager(connection, { checkAPI: false })
    const stream = streamName(index)
    const acknowledged = await removeConsumer(manager, stream)
    const { state } = await manager.streams.info(stream)
    // A stream that was restored from a copy may end before.
    const from = acknowledged > state.last_seq ? 1 : acknowledged + 1
    await manager.consumers.add(stream, {
      durable_name: consumerName,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: from,
      ack_wait: nanos(30_000),
      max_ack_pending: 2 * most.messages,
    })
    return await jetstream(connection).consumers.get(stream, consumerName)
  }

  #commit(messages: readonly JsMsg[]): void {
    const { counts } = this.#options
    const batches = messages.flatMap((message) => batchOf(message) ?? [])
    counts.rejected += messages.length - batches.length
    for (const [shard, ofShard] of Map.groupBy(batches, ({ vessel }) => shardOf(vessel))) {
      const committed = this.#shards.get(shard)?.commit(ofShard)
      if (committed === undefined) throw new Error(`The stream has a batch of shard ${shard}`)
      counts.stored += committed.stored
      counts.repeated += committed.repeated
      counts.rejected += committed.rejected
      counts.holes += committed.holes.length
      for (const hole of committed.holes) this.#tell(hole)
    }
    counts.commits++
    counts.messages += messages.length
    for (const message of messages) message.ack()
  }

  /** Asks the boat to send again from the hole; repeated after a while, because there is no confirmation. */
  #tell({ vessel, log, layer, to }: Hole): void {
    const key = `${vessel} ${layer}`
    const now = performance.now()
    if (now - (this.#toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < tellAgainMs) return
    if (this.#toldAt.size >= mostTold) this.#toldAt.clear()
    this.#toldAt.set(key, now)
    this.#options.connection.publish(rewindSubject(vessel), JSON.stringify({ log, layer, to }))
  }
}

/** Without a message nothing was waiting. */
const lagAfter = (last: JsMsg | undefined): WriterLag =>
  last === undefined
    ? { messages: 0, seconds: 0 }
    : { messages: last.info.pending, seconds: Math.max(0, Date.now() - last.time.getTime()) / 1_000 }

/** Returns the sequence up to which everything was acknowledged. */
const removeConsumer = async (manager: JetStreamManager, stream: string): Promise<number> => {
  try {
    const { ack_floor: floor } = await manager.consumers.info(stream, consumerName)
    await manager.consumers.delete(stream, consumerName)
    return floor.stream_seq
  } catch (error) {
    if (error instanceof JetStreamApiError && notFound.has(error.code)) return 0
    throw error
  }
}

/** Undefined for a message that is no batch. It is rejected, because the batches behind it would wait for ever. */
const batchOf = ({ subject, headers, data, seq }: JsMsg): ReceivedBatch | undefined => {
  const [, , , vessel = '', layerToken = ''] = subject.split('.')
  const layer = layerOfToken(layerToken)
  if (layer === undefined || headers === undefined) return undefined
  if (subject !== batchSubject(vessel, layer)) return undefined
  try {
    return { vessel, layer, ...storedBatch(headers, seq), body: data }
  } catch {
    return undefined
  }
}
