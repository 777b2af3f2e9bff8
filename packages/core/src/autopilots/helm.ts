import type { Clock } from '#clock.ts'
import { MarineDataError, type HelmRequest, type HelmState } from '@marinedata/model'

interface Lease {
  readonly token: string
  readonly label: string
  readonly until: number
}

/** The exclusive right to command a device, held by one client for a limited time. Free unless taken. */
export class Helm {
  readonly #clock: Clock
  readonly #newToken: () => string
  #lease: Lease | undefined

  constructor(clock: Clock, newToken: () => string) {
    this.#clock = clock
    this.#newToken = newToken
  }

  get state(): HelmState {
    const lease = this.#present()
    if (lease === undefined) return { held: false, label: null, secondsLeft: null }
    return { held: true, label: lease.label, secondsLeft: (lease.until - this.#clock.now()) / 1000 }
  }

  /** Whether the token belongs to the present lease. */
  isHeldWith(token: string | undefined): boolean {
    return token !== undefined && this.#present()?.token === token
  }

  /** @throws MarineDataError `helm-held` when another client holds the helm */
  check(token: string | undefined): void {
    const lease = this.#present()
    if (lease === undefined || lease.token === token) return
    throw new MarineDataError(
      'helm-held',
      `${lease.label} has the helm. Take over the helm, or wait until it is released`,
    )
  }

  /** Takes, extends or takes over the helm; returns the token that commands must carry. */
  take({ ttl, label, takeOver = false }: HelmRequest, token: string | undefined): string {
    if (!takeOver) this.check(token)
    const present = this.#present()
    const own = present !== undefined && present.token === token ? present.token : this.#newToken()
    this.#lease = { token: own, label, until: this.#clock.now() + ttl * 1000 }
    return own
  }

  /** Releases the helm. @throws MarineDataError `helm-held` when another client holds it */
  release(token: string | undefined): void {
    this.check(token)
    this.#lease = undefined
  }

  #present(): Lease | undefined {
    if (this.#lease !== undefined && this.#lease.until <= this.#clock.now()) this.#lease = undefined
    return this.#lease
  }
}
