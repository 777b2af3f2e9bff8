import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { type Boat, errorText } from '#boat/boat.ts'
import type { Place, Reading } from '#boat/values.ts'
import type { WordKey } from '#words/words.ts'
import { overboardPath } from './alert.ts'

const api = 'notifications/mob'
const undoMs = 5_000
const problemMs = 8_000

/** A person in the water. */
interface Casualty {
  /** Position of the boat when the server received the alarm; undefined without a fix. */
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

/** Man overboard: raised at the first touch from any screen, and can be undone for five seconds. */
export class Overboard {
  readonly #boat: OverboardBoat
  readonly #pressedAt = signal<number | undefined>(undefined)
  readonly #refused = signal<{ readonly words: string; readonly at: number } | undefined>(undefined)

  readonly casualty: ReadonlySignal<Casualty | undefined>
  /** Whole seconds left to undo; undefined when it is too late. */
  readonly undoSeconds: ReadonlySignal<number | undefined>
  /** Why the alarm could not be raised or ended. */
  readonly problem: ReadonlySignal<string | undefined>
  readonly disabledReason: ReadonlySignal<WordKey | undefined>

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
    this.disabledReason = computed(() => {
      if (boat.link.isLost.value) return 'alerts.mob.noLink'
      return boat.session.mayAnswerAlarms.value ? undefined : 'alerts.mob.notAllowed'
    })
  }

  async press(): Promise<void> {
    if (this.disabledReason.peek() !== undefined) return
    this.#pressedAt.value = performance.now()
    await this.#ask('POST')
  }

  /** Ends the alarm: pressed by mistake, or everyone is back aboard. */
  async end(): Promise<void> {
    if (this.disabledReason.peek() !== undefined) return
    this.#pressedAt.value = undefined
    await this.#ask('DELETE')
  }

  async #ask(method: 'POST' | 'DELETE'): Promise<void> {
    try {
      await this.#boat.client.call(method, api)
      this.#refused.value = undefined
    } catch (error) {
      this.#pressedAt.value = undefined
      this.#refused.value = { words: errorText(error), at: performance.now() }
    }
  }
}
