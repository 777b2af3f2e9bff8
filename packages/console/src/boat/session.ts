import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'

/** The signed-in user and their scopes. */
export class Session {
  readonly #client: MarineDataClient
  readonly #me: Signal<Visitor>

  readonly me: ReadonlySignal<Visitor>
  readonly maySteer: ReadonlySignal<boolean>
  readonly mayAnswerAlarms: ReadonlySignal<boolean>
  readonly mayAnchor: ReadonlySignal<boolean>
  readonly mayAdminister: ReadonlySignal<boolean>

  constructor(client: MarineDataClient, me: Visitor) {
    this.#client = client
    this.#me = signal(me)
    this.me = this.#me
    this.maySteer = this.#may('autopilot.command')
    this.mayAnswerAlarms = this.#may('alerts.ack')
    this.mayAnchor = this.#may('anchor.command')
    this.mayAdminister = computed(() => this.#me.value.mayAdminister)
  }

  /** Sets the user as confirmed by the server. */
  know(me: Visitor): void {
    this.#me.value = me
  }

  /** Reads the user again: a role may have been changed or revoked. */
  async refresh(): Promise<Visitor> {
    const me = await this.#client.call<Visitor>('GET', 'access/me')
    this.know(me)
    return me
  }

  async signOut(): Promise<void> {
    await this.#client.call('POST', 'access/sign-out')
  }

  #may(scope: Visitor['scopes'][number]): ReadonlySignal<boolean> {
    return computed(() => this.#me.value.scopes.includes(scope))
  }
}
