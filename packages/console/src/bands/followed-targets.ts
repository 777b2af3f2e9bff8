import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { isCollision, isUnanswered, rankOf, type ShownAlert } from '#alerts/alert.ts'
import type { Alerts } from '#alerts/alerts.ts'
import type { Boat } from '#boat/boat.ts'
import { Values } from '#boat/values.ts'
import { approachIn } from './sighting.ts'

const followedPaths = [
  'name',
  'navigation.position',
  'navigation.closestApproach',
  'navigation.courseOverGroundTrue',
  'navigation.speedOverGround',
]
/** Once a second at most: AIS is not faster. */
const minPeriod = 1_000

interface FollowedTarget extends Disposable {
  readonly values: Values
}

type TargetBoat = Pick<Boat, 'follow' | 'onDelta' | 'receivedAt' | 'now' | 'link'>

const follow = (boat: TargetBoat, context: string): FollowedTarget => {
  const values = new Values({ receivedAt: (timestamp) => boat.receivedAt(timestamp) }, context)
  const listening = boat.onDelta((delta) => values.take(delta, performance.now()))
  const following = boat.follow({ context, paths: followedPaths, minPeriod })
  return {
    values,
    [Symbol.dispose]: () => {
      following[Symbol.dispose]()
      listening[Symbol.dispose]()
    },
  }
}

type Targets = ReadonlyMap<string, FollowedTarget>

/** Live data of the vessels that alarms are about, and the alarm that is most urgent by it. Lives as long as the page. */
export class FollowedTargets {
  readonly #boat: TargetBoat
  readonly #targets = signal<Targets>(new Map())

  /** The alarm of the band: an unanswered one before the others, and of several vessels the one that is closest first. */
  readonly mostUrgent: ReadonlySignal<ShownAlert | undefined>

  constructor(boat: TargetBoat, { banded, takeover }: Pick<Alerts, 'banded' | 'takeover'>) {
    this.#boat = boat
    effect(() => this.#followOnly(banded.value.flatMap(({ context }) => context ?? [])))
    this.mostUrgent = computed(
      () =>
        banded.value
          .filter(({ key }) => key !== takeover.value?.key)
          .toSorted(
            (one, other) =>
              Number(isUnanswered(other)) - Number(isUnanswered(one)) ||
              rankOf(one) - rankOf(other) ||
              this.#timeLeft(one) - this.#timeLeft(other),
          )[0],
    )
  }

  /** The data of a vessel; undefined if no alarm is about it. */
  of(context: string | undefined): Values | undefined {
    return context === undefined ? undefined : this.#targets.value.get(context)?.values
  }

  #followOnly(contexts: readonly string[]): void {
    const before = this.#targets.peek()
    const after = new Map(
      contexts.map((context) => [context, before.get(context) ?? follow(this.#boat, context)]),
    )
    for (const [context, target] of before) if (!after.has(context)) target[Symbol.dispose]()
    this.#targets.value = after
  }

  /** Seconds to the closest approach; a finite number, so that unknown ones can be compared. */
  #timeLeft(alert: ShownAlert): number {
    const values = isCollision(alert) ? this.of(alert.context) : undefined
    const { now, link } = this.#boat
    return (values && approachIn(values, now.value, link.isLost.value)?.timeTo) ?? Number.MAX_SAFE_INTEGER
  }
}
