import type { AutopilotDetails, AutopilotOperation, ModeKind } from '@marinedata/model'
import { quantities, type Quantity } from './options.ts'
import type { PilotTrial } from './pilot-trial.ts'

/** One case of the suite. */
export interface PilotCase {
  readonly title: string
  /** Runs once for each of these names; once when absent. */
  readonly each?: (details: AutopilotDetails) => readonly string[]
  /** Why the case cannot run; undefined when it can. */
  readonly lacks?: (trial: PilotTrial, name: string) => string | undefined
  /** Returns a reason when it turns out that the case could not run. */
  readonly check: (trial: PilotTrial, name: string) => Promise<string | void>
}

/** What a case requires: an operation, a quantity to read, `steering`, several `modes`, or a `sea` to sail on. */
export type Need = AutopilotOperation | Quantity | 'steering' | 'modes' | 'sea'

const isQuantity = (need: Need): need is Quantity => (quantities as readonly string[]).includes(need)

const lackOf = (trial: PilotTrial, need: Need): string | undefined => {
  if (need === 'steering') return trial.engaging === undefined ? 'it cannot be engaged' : undefined
  if (need === 'modes') return trial.details.modes.length > 1 ? undefined : 'it has one mode only'
  if (need === 'sea') return trial.boat.options.prepare ? undefined : 'options.prepare is missing'
  if (isQuantity(need)) return trial.boat.lacksReading(need)
  return trial.can(need) ? undefined : `it does not declare "${need}"`
}

/** The first missing requirement, as text. */
export const needs =
  (...list: readonly Need[]) =>
  (trial: PilotTrial): string | undefined => {
    for (const need of list) {
      const lack = lackOf(trial, need)
      if (lack !== undefined) return lack
    }
    return undefined
  }

/** A mode other than the first one must be set first. */
const choosing = (trial: PilotTrial, mode: string): readonly Need[] =>
  mode === trial.firstMode.name ? [] : ['set-mode']

/** The same for a case about a mode. */
export const needsInMode =
  (...list: readonly Need[]) =>
  (trial: PilotTrial, mode: string): string | undefined =>
    needs(...choosing(trial, mode), ...list)(trial)

/** The same, and the quantity that the mode steers by must be readable. */
export const needsReadingOfMode =
  (...list: readonly Need[]) =>
  (trial: PilotTrial, mode: string): string | undefined => {
    const { kind } = trial.mode(mode)
    return needs(...choosing(trial, mode), ...list, ...(kind === 'route' ? [] : [kind]))(trial)
  }

/** The names of the modes of these kinds. */
export const modesOf =
  (...kinds: readonly ModeKind[]) =>
  ({ modes }: AutopilotDetails): readonly string[] =>
    modes.flatMap(({ name, kind }) => (kinds.includes(kind) ? [name] : []))

export const allModes = modesOf('heading', 'course', 'wind', 'route', 'rudder')
export const writableModes = modesOf('heading', 'course', 'wind', 'rudder')
