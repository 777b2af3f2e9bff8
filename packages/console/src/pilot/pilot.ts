import { computed, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { Commands, type Refusal } from './commands.ts'
import { HelmLease } from './helm-lease.ts'
import { isReachable, Pilots } from './pilots.ts'
import { presentOf, type Present } from './steering-kind.ts'

export interface PilotOptions {
  readonly boat: Boat
  /** What this station is called. */
  readonly station: () => string
  /** Where the page is closed. */
  readonly page: Window
}

/** Why nothing can be asked of the pilot now. */
export type Hindrance = 'lost' | 'forbidden' | 'none' | 'offline' | 'held'

/** What a mode steers by, as paths. */
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
  /** Undefined when commands can be given. */
  readonly hindrance: ReadonlySignal<Hindrance | undefined>
  /** Whoever may steer may always let go. */
  readonly mayStandBy: ReadonlySignal<boolean>
  /** The way the boat goes now, as the present mode counts it; undefined when it is not known. */
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
    this.hindrance = computed(() => {
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
