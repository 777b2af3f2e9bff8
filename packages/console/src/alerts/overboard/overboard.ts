import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { overboardPath } from '#alerts/alert.ts'
import type { Boat } from '#boat/boat.ts'
import type { Place, Reading } from '#boat/reading.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/words.ts'

const api = 'notifications/mob'
const undoMs = 5_000
const problemMs = 8_000

/** Someone is in the water. */
export interface Casualty {
  /** Where the server had the boat when it was told; undefined when there was no fix. */
  readonly place: Place | undefined
}

export const casualtyIn = (reading: Reading | undefined): Casualty | undefined => {
  const { state, status, position } = Object(reading?.value) as {
    readonly state?: unknown
    readonly status?: unknown
    readonly position?: Place | null
  }
  if (state !== 'emergency' || status === 'rectified') return undefined
  return { place: position ?? undefined }
}

type OverboardBoat = Pick<Boat, 'client' | 'values' | 'session' | 'link' | 'now'>

/** Man overboard: told at the first touch, from any screen, and taken back for five seconds if it was none. */
export class Overboard {
  readonly #boat: OverboardBoat
  readonly #pressedAt = signal<number | undefined>(undefined)
  readonly #refused = signal<{ readonly words: string; readonly at: number } | undefined>(undefined)

  readonly casualty: ReadonlySignal<Casualty | undefined>
  /** Whole seconds in which it can be taken back; undefined when it cannot. */
  readonly undoSeconds: ReadonlySignal<number | undefined>
  /** Why it was not told, or not ended, a moment ago. */
  readonly problem: ReadonlySignal<string | undefined>
  readonly hindrance: ReadonlySignal<WordKey | undefined>

  constructor(boat: OverboardBoat) {
    this.#boat = boat
    const reading = boat.values.of(overboardPath)
    this.casualty = computed(() => casualtyIn(reading.value))
    this.undoSeconds = computed(() => {
      const pressedAt = this.#pressedAt.value
      if (pressedAt === undefined) return undefined
      const left = pressedAt + undoMs - boat.now.value
      return left > 0 ? Math.ceil(Math.min(left, undoMs) / 1_000) : undefined
    })
    this.problem = computed(() => {
      const refused = this.#refused.value
      return refused !== undefined && boat.now.value - refused.at < problemMs ? refused.words : undefined
    })
    this.hindrance = computed(() => {
      if (boat.link.isLost.value) return 'alerts.mob.noLink'
      return boat.session.mayAnswerAlarms.value ? undefined : 'alerts.mob.notAllowed'
    })
  }

  async press(): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    this.#pressedAt.value = performance.now()
    await this.#ask('POST')
  }

  /** It was a slip of the finger, or everyone is aboard again. */
  async end(): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    this.#pressedAt.value = undefined
    await this.#ask('DELETE')
  }

  async #ask(method: 'POST' | 'DELETE'): Promise<void> {
    try {
      await this.#boat.client.call(method, api)
      this.#refused.value = undefined
    } catch (error) {
      this.#pressedAt.value = undefined
      this.#refused.value = { words: sentenceOf(error), at: performance.now() }
    }
  }
}
