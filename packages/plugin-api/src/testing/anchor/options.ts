import type { Radians } from '@marinedata/model'
import type { SuiteOptions } from '../conformance.ts'
import type { StartedPlugin } from '../start-plugin.ts'

/** What the boat's instruments show at one moment. */
export interface AnchorSenses {
  /** Whatever a receiver may say: a whole position, half of one, or null. */
  readonly position: unknown
  /** True; undefined when there is no compass. */
  readonly heading: Radians | undefined
}

/** What the suite is told of a provider of an anchor watch. Metres and seconds. */
export interface AnchorSuiteOptions extends SuiteOptions {
  /** Shows the plugin what the instruments show; at the usual paths of position and true heading when absent. */
  readonly feed?: (plugin: StartedPlugin, senses: AnchorSenses) => unknown
  /** How many times as fast as real the provider's time runs; 1 when absent. */
  readonly pace?: number
  /** From the water to the bow roller, as the provider is set; 0 when absent. */
  readonly bowHeight?: number
  /** How far the antenna is behind the bow, as the provider is set; 0 when absent. */
  readonly fromBow?: number
  /** How long the heading is heard before the anchor is repositioned by it; 5 when absent. */
  readonly headingSeconds?: number
  /** For how long a position may be used; 10 when absent. */
  readonly freshSeconds?: number
  /** For how long the boat has to be outside before the alarm; 10 when absent. */
  readonly dwell?: number
  /** Without a position for so long it warns, and then alarms; 15 and 60 when absent. */
  readonly noFix?: { readonly warn: number; readonly alarm: number }
  /** How far a place may be from where it should be; 3 when absent. */
  readonly tolerance?: number
  /** Cases that are not run: the reason by the title. */
  readonly skip?: Readonly<Record<string, string>>
  /** The titles of the only cases that are run, while you look for something. */
  readonly only?: readonly string[]
}
