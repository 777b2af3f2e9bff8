import type { Layer, Range } from '@marinedata/uplink-protocol'
import {
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { headers, nanos, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import {
  batchSubject,
  liveSubject,
  streamName,
  streamOf,
  subjectsOf,
  type StreamCount,
  type VesselToken,
} from '#subjects.ts'
import { SendQueue } from './send-queue.ts'

const header = {
  from: 'Md-From',
  to: 'Md-To',
  log: 'Md-Log',
  owner: 'Md-Owner',
  before: 'Md-Before',
} as const
const msPerHour = 3_600_000
/** The writer has taken a batch long before. */
const keptMs = 72 * msPerHour
/** De-duplication by message id is not used: its window is minutes, outages are weeks. */
const duplicateWindowMs = 100

/** The last batch of a layer of a vessel. */
export interface StoredBatch extends Range {
  readonly log: string
  /** The ownership during which it was sent; undefined for one of an earlier version. */
  readonly owner: string | undefined
  /** Numbers up to this one are older than the ownership. */
  readonly before: number
  /** Sequence in the stream, which the next batch must name. */
  readonly sequence: number
}

export interface Batch extends Range {
  readonly log: string
  /** The ownership during which it was sent. */
  readonly owner?: string | undefined
  /** Numbers up to this one are older than the ownership. Absent: 0. */
  readonly before?: number
  readonly body: Uint8Array
}

/** A batch with its content. */
export interface StoredContent extends StoredBatch {
  readonly body: Uint8Array
  /** When it was stored, Unix milliseconds. */
  readonly at: number
}

/** The part of the store that a gateway uses. */
export type BatchStore = Pick<UplinkStore, 'store' | 'last' | 'sendLive'>

/** The batches of boats in NATS. */
export class UplinkStore {
  readonly #connection: NatsConnection
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #streams: StreamCount
  readonly #queue = new SendQueue()

  private constructor(connection: NatsConnection, manager: JetStreamManager, streams: StreamCount) {
    this.#connection = connection
    this.#streams = streams
    this.#client = jetstream(connection)
    this.#manager = manager
  }

  /** Does not wait for NATS: requests fail until NATS is ready. */
  static async open(connection: NatsConnection, streams: StreamCount): Promise<UplinkStore> {
    return new UplinkStore(connection, await jetstreamManager(connection, { checkAPI: false }), streams)
  }

  /** Creates the streams that do not exist. */
  async createStreams(replicas: number): Promise<void> {
    for (let index = 0; index < this.#streams; index++)
      await this.#manager.streams.add({
        name: streamName(index),
        subjects: subjectsOf(index, this.#streams),
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
        num_replicas: replicas,
        max_age: nanos(keptMs),
        duplicate_window: nanos(duplicateWindowMs),
        allow_direct: true,
      })
  }

  /**
   * The last batch, if there is one.
   * @param from `replica` is faster and may be behind: the comparison before storing finds that
   */
  async last(
    vessel: VesselToken,
    layer: Layer,
    from: 'replica' | 'leader',
  ): Promise<StoredBatch | undefined> {
    const stream = streamOf(vessel, this.#streams)
    const question = { last_by_subj: batchSubject(vessel, layer) }
    const message =
      from === 'leader'
        ? await this.#manager.streams.getMessage(stream, question)
        : await this.#manager.direct.getMessage(stream, question)
    return message === null ? undefined : storedBatch(message.header, message.seq)
  }

  /** The last batch with its content, if there is one. */
  async lastBody(vessel: VesselToken, layer: Layer): Promise<StoredContent | undefined> {
    const question = { last_by_subj: batchSubject(vessel, layer) }
    const message = await this.#manager.direct.getMessage(streamOf(vessel, this.#streams), question)
    if (message === null) return undefined
    return { body: message.data, at: message.time.getTime(), ...storedBatch(message.header, message.seq) }
  }

  /**
   * Stores a batch after the one with this sequence; 0 for the first. Returns its sequence.
   * @throws when the outcome is unknown
   */
  async store(
    { vessel, layer, after }: { vessel: VesselToken; layer: Layer; after: number },
    { from, to, log, owner, before = 0, body }: Batch,
    timeoutMs: number,
  ): Promise<number> {
    const named = headers()
    named.set(header.from, String(from))
    named.set(header.to, String(to))
    named.set(header.log, log)
    if (owner !== undefined) named.set(header.owner, owner)
    if (before > from) named.set(header.before, String(before))
    const { seq } = await this.#queue.add(() =>
      this.#client.publish(batchSubject(vessel, layer), body, {
        headers: named,
        timeout: timeoutMs,
        expect: { lastSubjectSequence: after },
      }),
    )
    return seq
  }

  /** Passes on something that nothing stores. It may get lost. */
  send(subject: string, body?: Uint8Array | string): void {
    this.#queue.push(() => {
      if (!this.#connection.isClosed()) this.#connection.publish(subject, body)
    })
  }

  /** Passes on the latest values. They may get lost. */
  sendLive(vessel: VesselToken, owner: string, body: Uint8Array): void {
    this.send(liveSubject(vessel, owner), body)
  }
}

const numberIn = (text: string | undefined): number => {
  const value = Number(text)
  if (text === undefined || text === '' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`A stored batch has the number "${text ?? ''}"`)
  return value
}

/** The batch that a message in the store describes by its headers. */
export const storedBatch = (named: MsgHdrs, sequence: number): StoredBatch => ({
  from: numberIn(named.get(header.from)),
  to: numberIn(named.get(header.to)),
  log: named.get(header.log),
  owner: named.has(header.owner) ? named.get(header.owner) : undefined,
  before: named.has(header.before) ? numberIn(named.get(header.before)) : 0,
  sequence,
})
