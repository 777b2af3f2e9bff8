import type { Radians } from '@marinedata/model'
import type { SuiteOptions } from '../conformance.ts'
import type { StartedPlugin } from '../start-plugin.ts'

/** What the boat's instruments show at one moment. */
export interface AnchorSenses {
  /** Anything that a receiver may send: a position, half of one, or null. */
  readonly position: unknown
  /** True heading; undefined when there is no compass. */
  readonly heading: Radians | undefined
}

/** What the suite needs to know about a provider of an anchor watch. Metres and seconds. */
export interface AnchorSuiteOptions extends SuiteOptions {
  /** Sends the instruments to the plugin; default at the standard paths of position and true heading. */
  readonly feed?: (plugin: StartedPlugin, senses: AnchorSenses) => unknown
  /** How many times faster than real time the provider's time runs; default 1. */
  readonly pace?: number
  /** Height of the bow roller above the water in the provider's settings; default 0. */
  readonly bowHeight?: number
  /** Distance of the antenna behind the bow in the provider's settings; default 0. */
  readonly fromBow?: number
  /** How long headings are received before the anchor can be repositioned; default 5. */
  readonly headingSeconds?: number
  /** How long a position is valid; default 10. */
  readonly freshSeconds?: number
  /** How long the boat must be outside before the alarm; default 10. */
  readonly dwell?: number
  /** How long without a position until it warns, and until it alarms; default 15 and 60. */
  readonly noFix?: { readonly warn: number; readonly alarm: number }
  /** How far a position may be from the expected one; default 3. */
  readonly tolerance?: number
  /** Cases to skip: the reason by title. */
  readonly skip?: Readonly<Record<string, string>>
  /** Titles of the only cases to run, for debugging. */
  readonly only?: readonly string[]
}
