import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { MarineDataError, type HelmRequest, type HelmTaken } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { PilotReport } from './pilots.ts'

export interface HelmLeaseOptions {
  readonly boat: Pick<Boat, 'client' | 'link'>
  readonly pilot: ReadonlySignal<PilotReport | undefined>
  /** Name shown to others while this station has the helm. */
  readonly station: () => string
}

interface Lease {
  readonly pilot: string
  readonly token: string
  readonly label: string
  /** Whether the stream has shown this lease yet. */
  readonly isPublished: boolean
  /** On the clock of `performance.now()`. */
  readonly until: number
}

const lastsSeconds = 30
const renewMs = 10_000

/** Name of another station with the same name, so that its user does not mistake it for their own. */
const labelBeside = (own: string, holder: string | null): string => (own === holder ? `${own} 2` : own)

/**
 * The helm: one station commands at a time. The first command takes a free helm; the lease is renewed while the page is
 * visible and connected, and otherwise expires. The autopilot keeps steering in any case.
 */
export class HelmLease implements Disposable {
  readonly #options: HelmLeaseOptions
  readonly #lease = signal<Lease | undefined>(undefined)
  readonly #takenBy = signal<string | undefined>(undefined)
  readonly #ending: (() => void)[] = []
  #taking: Promise<string> | undefined

  readonly isOwn: ReadonlySignal<boolean>
  /** The other station that has the helm; undefined if it is free or ours. */
  readonly other: ReadonlySignal<string | undefined>

  constructor(options: HelmLeaseOptions) {
    this.#options = options
    const { pilot } = options
    this.isOwn = computed(
      () => this.#lease.value !== undefined && this.#lease.value.pilot === pilot.value?.id,
    )
    this.other = computed(() => (this.isOwn.value ? undefined : (pilot.value?.helm ?? undefined)))
    const renewing = setInterval(() => void this.#renew(), renewMs)
    this.#ending.push(
      effect(() => this.#noteHolder(pilot.value)),
      () => clearInterval(renewing),
    )
  }

  /** The station that took the helm from this one; undefined once the notice is dismissed. */
  get takenBy(): ReadonlySignal<string | undefined> {
    return this.#takenBy
  }

  forgetTaker(): void {
    this.#takenBy.value = undefined
  }

  /**
   * Headers of a command: the lease, taken now if the helm is free.
   * @throws MarineDataError when another station has the helm
   */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const pilot = this.#options.pilot.peek()
    if (pilot === undefined) return {}
    const lease = this.#lease.peek()
    const isHeld = lease?.pilot === pilot.id && lease.until > performance.now()
    return { 'X-Helm-Lease': isHeld ? lease.token : await this.#takeOnce(pilot, false) }
  }

  /** Takes the helm from another station. */
  async take(): Promise<void> {
    const pilot = this.#options.pilot.peek()
    if (pilot !== undefined) await this.#takeOnce(pilot, true)
  }

  /** Releases the helm. On page close the response is not awaited. */
  async release({ keepalive = false } = {}): Promise<void> {
    const lease = this.#lease.peek()
    if (lease === undefined) return
    this.#lease.value = undefined
    const headers = { 'X-Helm-Lease': lease.token }
    // Even if this fails, the lease expires.
    await this.#options.boat.client
      .call('DELETE vessels/self/autopilots/{id}/helm', { params: { id: lease.pilot }, headers, keepalive })
      .catch(() => undefined)
  }

  [Symbol.dispose](): void {
    for (const end of this.#ending) end()
  }

  /** Concurrent commands share one request. */
  #takeOnce(pilot: PilotReport, takeOver: boolean): Promise<string> {
    this.#taking ??= this.#takeNow(pilot, takeOver).finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  async #takeNow({ id, helm }: PilotReport, takeOver: boolean): Promise<string> {
    const label = labelBeside(this.#options.station(), takeOver ? helm : null)
    const { lease: token } = await this.#put(id, { ttl: lastsSeconds, label, ...(takeOver && { takeOver }) })
    const until = performance.now() + lastsSeconds * 1_000
    this.#takenBy.value = undefined
    this.#lease.value = { pilot: id, token, label, isPublished: false, until }
    return token
  }

  async #renew(): Promise<void> {
    const lease = this.#lease.peek()
    if (lease === undefined || document.visibilityState === 'hidden' || this.#options.boat.link.isLost.peek())
      return this.#dropIfOver(lease)
    const { pilot, token, label } = lease
    const body = { ttl: lastsSeconds, label }
    try {
      const renewed = await this.#put(pilot, body, { 'X-Helm-Lease': token })
      const until = performance.now() + lastsSeconds * 1_000
      if (this.#lease.peek()?.token === token) this.#lease.value = { ...lease, token: renewed.lease, until }
    } catch (error) {
      // Another station has it. After any other error it may still be ours.
      if (error instanceof MarineDataError && error.code === 'helm-held') this.#lease.value = undefined
      else this.#dropIfOver(lease)
    }
  }

  #put(id: string, body: HelmRequest, headers: Readonly<Record<string, string>> = {}): Promise<HelmTaken> {
    const { client } = this.#options.boat
    return client.call('PUT vessels/self/autopilots/{id}/helm', { params: { id }, body, headers })
  }

  #dropIfOver(lease: Lease | undefined): void {
    if (lease !== undefined && lease.until <= performance.now()) this.#lease.value = undefined
  }

  /** The stream reports a new holder shortly after the lease was taken: only later reports are news. */
  #noteHolder(report: PilotReport | undefined): void {
    const lease = this.#lease.value
    if (lease === undefined || report?.id !== lease.pilot) return
    if (report.helm === lease.label) {
      if (!lease.isPublished) this.#lease.value = { ...lease, isPublished: true }
      return
    }
    if (!lease.isPublished) return
    this.#lease.value = undefined
    this.#takenBy.value = report.helm ?? undefined
  }
}
