import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NextLeg } from '@marinedata/model'
import { isUnanswered, type ShownAlert } from '#alerts/alert.ts'
import type { Alerts } from '#alerts/alerts.ts'
import type { Boat } from '#boat/boat.ts'
import { sentenceOf } from '#boat/refusals.ts'
import type { WordKey } from '#words/words.ts'

const arrivalPath = 'notifications.navigation.course.arrival'
const nextLegPath = 'navigation.courseGreatCircle.nextLeg'
const advancePath = 'vessels/self/navigation/course/advance'

/** A turn onto the next leg that nobody has decided yet, and the warning that tells of it. */
export interface AskedTurn {
  readonly leg: NextLeg
  readonly alert: ShownAlert
}

/** The same question, as long as it is the same turn. */
export const markOf = ({ leg, alert }: AskedTurn): string => `${alert.id} ${leg.leg}`

/** What is asked: a turn that waits, and whose warning nobody has answered. */
export const askedTurn = (alerts: readonly ShownAlert[], waiting: unknown): AskedTurn | undefined => {
  const alert = alerts.find(
    (each) => each.path === arrivalPath && each.priority === 'warning' && isUnanswered(each),
  )
  if (alert === undefined || typeof waiting !== 'object' || waiting === null) return undefined
  // The server speaks by its schema.
  return { alert, leg: waiting as NextLeg }
}

type QuestionBoat = Pick<Boat, 'client' | 'link' | 'session' | 'values'>

/** Asks on every station whether to turn onto the next leg. No answer keeps the heading; one answer is everyone's. */
export class TurnQuestion {
  readonly #boat: QuestionBoat
  readonly #alerts: Alerts
  /** What was answered here; whoever may not answer for everyone has it off their own screen. */
  readonly #answered = signal<string | undefined>(undefined)
  readonly #problem = signal<string | undefined>(undefined)

  readonly asked: ReadonlySignal<AskedTurn | undefined>
  /** Why one cannot turn from here; undefined when one can. */
  readonly hindrance: ReadonlySignal<WordKey | undefined>
  /** Why the last answer was not taken. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(boat: QuestionBoat, alerts: Alerts) {
    this.#boat = boat
    this.#alerts = alerts
    const waiting = boat.values.of(nextLegPath)
    this.asked = computed(() => {
      const asked = askedTurn(alerts.list.value, waiting.value?.value)
      return asked === undefined || markOf(asked) === this.#answered.value ? undefined : asked
    })
    this.hindrance = computed(() => {
      if (boat.link.isLost.value) return 'leg.why.lost'
      return boat.session.me.value.scopes.includes('course.command') ? undefined : 'leg.why.forbidden'
    })
  }

  /** Begins the leg that was shown, and no other. */
  async turn({ leg, alert }: AskedTurn): Promise<void> {
    if (this.hindrance.peek() !== undefined) return
    try {
      await this.#boat.client.call('POST', `${advancePath}?leg=${leg.leg}`)
      this.#problem.value = undefined
      // What was decided need not be acknowledged by anyone else.
      await this.#alerts.acknowledge([alert])
    } catch (error) {
      this.#problem.value = sentenceOf(error)
    }
  }

  /** The heading is kept; the leg goes on waiting, and is begun from the chart. */
  async keep(asked: AskedTurn): Promise<void> {
    this.#problem.value = undefined
    this.#answered.value = markOf(asked)
    await this.#alerts.acknowledge([asked.alert])
  }
}
