import { checkOf, Type } from '@marinedata/model'
import type { NatsConnection } from '@nats-io/transport-node'
import { Bucket } from './bucket.ts'

export const leaseTimes = { lastsMs: 10_000, renewMs: 3_000, checkMs: 1_000 } as const

interface Holder {
  readonly owner: string
}
const checkHolder = checkOf<Holder>(Type.Object({ owner: Type.String() }))

export const openLeases = async (connection: NatsConnection): Promise<Bucket<Holder>> =>
  await Bucket.open(connection, { name: 'leases', check: checkHolder })

/**
 * A lease on a name, held by one process at a time. Clocks are not compared: a lease is over when it was not renewed for its
 * time, by the clock of the process that waits. It runs until it is disposed.
 */
export class Lease implements AsyncDisposable {
  readonly #leases: Bucket<Holder>
  readonly #key: string
  readonly #owner: string
  readonly #changed: (isHeld: boolean) => void
  #revision = 0
  #isHeld = false
  /** When the revision was seen first, or the lease was renewed last. */
  #since = performance.now()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()
  #isEnded = false

  constructor(
    leases: Bucket<Holder>,
    { key, owner, changed }: { key: string; owner: string; changed: (isHeld: boolean) => void },
  ) {
    this.#leases = leases
    this.#key = key
    this.#owner = owner
    this.#changed = changed
    this.#next()
  }

  get isHeld(): boolean {
    // A process that was stopped for a while must not believe that it still holds the lease.
    return this.#isHeld && performance.now() - this.#since < leaseTimes.lastsMs
  }

  /** Gives the lease back, so that another process need not wait. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    await this.#work
    const wasHeld = this.isHeld
    this.#set(false)
    if (wasHeld) await this.#leases.remove(this.#key, this.#revision).catch(() => false)
  }

  #next(): void {
    if (this.#isEnded) return
    const waitMs = this.#isHeld ? leaseTimes.renewMs : leaseTimes.checkMs * (0.5 + Math.random())
    this.#timer = setTimeout(() => {
      this.#work = this.#step().then(
        () => this.#next(),
        () => this.#fail(),
      )
    }, waitMs)
  }

  #fail(): void {
    if (!this.isHeld) this.#set(false)
    this.#next()
  }

  async #step(): Promise<void> {
    if (this.#isHeld) return await this.#renew()
    const { value, revision } = await this.#leases.get(this.#key)
    if (revision !== this.#revision) {
      this.#revision = revision
      this.#since = performance.now()
    }
    if (value === undefined || performance.now() - this.#since > leaseTimes.lastsMs) await this.#take()
  }

  async #renew(): Promise<void> {
    const renewedAt = performance.now()
    const revision = await this.#leases.put(this.#key, { owner: this.#owner }, this.#revision)
    // The holder has stopped when the time was over, even if the lease is free.
    if (revision === undefined || !this.isHeld) this.#set(false)
    if (revision === undefined) return
    this.#revision = revision
    this.#since = renewedAt
    this.#set(true)
  }

  async #take(): Promise<void> {
    const takenAt = performance.now()
    const revision = await this.#leases.put(this.#key, { owner: this.#owner }, this.#revision)
    if (revision === undefined) return
    this.#revision = revision
    this.#since = takenAt
    this.#set(true)
  }

  #set(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    this.#changed(isHeld)
  }
}
