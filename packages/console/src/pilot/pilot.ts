import { computed, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { Commands, type Refusal } from './commands.ts'
import { HelmLease } from './helm-lease.ts'
import { isReachable, Pilots } from './pilots.ts'
import { presentOf, type Present } from './steering-kind.ts'

export interface PilotOptions {
  readonly boat: Boat
  /** Name of this station. */
  readonly station: () => string
  /** Used to notice that the page closes. */
  readonly page: Window
}

/** Why commands are not possible now. */
export type DisabledReason = 'lost' | 'forbidden' | 'none' | 'offline' | 'held'

/** Paths that the modes steer by. */
export const presentPaths = [
  'navigation.headingMagnetic',
  'navigation.headingTrue',
  'navigation.courseOverGroundTrue',
  'environment.wind.angleApparent',
] as const

/** The autopilot as this station sees and commands it. */
export class Pilot implements Disposable {
  readonly pilots: Pilots
  readonly lease: HelmLease
  readonly commands: Commands
  readonly refusals: ReadonlySignal<readonly Refusal[]>
  /** Undefined if commands are possible. */
  readonly disabledReason: ReadonlySignal<DisabledReason | undefined>
  /** Whether the user may steer: disengaging is then always possible. */
  readonly mayStandBy: ReadonlySignal<boolean>
  /** The present heading or wind angle by the present mode; undefined if unknown. */
  readonly present: ReadonlySignal<number | undefined>

  readonly #ending: () => void

  constructor({ boat, station, page }: PilotOptions) {
    this.pilots = new Pilots(boat)
    const { chosen, kind } = this.pilots
    this.lease = new HelmLease({ boat, pilot: chosen, station })
    this.commands = new Commands({ boat, pilots: this.pilots, lease: this.lease })
    this.refusals = this.commands.refusals
    const { link, session } = boat
    this.mayStandBy = computed(() => !link.isLost.value && session.maySteer.value)
    this.disabledReason = computed(() => {
      if (link.isLost.value) return 'lost'
      if (chosen.value === undefined) return 'none'
      if (!session.maySteer.value) return 'forbidden'
      if (!isReachable(chosen.value)) return 'offline'
      return this.lease.other.value === undefined ? undefined : 'held'
    })
    const fresh = (path: (typeof presentPaths)[number]): number | undefined => {
      const reading = boat.values.of(path).value
      return ageOf(reading, boat.now.value, link.isLost.value) === 'fresh' ? numberIn(reading) : undefined
    }
    this.present = computed(() =>
      presentOf(kind.value, {
        get heading() {
          return fresh('navigation.headingMagnetic')
        },
        get course() {
          return fresh('navigation.courseOverGroundTrue')
        },
        get windAngle() {
          return fresh('environment.wind.angleApparent')
        },
      } satisfies Present),
    )
    const leave = (): void => void this.lease.release({ keepalive: true })
    page.addEventListener('pagehide', leave)
    this.#ending = () => page.removeEventListener('pagehide', leave)
  }

  [Symbol.dispose](): void {
    this.#ending()
    for (const part of [this.commands, this.lease, this.pilots]) part[Symbol.dispose]()
  }
}
