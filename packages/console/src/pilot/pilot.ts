import { courseGuidancePath, type CourseGuidance, type LiveGuidance } from '@marinedata/model'
import { computed, type ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { t } from '#words/words.ts'
import { Commands, type Refusal } from './commands.ts'
import { HelmLease } from './helm-lease.ts'
import { isReachable, Pilots, presentOf, type Present } from './pilots.ts'

interface PilotOptions {
  readonly boat: Boat
  /** Name of this station. */
  readonly station: () => string
  /** Used to notice that the page closes. */
  readonly page: Window
}

/** Why commands are not possible now. */
export type DisabledReason = 'lost' | 'forbidden' | 'none' | 'offline' | 'held'

/** Why a command is not possible, as a text. */
export const disabledReasonText = (disabledReason: DisabledReason, holder: string | undefined): string =>
  disabledReason === 'lost' ? t('shell.noLink') : t(`helm.why.${disabledReason}`, { holder: holder ?? '' })

/** Paths that the modes steer by. */
export const presentPaths = [
  'navigation.headingMagnetic',
  'navigation.headingTrue',
  'navigation.courseOverGroundTrue',
  'environment.wind.angleApparent',
] as const

const guidanceOf = ({ values, now, link }: Boat): ReadonlySignal<LiveGuidance | undefined> =>
  computed(() => {
    const reading = values.of(courseGuidancePath).value
    if (ageOf(reading, now.value, link.isLost.value) !== 'fresh') return undefined
    // The server publishes nothing else there.
    const guidance = reading?.value as CourseGuidance
    return guidance.status === 'live' ? guidance : undefined
  })

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
  /** The course that a route mode follows; undefined without a live one. Only screens that subscribe to it know it. */
  readonly guidance: ReadonlySignal<LiveGuidance | undefined>
  /** Name of the mode that follows the course, if the autopilot has one. */
  readonly routeMode: ReadonlySignal<string | undefined>

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
    this.guidance = guidanceOf(boat)
    this.routeMode = computed(
      () => this.pilots.description.value?.options.modeKinds?.find((mode) => mode.kind === 'route')?.name,
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

export const PilotContext = createContext<Pilot | undefined>(undefined)

/** The autopilot and its commands. */
export const usePilot = (): Pilot => {
  const pilot = useContext(PilotContext)
  if (pilot === undefined) throw new TypeError('There is no pilot around this part')
  return pilot
}
