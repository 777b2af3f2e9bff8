import { checkOf, Type } from '@marinedata/model'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { SilenceWatch, type SilenceChange } from '#reader/silence-watch.ts'
import type { BoatUsage, Silence } from '#store/boat-records.ts'
import { contactSubject, type VesselToken } from '#subjects.ts'
import { ownershipOf } from '#store/ownership.ts'
import type { Boat, SilentAfter, Tenant } from '#tenants/records.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'
import type { SilenceCalls } from './silence-calls.ts'

export interface FleetSilenceOptions {
  readonly connection: NatsConnection
  readonly registry: TenantRegistry
  readonly log: Logger
  readonly liveMs: number
  /** Calls people about silent boats. Absent: no calls. */
  readonly calls?: Pick<SilenceCalls, 'changed'>
  /** Key: token. */
  readonly boats: ReadonlyMap<VesselToken, Boat>
  /** Key: identifier of the tenant. */
  readonly owners: ReadonlyMap<string, Tenant>
  readonly usage: ReadonlyMap<VesselToken, BoatUsage>
  /** The alarm of a boat was raised or cleared, here or by another reader. */
  readonly changed: (token: VesselToken) => void
}

const contactReport = checkOf<string[]>(Type.Array(Type.String(), { maxItems: 10_000 }))

const silentPeriods = 3
/** A boat sends something at least this often: by satellite every hour, else a batch of minutes. */
const [hourMs, minuteMs] = [3_600_000, 60_000]

/** Raises alarms for boats that are not heard, by the times that their owners have set. */
export class FleetSilence implements AsyncDisposable {
  readonly #options: FleetSilenceOptions
  readonly #watch: SilenceWatch
  readonly #running = new AsyncDisposableStack()

  constructor(options: FleetSilenceOptions) {
    this.#options = options
    this.#watch = this.#running.use(
      new SilenceWatch({
        silences: options.registry.silences,
        boats: () => options.boats.keys(),
        limitOf: (token) => (this.#silentAfter(token) === 'off' ? undefined : this.silentMs(token)),
        now: () => Date.now(),
        changed: (token, change) => this.#report(token, change),
        failed: (error) =>
          options.log.error({ event: 'reader.silence_failed', err: error }, 'silence not stored'),
      }),
    )
  }

  /** Follows the alarms that are stored, and what gateways report. */
  async start(): Promise<void> {
    const { registry, connection, changed } = this.#options
    this.#running.use(
      await registry.silences.watch((token, silence) => {
        this.#watch.set(token, silence)
        changed(token)
      }),
    )
    const reports = connection.subscribe(contactSubject, {
      callback: (_error, message) => {
        const heard: unknown = message.json()
        if (contactReport.accepts(heard)) this.#watch.report(heard)
      },
    })
    this.#running.defer(() => reports.unsubscribe())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.disposeAsync()
  }

  /** Boats that are not heard, and for which someone wants to know. */
  get silent(): number {
    return this.#watch.silent
  }

  /** Unix milliseconds; undefined when the boat was never heard. */
  lastContact(token: VesselToken): number | undefined {
    return this.#watch.lastContact(token)
  }

  /** Undefined also for an alarm of an earlier owner. */
  silenceOf(token: VesselToken): Silence | undefined {
    const silence = this.#watch.silenceOf(token)
    return silence !== undefined && this.#isOwn(token, silence) ? silence : undefined
  }

  /** Milliseconds without contact after which the boat counts as silent. */
  silentMs(token: VesselToken): number {
    const after = this.#silentAfter(token)
    if (typeof after === 'number') return after * 1_000
    const { tariff } = this.#options.usage.get(token) ?? {}
    return silentPeriods * Math.max(this.#options.liveMs, tariff === 'satellite' ? hourMs : minuteMs)
  }

  /** A boat has left, or has another owner. */
  forget(token: VesselToken): void {
    this.#watch.forget(token)
  }

  /** Restores the last contact of a boat from before the start. */
  restore(token: VesselToken, at: number): void {
    this.#watch.restore(token, at)
  }

  #isOwn(token: VesselToken, { raisedAt }: Silence): boolean {
    const boat = this.#options.boats.get(token)
    return boat !== undefined && Date.parse(raisedAt) >= Date.parse(ownershipOf(boat).since)
  }

  #silentAfter(token: VesselToken): SilentAfter | undefined {
    const { boats, owners } = this.#options
    const boat = boats.get(token)
    return boat?.silentAfter ?? owners.get(boat?.tenant ?? '')?.silentAfter
  }

  #report(token: VesselToken, change: SilenceChange): void {
    const { boats, calls, log } = this.#options
    const boat = boats.get(token)
    if (boat !== undefined && this.#isOwn(token, change.silence)) calls?.changed({ ...boat, token }, change)
    const fields = { vessel: boat?.vessel ?? token, tenant: boat?.tenant }
    const { isSilent, silence } = change
    if (isSilent) log.warn({ event: 'boat.silent', ...fields, since: silence.since }, 'boat is not heard')
    else log.info({ event: 'boat.silence_cleared', ...fields }, 'boat back online')
  }
}
