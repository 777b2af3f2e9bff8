import type { Logger } from 'pino'
import type { FamilySwitch } from '../access/family-switch.ts'
import type { LocalNames } from '../local-names.ts'
import type { TimedTask } from '../guarded-tasks.ts'
import type { Route } from '../http/route.ts'
import type { Settings } from '../settings/settings.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import type { Core } from './core.ts'

/** A part of the server. Nothing runs before `start`. */
export interface Feature {
  readonly routes?: readonly Route[]
  readonly tasks?: readonly TimedTask[]
  /** Starts the feature. Disposing of the result stops it; features stop in the reverse order of their start. */
  readonly start?: () => Disposable | AsyncDisposable
}

/** The parts available to every feature. */
export interface Base {
  readonly core: Core
  readonly store: BoatStore
  readonly log: Logger
  readonly settings: Settings
  readonly isOpen: boolean
  /** The data folder. */
  readonly folder: string
  /** Own ship's context. */
  readonly self: string
  /** Whether apps of the Signal K family are served. */
  readonly family: FamilySwitch
  /** The names of the server in the local network. */
  readonly names: LocalNames
  /** The path of the REST interface: `/<product word>/v2/api`. */
  readonly api: string
}
