import type { BoundingBox, FleetBoat, FleetView } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import { Repeated } from './repeated.ts'

/** Why there is no view of the fleet. */
export type ShoreFault = 'sign-in' | 'lost'

const pollMs = 5_000
/** The viewed boat sends its values more often. */
const watchMs = 2_000
/** While someone types, nothing is searched for. */
const typingMs = 300
const deadlineMs = 10_000
const tokenKey = 'marinedata-fleet-token'

interface HistoryRows {
  readonly data: readonly (readonly [at: string, ...values: (number | null)[]])[]
}

/** The fleet server's interface. */
export class Shore implements Disposable {
  readonly #api: string
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #view = signal<FleetView | undefined>(undefined)
  readonly #found = signal<FleetView | undefined>(undefined)
  readonly #fault = signal<ShoreFault | undefined>(undefined)
  readonly #now = signal(Date.now())
  readonly #search = signal('')
  readonly #selected = signal<string | undefined>(undefined)
  readonly #watched = signal<FleetBoat | undefined>(undefined)
  readonly #lists = new Repeated(pollMs, (isCurrent) => this.#poll(isCurrent))
  readonly #watch = new Repeated(watchMs, (isCurrent) => this.#pollBoat(isCurrent))

  constructor(productWord: string, storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#api = `/${productWord}/v2/api`
    this.#storage = storage
    this.#lists.start()
  }

  /** The most urgent boats. */
  get view(): ReadonlySignal<FleetView | undefined> {
    return this.#view
  }

  /** The boats that were searched for; undefined when nothing is searched for, or not found yet. */
  get found(): ReadonlySignal<FleetView | undefined> {
    return this.#found
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
    this.#lists.start()
  }

  signOut(): void {
    this.#storage.removeItem(tokenKey)
    this.#end()
    this.select(undefined)
    this.#view.value = undefined
    this.#fault.value = 'sign-in'
  }

  /** The search text of the list. */
  get search(): ReadonlySignal<string> {
    return this.#search
  }

  find(text: string): void {
    this.#search.value = text
    if (text.trim() === '') this.#found.value = undefined
    this.#lists.start(typingMs)
  }

  /** The identifier of the boat at which someone looks. */
  get selected(): ReadonlySignal<string | undefined> {
    return this.#selected
  }

  /** That boat; undefined until the fleet has answered. */
  get watched(): ReadonlySignal<FleetBoat | undefined> {
    return this.#watched
  }

  select(vessel: string | undefined): void {
    this.#selected.value = vessel
    this.#watched.value = undefined
    if (vessel === undefined) this.#watch.stop()
    else this.#watch.start()
  }

  /**
   * Means of ten minutes of a path over a day, null where nothing is recorded; undefined when the fleet cannot say it.
   * @param end of the day, Unix milliseconds
   * @throws when the fleet does not answer
   */
  async dayOf(vessel: string, path: string, end: number): Promise<readonly (number | null)[] | undefined> {
    const to = new Date(end)
    const from = new Date(end - 24 * 3_600_000)
    const query = new URLSearchParams({
      context: `vessels.${vessel}`,
      paths: path,
      from: from.toISOString(),
      to: to.toISOString(),
      resolution: '10m',
    })
    const response = await this.#ask(`/history/values?${query}`)
    if (response.status === 404) return []
    if (!response.ok) return undefined
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
    this.#end()
  }

  #end(): void {
    this.#lists.stop()
    this.#watch.stop()
  }

  #ask(path: string): Promise<Response> {
    return fetch(this.#api + path, { signal: AbortSignal.timeout(deadlineMs), headers: this.#headers })
  }

  get #headers(): Record<string, string> {
    const token = this.#storage.getItem(tokenKey)
    return token === null ? {} : { authorization: `Bearer ${token}` }
  }

  /** The most urgent boats, and those that were searched for. Returns false when it must not ask again. */
  async #poll(isCurrent: () => boolean): Promise<boolean> {
    const search = this.#search.peek().trim()
    const all = await this.#list({})
    const found = search === '' || typeof all === 'string' ? undefined : await this.#list({ search })
    if (!isCurrent()) return false
    this.#now.value = Date.now()
    if (typeof all === 'string') return this.#fail(all)
    if (typeof found === 'string') return this.#fail(found)
    this.#fault.value = undefined
    this.#view.value = all
    this.#found.value = found
    return true
  }

  #fail(fault: ShoreFault): boolean {
    this.#fault.value = fault
    if (fault === 'sign-in') this.select(undefined)
    return fault !== 'sign-in'
  }

  async #list(query: Readonly<Record<string, string>>): Promise<FleetView | ShoreFault> {
    try {
      const response = await this.#ask(`/fleet?${new URLSearchParams(query)}`)
      return response.ok ? ((await response.json()) as FleetView) : faultOf(response.status)
    } catch {
      return 'lost'
    }
  }

  /** The boat at which someone looks. The list says when the fleet does not answer. */
  async #pollBoat(isCurrent: () => boolean): Promise<boolean> {
    try {
      const response = await this.#ask(`/fleet/boats/${encodeURIComponent(this.#selected.peek() ?? '')}`)
      const boat = response.ok ? ((await response.json()) as FleetBoat) : undefined
      if (isCurrent() && (boat !== undefined || response.status === 404)) this.#watched.value = boat
      if (isCurrent()) this.#now.value = Date.now()
    } catch {
      // It is asked for again.
    }
    return isCurrent()
  }
}

const faultOf = (status: number): ShoreFault => (status === 401 || status === 403 ? 'sign-in' : 'lost')
