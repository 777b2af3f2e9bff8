import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import type { Link } from './link.ts'
import { ownNames, type OwnChoices, type Preferences } from './preferences.ts'
import { errorText } from './error-text.ts'

/**
 * `asking`: the server has not sent the preferences yet, so none can be changed. `kept`: the server stores them.
 * `alone`: the server stores none for this user; they are saved in this browser.
 */
export type SyncState = 'asking' | 'kept' | 'alone'

export interface PreferencesSyncOptions {
  readonly preferences: Preferences
  readonly client: Pick<MarineDataClient, 'call'>
  readonly link: Pick<Link, 'state'>
  /** Delay of the first request: the first load has a budget. */
  readonly firstMs?: number
  readonly againMs?: number
}

type Members = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Synchronizes the user's preferences over all devices; the server's value wins. Reads them when the connection opens
 * and when the page becomes visible. Sends a change at once, and reverts it if the server refuses. Nothing is queued,
 * so an old value never overwrites a newer one.
 */
export class PreferencesSync implements Disposable {
  readonly #options: PreferencesSyncOptions
  readonly #state = signal<SyncState>('asking')
  readonly #problem = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]
  /** Values known to both the server and this page; undefined before the first response. */
  #agreed: OwnChoices | undefined
  #isSending = false
  /** Aborts requests when the connection is lost. */
  #line = new AbortController()

  readonly state: ReadonlySignal<SyncState> = this.#state
  /** Why the last change was not saved. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(options: PreferencesSyncOptions) {
    this.#options = options
    const { link, preferences } = options
    let waitMs = options.firstMs ?? 1_200
    const isUp = computed(() => link.state.value === 'live' || link.state.value === 'slow')
    this.#ends = [
      effect(() => {
        if (!isUp.value) return undefined
        this.#line = new AbortController()
        const first = setTimeout(() => void this.#ask(), waitMs)
        waitMs = 0
        return () => {
          clearTimeout(first)
          this.#leave('asking')
        }
      }),
      effect(() => {
        const own = preferences.own.value
        if (this.#agreed !== undefined && !isSame(own, this.#agreed)) untracked(() => void this.#send())
      }),
    ]
  }

  /** Reads again: another device may have changed a preference. */
  refresh(): void {
    if (this.#state.peek() === 'kept') void this.#ask()
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #leave(state: Exclude<SyncState, 'kept'>): void {
    this.#line.abort()
    this.#agreed = undefined
    this.#state.value = state
  }

  async #ask(): Promise<void> {
    const { signal: line } = this.#line
    try {
      const members = await this.#read()
      // A change that is being sent is newer than what was read meanwhile.
      if (!line.aborted && !this.#isSending) this.#agree(members)
    } catch (error) {
      if (line.aborted) return
      if (error instanceof MarineDataError) this.#leave('alone')
      else setTimeout(() => line.aborted || void this.#ask(), this.#options.againMs ?? 5_000)
    }
  }

  #read(): Promise<Members> {
    return this.#options.client.call<Members>('GET', 'preferences', { signal: this.#line.signal })
  }

  #agree(members: Members): void {
    const { preferences } = this.#options
    this.#agreed = undefined
    preferences.takeOwn(members)
    this.#agreed = preferences.own.peek()
    this.#state.value = 'kept'
  }

  /** Sends only the members changed here: another device may have changed the others. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { signal: line } = this.#line
    let members: Members = this.#agreed ?? {}
    try {
      for (let changes = this.#changes(); changes !== undefined; changes = this.#changes()) {
        const body = { ...(await this.#read()), ...changes }
        await this.#options.client.call('PUT', 'preferences', { body, signal: line })
        members = body
        this.#agreed &&= { ...this.#agreed, ...changes }
      }
      this.#problem.value = undefined
    } catch (error) {
      this.#problem.value = errorText(error)
    }
    this.#isSending = false
    if (!line.aborted) this.#agree(members)
  }

  /** Undefined without a change. */
  #changes(): Partial<OwnChoices> | undefined {
    const [own, agreed] = [this.#options.preferences.own.peek(), this.#agreed]
    if (agreed === undefined) return undefined
    const changed = ownNames.filter((name) => !isSame(own[name], agreed[name]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, own[name]]))
  }
}
