import type { NextLeg } from '@marinedata/model'
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
import type { WordKey } from '#words/words.ts'
import { isUnanswered, type ShownAlert } from './alert.ts'
import type { Alerts } from './alerts.ts'

const arrivalPath = 'notifications.navigation.course.arrival'
const nextLegPath = 'navigation.courseGreatCircle.nextLeg'

/** A turn onto the next leg that waits for a decision, and its warning. */
export interface PendingTurn {
  readonly leg: NextLeg
  readonly alert: ShownAlert
}

/** Identifies the question of one turn. */
export const markOf = ({ leg, alert }: PendingTurn): string => `${alert.id} ${leg.leg}`

/** The pending question: a waiting turn with an unanswered warning. */
export const pendingTurn = (alerts: readonly ShownAlert[], waiting: unknown): PendingTurn | undefined => {
  const alert = alerts.find(
    (each) => each.path === arrivalPath && each.priority === 'warning' && isUnanswered(each),
  )
  if (alert === undefined || typeof waiting !== 'object' || waiting === null) return undefined
  // The server follows its schema.
  return { alert, leg: waiting as NextLeg }
}

type QuestionBoat = Pick<Boat, 'client' | 'link' | 'session' | 'values'>

/**
 * Asks every station whether to turn onto the next leg. Without an answer the heading is kept; one answer counts for
 * all stations.
 */
export class TurnQuestion {
  readonly #boat: QuestionBoat
  readonly #alerts: Alerts
  /** The question answered here. A user who may not answer for all can only hide it on their own screen. */
  readonly #answered = signal<string | undefined>(undefined)
  readonly #requests: ActionRequests<WordKey>

  readonly pending: ReadonlySignal<PendingTurn | undefined>
  /** Why the leg cannot be started here; undefined if it can. */
  readonly disabledReason: ReadonlySignal<WordKey | undefined>
  /** Why the last answer was refused. */
  readonly problem: ReadonlySignal<string | undefined>

  constructor(boat: QuestionBoat, alerts: Alerts) {
    this.#boat = boat
    this.#alerts = alerts
    const waiting = boat.values.of(nextLegPath)
    this.pending = computed(() => {
      const pending = pendingTurn(alerts.list.value, waiting.value?.value)
      return pending === undefined || markOf(pending) === this.#answered.value ? undefined : pending
    })
    this.#requests = new ActionRequests<WordKey>(boat, {
      scope: 'course.command',
      lost: 'shell.noLink',
      forbidden: 'leg.why.forbidden',
      keepsProblem: true,
    })
    this.problem = this.#requests.problem
    this.disabledReason = this.#requests.disabledReason
  }

  /** Starts the leg that was shown, and no other. */
  async turn({ leg, alert }: PendingTurn): Promise<void> {
    const done = await this.#requests.send(async () => {
      await this.#boat.client.call('POST vessels/self/navigation/course/advance', {
        query: { leg: leg.leg },
      })
      return true
    })
    // Once decided, others need not acknowledge the warning.
    if (done === true) await this.#alerts.acknowledge([alert])
  }

  /** Keeps the heading. The leg keeps waiting, and can be started from the chart. */
  async keepHeading(pending: PendingTurn): Promise<void> {
    this.#requests.clearProblem()
    this.#answered.value = markOf(pending)
    await this.#alerts.acknowledge([pending.alert])
  }
}
