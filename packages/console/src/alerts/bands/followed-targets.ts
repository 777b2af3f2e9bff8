import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { distanceBetween } from '@marinedata/model'
import { isCollision, isDistress, overboardPath, type ShownAlert } from '#alerts/alert.ts'
import type { Alerts } from '#alerts/alerts.ts'
import type { Boat } from '#boat/boat.ts'
import { placeIn, Values } from '#boat/values.ts'
import { byBandOrder } from './band-order.ts'
import { isSamePerson, lastPlaceOf, type LastPlace } from './casualty.ts'
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

type TargetBoat = Pick<Boat, 'follow' | 'onDelta' | 'receivedAt' | 'now' | 'link' | 'values'>

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
type Banded = Pick<Alerts, 'banded' | 'takeover'>

const pairOf = (one: ShownAlert, other: ShownAlert): string => [one.id, other.id].toSorted().join(' ')

/** Live data of the craft that alarms are about, and the alarm that is most urgent by it. Lives as long as the page. */
export class FollowedTargets {
  readonly #boat: TargetBoat
  readonly #targets = signal<Targets>(new Map())
  /** Pairs of alerts about one person. A pair stays one when the beacon drifts away from where the button was pressed. */
  readonly #pairs = signal<ReadonlySet<string>>(new Set())

  /** The alarm of the band. */
  readonly mostUrgent: ReadonlySignal<ShownAlert | undefined>
  /** The alarms that share the band: its alarm, and others about the same person. */
  readonly shared: ReadonlySignal<readonly ShownAlert[]>

  constructor(boat: TargetBoat, { banded, takeover }: Banded) {
    this.#boat = boat
    effect(() => this.#followOnly(banded.value.flatMap(({ context }) => context ?? [])))
    effect(() => this.#pair(banded.value))
    this.mostUrgent = computed(() => {
      const alarms = banded.value.filter(({ key }) => key !== takeover.value?.key)
      return byBandOrder(alarms.map((alert) => ({ alert, measure: this.#measureOf(alert) })))[0]?.alert
    })
    this.shared = computed(() => {
      const first = this.mostUrgent.value
      if (first === undefined) return []
      const others = banded.value.filter((other) => this.#pairs.value.has(pairOf(first, other)))
      return [first, ...others]
    })
  }

  /** The data of a craft; undefined if no alarm is about it. */
  of(context: string | undefined): Values | undefined {
    return context === undefined ? undefined : this.#targets.value.get(context)?.values
  }

  /** The last place of a casualty. */
  placeOf(alert: ShownAlert): LastPlace | undefined {
    return lastPlaceOf(alert, this.of(alert.context), (timestamp) => this.#boat.receivedAt(timestamp))
  }

  /** The newest place of the alerts that share a band: a beacon drifts with the person, the button does not. */
  newestPlaceOf(alert: ShownAlert): LastPlace | undefined {
    const isShared = this.shared.value.some(({ key }) => key === alert.key)
    const places = (isShared ? this.shared.value : [alert]).flatMap((each) => this.placeOf(each) ?? [])
    return places.toSorted((one, other) => other.at - one.at)[0]
  }

  #followOnly(contexts: readonly string[]): void {
    const before = this.#targets.peek()
    const after = new Map(
      contexts.map((context) => [context, before.get(context) ?? follow(this.#boat, context)]),
    )
    for (const [context, target] of before) if (!after.has(context)) target[Symbol.dispose]()
    this.#targets.value = after
  }

  #pair(banded: readonly ShownAlert[]): void {
    const alerts = banded
      .filter((alert) => alert.path === overboardPath || isDistress(alert))
      .map((alert) => ({ alert, place: this.placeOf(alert)?.place }))
    const known = this.#pairs.peek()
    const pairs = alerts.flatMap((one, index) =>
      alerts.slice(index + 1).flatMap((other) => {
        const pair = pairOf(one.alert, other.alert)
        return known.has(pair) || isSamePerson(one, other) ? [pair] : []
      }),
    )
    if (pairs.length !== known.size || pairs.some((pair) => !known.has(pair)))
      this.#pairs.value = new Set(pairs)
  }

  /** Seconds to the closest approach, or metres to a casualty; Infinity if unknown. */
  #measureOf(alert: ShownAlert): number {
    if (!isCollision(alert)) return this.#rangeTo(alert)
    const values = this.of(alert.context)
    const { now, link } = this.#boat
    return (values && approachIn(values, now.value, link.isLost.value)?.timeTo) ?? Infinity
  }

  #rangeTo(alert: ShownAlert): number {
    const own = placeIn(this.#boat.values.of('navigation.position').value)
    const place = this.placeOf(alert)?.place
    return own === undefined || place === undefined ? Infinity : distanceBetween(own, place)
  }
}
