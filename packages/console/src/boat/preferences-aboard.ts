import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import type { Link } from './link.ts'
import { ownNames, type OwnChoices, type Preferences } from './preferences.ts'
import { sentenceOf } from './refusals.ts'

/**
 * `asking`: the boat has not said what is chosen, so nothing can be chosen. `kept`: what is chosen is kept aboard.
 * `alone`: the boat keeps nothing for whoever sits here, and what is chosen holds in this browser.
 */
export type Keeping = 'asking' | 'kept' | 'alone'

export interface AboardOptions {
  readonly preferences: Preferences
  readonly client: Pick<MarineDataClient, 'call'>
  readonly link: Pick<Link, 'state'>
  /** The first load has a budget of requests, and this is none of it. */
  readonly firstMs?: number
  readonly againMs?: number
}

type Members = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a person chose, the same on every screen of theirs: the boat's word holds. It is asked when the line comes up and
 * when someone looks again; a choice is told at once, and taken back when the boat does not take it. Nothing waits to be
 * told later, so nothing old ever overwrites something newer.
 */
export class PreferencesAboard implements Disposable {
  readonly #options: AboardOptions
  readonly #state = signal<Keeping>('asking')
  readonly #problem = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]
  /** What the boat and this page both know; undefined while the boat's word is missing. */
  #agreed: OwnChoices | undefined
  #isTelling = false
  /** Ends what is asked when the line goes down. */
  #line = new AbortController()

  readonly state: ReadonlySignal<Keeping> = this.#state
  /** Why the last choice was not kept. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(options: AboardOptions) {
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
        if (this.#agreed !== undefined && !isSame(own, this.#agreed)) untracked(() => void this.#tell())
      }),
    ]
  }

  /** Asks again: something may have been chosen on another screen. */
  refresh(): void {
    if (this.#state.peek() === 'kept') void this.#ask()
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #leave(state: Exclude<Keeping, 'kept'>): void {
    this.#line.abort()
    this.#agreed = undefined
    this.#state.value = state
  }

  async #ask(): Promise<void> {
    const { signal: line } = this.#line
    try {
      const members = await this.#read()
      // Whoever chooses just now knows better than what was read meanwhile.
      if (!line.aborted && !this.#isTelling) this.#agree(members)
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

  /** Tells what was changed here and nothing else: another screen may have changed the rest. */
  async #tell(): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
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
      this.#problem.value = sentenceOf(error)
    }
    this.#isTelling = false
    if (!line.aborted) this.#agree(members)
  }

  /** Undefined when there are none. */
  #changes(): Partial<OwnChoices> | undefined {
    const [own, agreed] = [this.#options.preferences.own.peek(), this.#agreed]
    if (agreed === undefined) return undefined
    const changed = ownNames.filter((name) => !isSame(own[name], agreed[name]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, own[name]]))
  }
}
