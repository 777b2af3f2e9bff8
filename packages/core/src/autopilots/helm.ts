import type { Clock } from '#clock.ts'
import { MarineDataError, type HelmRequest, type HelmState } from '@marinedata/model'

interface Lease {
  readonly token: string
  readonly label: string
  readonly until: number
}

/** Who may command a device. Nobody holds the helm unless someone has taken it, and then only for a time. */
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

  /** Whether that token is the one of a lease that has not ended. */
  isHeldWith(token: string | undefined): boolean {
    return token !== undefined && this.#present()?.token === token
  }

  /** @throws MarineDataError `helm-held` when another holds the helm */
  check(token: string | undefined): void {
    const lease = this.#present()
    if (lease === undefined || lease.token === token) return
    throw new MarineDataError('helm-held', `${lease.label} has the helm`)
  }

  /** Takes it, keeps it, or takes it over; gives the token that commands have to carry. */
  take({ ttl, label, takeOver = false }: HelmRequest, token: string | undefined): string {
    if (!takeOver) this.check(token)
    const kept = this.#present()
    const own = kept !== undefined && kept.token === token ? kept.token : this.#newToken()
    this.#lease = { token: own, label, until: this.#clock.now() + ttl * 1000 }
    return own
  }

  /** Gives it up. */
  release(token: string | undefined): void {
    this.check(token)
    this.#lease = undefined
  }

  #present(): Lease | undefined {
    if (this.#lease !== undefined && this.#lease.until <= this.#clock.now()) this.#lease = undefined
    return this.#lease
  }
}
