import type { Visitor } from '@marinedata/model'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { errorText } from './boat.ts'

const problemMs = 8_000

/** The part of the boat that decides whether a request is possible. */
interface RequestBoat {
  readonly link: { readonly isLost: ReadonlySignal<boolean> }
  readonly session: { readonly me: ReadonlySignal<Pick<Visitor, 'scopes'>> }
}

interface ActionRules<Reason extends string> {
  /** The scope that the user needs. */
  readonly scope: Visitor['scopes'][number]
  /** Texts for a lost connection and for a user without the scope. */
  readonly lost: Reason
  readonly forbidden: Reason
  /** Shows a refusal until the next request, instead of 8 s. */
  readonly keepsProblem?: boolean
}

/** Sends requests that change something. Checks first whether they are possible, and shows a refusal for a while. */
export class ActionRequests<Reason extends string> implements Disposable {
  readonly #keepsProblem: boolean
  readonly #problem = signal<string | undefined>(undefined)
  #problemEnds: ReturnType<typeof setTimeout> | undefined

  /** Why the last request failed. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem
  /** Why requests are not possible here; undefined if they are. */
  readonly disabledReason: ReadonlySignal<Reason | undefined>

  constructor({ link, session }: RequestBoat, rules: ActionRules<Reason>) {
    const { scope, lost, forbidden, keepsProblem = false } = rules
    this.#keepsProblem = keepsProblem
    this.disabledReason = computed(() => {
      if (link.isLost.value) return lost
      return session.me.value.scopes.includes(scope) ? undefined : forbidden
    })
  }

  /** @returns the response; undefined if the request was not possible or failed */
  async send<Response>(request: () => Promise<Response>): Promise<Response | undefined> {
    if (this.disabledReason.peek() !== undefined) return undefined
    try {
      const response = await request()
      this.clearProblem()
      return response
    } catch (error) {
      this.#fail(errorText(error))
      return undefined
    }
  }

  clearProblem(): void {
    clearTimeout(this.#problemEnds)
    this.#problem.value = undefined
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#problemEnds)
  }

  #fail(problem: string): void {
    this.clearProblem()
    this.#problem.value = problem
    if (!this.#keepsProblem) this.#problemEnds = setTimeout(() => this.clearProblem(), problemMs)
  }
}

/** A value that is loaded from the server. While loading fails, the last value stays. */
export class Resource<Value> {
  readonly #load: () => Promise<Value>
  readonly #value = signal<Value | undefined>(undefined)
  readonly #problem = signal<string | undefined>(undefined)
  #requested = 0
  #loading: Promise<void> | undefined

  /** Undefined until the first response. */
  readonly value: ReadonlySignal<Value | undefined> = this.#value
  /** Why the last load failed. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(load: () => Promise<Value>) {
    this.#load = load
  }

  /** Loads the value. One request at a time, so that an older response never replaces a newer one. */
  async refresh(): Promise<void> {
    this.#requested++
    this.#loading ??= this.#loadUntilCurrent().finally(() => (this.#loading = undefined))
    await this.#loading
  }

  /**
   * Loads the value now and periodically, while the page is visible.
   * @returns stops it
   */
  poll(everyMs: number, isPossible = (): boolean => true): () => void {
    const refresh = (): void => {
      if (document.visibilityState === 'visible' && isPossible()) void this.refresh()
    }
    refresh()
    const timer = setInterval(refresh, everyMs)
    return () => clearInterval(timer)
  }

  async #loadUntilCurrent(): Promise<void> {
    for (let loaded = 0; loaded !== this.#requested;) {
      loaded = this.#requested
      try {
        this.#value.value = await this.#load()
        this.#problem.value = undefined
      } catch (error) {
        this.#problem.value = errorText(error)
      }
    }
  }
}
