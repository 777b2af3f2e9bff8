import type { BoundingBox, FleetView } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'

/** Why there is no view of the fleet. */
export type ShoreFault = 'sign-in' | 'lost'

const pollMs = 5_000
const deadlineMs = 10_000
const tokenKey = 'marinedata-fleet-token'

interface HistoryRows {
  readonly data: readonly (readonly [at: string, ...values: (number | null)[]])[]
}

/** The fleet ashore, as its interface shows it. */
export class Shore implements Disposable {
  readonly #api: string
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #view = signal<FleetView | undefined>(undefined)
  readonly #fault = signal<ShoreFault | undefined>(undefined)
  readonly #now = signal(Date.now())
  #timer: ReturnType<typeof setTimeout> | undefined
  #isEnded = false

  constructor(productWord: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#api = `/${productWord}/v2/api`
    this.#storage = storage
    void this.#poll()
  }

  get view(): ReadonlySignal<FleetView | undefined> {
    return this.#view
  }

  get fault(): ReadonlySignal<ShoreFault | undefined> {
    return this.#fault
  }

  /** Milliseconds of the wall clock, with each answer. */
  get now(): ReadonlySignal<number> {
    return this.#now
  }

  signIn(token: string): void {
    this.#storage.setItem(tokenKey, token)
    clearTimeout(this.#timer)
    void this.#poll()
  }

  signOut(): void {
    this.#storage.removeItem(tokenKey)
    this.#view.value = undefined
    this.#fault.value = 'sign-in'
  }

  /** Hourly means of a path over the last day; null where nothing is recorded. */
  async dayOf(vessel: string, path: string): Promise<readonly (number | null)[]> {
    const to = new Date()
    const from = new Date(to.getTime() - 24 * 3_600_000)
    const query = new URLSearchParams({
      context: `vessels.${vessel}`,
      paths: path,
      from: from.toISOString(),
      to: to.toISOString(),
      resolution: '10m',
    })
    const response = await this.#ask(`/history/values?${query}`)
    if (!response.ok) return []
    return ((await response.json()) as HistoryRows).data.map(([, value]) => value ?? null)
  }

  /** The stream of a window of the map; it stays open. */
  async openMap({ south, west, north, east }: BoundingBox, ending: AbortSignal): Promise<Response> {
    return await fetch(`${this.#api}/fleet/map?south=${south}&west=${west}&north=${north}&east=${east}`, {
      signal: ending,
      headers: this.#headers,
    })
  }

  [Symbol.dispose](): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
  }

  #ask(path: string): Promise<Response> {
    return fetch(this.#api + path, { signal: AbortSignal.timeout(deadlineMs), headers: this.#headers })
  }

  get #headers(): Record<string, string> {
    const token = this.#storage.getItem(tokenKey)
    return token === null ? {} : { authorization: `Bearer ${token}` }
  }

  async #poll(): Promise<void> {
    try {
      const response = await this.#ask('/fleet')
      if (response.ok) this.#view.value = (await response.json()) as FleetView
      this.#fault.value = response.ok ? undefined : faultOf(response.status)
    } catch {
      this.#fault.value = 'lost'
    }
    this.#now.value = Date.now()
    if (!this.#isEnded && this.#fault.value !== 'sign-in')
      this.#timer = setTimeout(() => void this.#poll(), pollMs)
  }
}

const faultOf = (status: number): ShoreFault => (status === 401 || status === 403 ? 'sign-in' : 'lost')
