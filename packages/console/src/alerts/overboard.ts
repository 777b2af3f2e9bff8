import type { AlertCompleted } from '@marinedata/model'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
import type { Place, Reading } from '#boat/values.ts'
import type { WordKey } from '#words/words.ts'
import { overboardPath } from './alert.ts'

const undoMs = 5_000

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

type OnRaised = (alert: AlertCompleted['alert']) => void
type OverboardBoat = Pick<Boat, 'client' | 'values' | 'session' | 'link' | 'now'>

/** Man overboard: raised at the first touch from any screen, and can be undone for five seconds. */
export class Overboard {
  readonly #boat: OverboardBoat
  readonly #onRaised: OnRaised
  readonly #pressedAt = signal<number | undefined>(undefined)
  readonly #requests: ActionRequests<WordKey>

  readonly casualty: ReadonlySignal<Casualty | undefined>
  /** Whole seconds left to undo; undefined when it is too late. */
  readonly undoSeconds: ReadonlySignal<number | undefined>
  /** Why the alarm could not be raised or ended. */
  readonly problem: ReadonlySignal<string | undefined>
  readonly disabledReason: ReadonlySignal<WordKey | undefined>

  /** @param onRaised called with the alert that was raised from this page */
  constructor(boat: OverboardBoat, onRaised: OnRaised) {
    this.#boat = boat
    this.#onRaised = onRaised
    const reading = boat.values.of(overboardPath)
    this.casualty = computed(() => casualtyIn(reading.value))
    this.undoSeconds = computed(() => {
      const pressedAt = this.#pressedAt.value
      if (pressedAt === undefined) return undefined
      const left = pressedAt + undoMs - boat.now.value
      return left > 0 ? Math.ceil(Math.min(left, undoMs) / 1_000) : undefined
    })
    this.#requests = new ActionRequests<WordKey>(boat, {
      scope: 'alerts.ack',
      lost: 'shell.noLink',
      forbidden: 'alerts.mob.notAllowed',
    })
    this.problem = this.#requests.problem
    this.disabledReason = this.#requests.disabledReason
  }

  async press(): Promise<void> {
    if (this.disabledReason.peek() !== undefined) return
    this.#pressedAt.value = performance.now()
    const raised = await this.#requests.send(() => this.#boat.client.call('POST notifications/mob'))
    if (raised === undefined) this.#pressedAt.value = undefined
    else this.#onRaised(raised.alert)
  }

  /** Ends the alarm: pressed by mistake, or the crew is complete. */
  async end(): Promise<void> {
    if (this.disabledReason.peek() !== undefined) return
    this.#pressedAt.value = undefined
    await this.#requests.send(() => this.#boat.client.call('DELETE notifications/mob'))
  }
}
