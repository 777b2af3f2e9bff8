import type { Check } from '@marinedata/model'
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  StorageType,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { headers, nanos, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'

/** A value in a bucket. */
export interface Entry<T> {
  /** Undefined when there is nothing, or it was removed. */
  readonly value: T | undefined
  /** The revision that the next change must name; 0 if the key never existed. */
  readonly revision: number
}

export interface BucketOptions<T> {
  readonly name: string
  readonly check: Check<T>
  /** Milliseconds after which an entry is removed. Absent: never. */
  readonly ageMs?: number
}

const operationHeader = 'KV-Operation'
const wrongLastSequence = 10071
const timeoutMs = 5_000

/** A key-value bucket of NATS, in the layout that its tools read. Every change names the revision that it replaces. */
export class Bucket<T> {
  readonly #options: BucketOptions<T>
  readonly #connection: NatsConnection
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager

  private constructor(connection: NatsConnection, manager: JetStreamManager, options: BucketOptions<T>) {
    this.#connection = connection
    this.#client = jetstream(connection)
    this.#manager = manager
    this.#options = options
  }

  /** Does not wait for NATS: requests fail until NATS is ready. */
  static async open<T>(connection: NatsConnection, options: BucketOptions<T>): Promise<Bucket<T>> {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: timeoutMs })
    return new Bucket(connection, manager, options)
  }

  /** Creates the bucket if it does not exist. */
  async create(replicas: number): Promise<void> {
    const { name, ageMs } = this.#options
    await this.#manager.streams.add({
      name: this.#stream,
      subjects: [`$KV.${name}.>`],
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      num_replicas: replicas,
      max_msgs_per_subject: 1,
      allow_rollup_hdrs: true,
      deny_delete: true,
      duplicate_window: nanos(100),
      ...(ageMs !== undefined && { max_age: nanos(ageMs) }),
    })
  }

  /** Reads from the leader, so that a change that was confirmed is seen. */
  async get(key: string): Promise<Entry<T>> {
    const message = await this.#manager.streams.getMessage(this.#stream, {
      last_by_subj: this.#subject(key),
    })
    if (message === null) return { value: undefined, revision: 0 }
    return { value: this.#read(key, message.header, message.data), revision: message.seq }
  }

  /**
   * Replaces what has this revision, 0 for nothing. Returns the new revision; undefined when someone else was faster.
   * @throws when the outcome is unknown
   */
  async put(key: string, value: T, revision: number): Promise<number | undefined> {
    return await this.#publish(key, { revision, payload: JSON.stringify(value) })
  }

  /** Removes what has this revision. False when someone else was faster. */
  async remove(key: string, revision: number): Promise<boolean> {
    return (await this.#publish(key, { revision, operation: 'DEL' })) !== undefined
  }

  /** All entries. */
  async list(): Promise<Map<string, T>> {
    const valueByKey = new Map<string, T>()
    const watch = await this.watch((key, value) => {
      if (value === undefined) valueByKey.delete(key)
      else valueByKey.set(key, value)
    })
    await watch[Symbol.asyncDispose]()
    return valueByKey
  }

  /**
   * Calls back with all entries and then with every change; a removed entry is undefined. After NATS was away it calls
   * back with all entries again, because a bucket that was restored from a copy can have older ones. Resolves when all
   * entries were passed for the first time.
   */
  async watch(tell: (key: string, value: T | undefined) => void): Promise<AsyncDisposable> {
    const watch = new Watch(() => this.#follow(tell))
    await watch.start()
    void watch.restartAfter(this.#connection)
    return watch
  }

  async #follow(tell: (key: string, value: T | undefined) => void): Promise<ConsumerMessages> {
    const consumer = await this.#client.consumers.get(this.#stream, {
      deliver_policy: DeliverPolicy.LastPerSubject,
    })
    const { state } = await this.#manager.streams.info(this.#stream)
    const messages = await consumer.consume({ max_messages: 500 })
    const isRead = Promise.withResolvers<void>()
    if (state.messages === 0) isRead.resolve()
    const prefix = `$KV.${this.#options.name}.`.length
    void (async () => {
      for await (const message of messages) {
        const key = message.subject.slice(prefix)
        tell(key, this.#read(key, message.headers, message.data))
        if (message.info.pending === 0) isRead.resolve()
      }
      isRead.resolve()
    })().catch(isRead.reject)
    await isRead.promise
    return messages
  }

  get #stream(): string {
    return `KV_${this.#options.name}`
  }

  #subject(key: string): string {
    return `$KV.${this.#options.name}.${key}`
  }

  #read(key: string, named: MsgHdrs | undefined, data: Uint8Array): T | undefined {
    if ((named?.get(operationHeader) ?? '') !== '') return undefined
    const value: unknown = JSON.parse(new TextDecoder().decode(data))
    if (this.#options.check.accepts(value)) return value
    throw new Error(`The bucket "${this.#options.name}" has an entry that does not fit at "${key}"`)
  }

  async #publish(
    key: string,
    {
      revision,
      payload = '',
      operation,
    }: { readonly revision: number; readonly payload?: string; readonly operation?: 'DEL' },
  ): Promise<number | undefined> {
    const named = headers()
    if (operation !== undefined) named.set(operationHeader, operation)
    try {
      const { seq } = await this.#client.publish(this.#subject(key), payload, {
        headers: named,
        timeout: timeoutMs,
        expect: { lastSubjectSequence: revision },
      })
      return seq
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return undefined
      throw error
    }
  }
}

/** A subscription that starts again when NATS was away. */
class Watch implements AsyncDisposable {
  readonly #follow: () => Promise<ConsumerMessages>
  #messages: ConsumerMessages | undefined
  #isEnded = false

  constructor(follow: () => Promise<ConsumerMessages>) {
    this.#follow = follow
  }

  async start(): Promise<void> {
    this.#messages = await this.#follow()
  }

  async restartAfter(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#isEnded) return
      if (type === 'reconnect') await this.#restart()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    await this.#messages?.close()
  }

  /** Until it succeeds: NATS may not have a leader yet. */
  async #restart(): Promise<void> {
    await this.#messages?.close()
    while (!this.#isEnded)
      try {
        await this.start()
        // It may have ended while this started.
        if (this.#isEnded) await this.#messages?.close()
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1_000).unref())
      }
  }
}
