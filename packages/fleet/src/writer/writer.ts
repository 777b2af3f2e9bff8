import type { NatsConnection } from '@nats-io/transport-node'
import { Lease, openLeases } from '#store/lease.ts'
import { streamName, type StreamCount } from '#subjects.ts'
import { StreamWriter, type WriterCounts, type WriterLag } from './stream-writer.ts'

export interface WriterOptions {
  readonly connection: NatsConnection
  readonly streams: StreamCount
  /** The folder of all shards. Writers that share streams share the folder. */
  readonly folder: string
  /** Unique among writers. */
  readonly owner: string
  readonly replicas: number
  /** Days of which the records stay. Absent: all. */
  readonly keepDays?: number | undefined
  readonly failed: (error: unknown) => void
}

/** Takes the streams whose leases it holds into files. Another writer takes over when it ends. */
export class Writer implements AsyncDisposable {
  readonly #options: WriterOptions
  readonly #leases: Lease[] = []
  readonly #writers = new Map<number, StreamWriter>()
  readonly #ending = new Set<Promise<void>>()
  readonly counts: WriterCounts = { messages: 0, stored: 0, repeated: 0, rejected: 0, holes: 0, commits: 0 }

  private constructor(options: WriterOptions) {
    this.#options = options
  }

  static async start(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options)
    const leases = await openLeases(options.connection)
    await leases.create(options.replicas)
    for (let index = 0; index < options.streams; index++) {
      const lease: Lease = new Lease(leases, {
        key: `writer-${streamName(index)}`,
        owner: options.owner,
        changed: (isHeld) => (isHeld ? writer.#begin(index, lease) : writer.#end(index)),
      })
      writer.#leases.push(lease)
    }
    return writer
  }

  /** The number of streams that it writes. */
  get held(): number {
    return this.#leases.filter(({ isHeld }) => isHeld).length
  }

  /** Lag of all its streams: sum of messages, maximum of seconds. */
  get lag(): WriterLag {
    const lags = [...this.#writers.values()].map(({ lag }) => lag)
    return {
      messages: lags.reduce((sum, { messages }) => sum + messages, 0),
      seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The files are closed before another writer may take the lease.
    await Promise.all([...this.#writers.values()].map((writer) => writer[Symbol.asyncDispose]()))
    await Promise.all(this.#ending)
    await Promise.all(this.#leases.map((lease) => lease[Symbol.asyncDispose]()))
  }

  #begin(index: number, lease: Lease): void {
    this.#writers.set(
      index,
      new StreamWriter({
        ...this.#options,
        keepDays: this.#options.keepDays,
        index,
        counts: this.counts,
        isHeld: () => lease.isHeld,
      }),
    )
  }

  #end(index: number): void {
    const writer = this.#writers.get(index)
    this.#writers.delete(index)
    if (writer === undefined) return
    const ended = writer[Symbol.asyncDispose]().catch(this.#options.failed)
    this.#ending.add(ended)
    void ended.finally(() => this.#ending.delete(ended))
  }
}
