import type { AutopilotDetails, AutopilotOperation, ModeKind } from '@marinedata/model'
import { quantities, type Quantity } from './options.ts'
import type { PilotTrial } from './pilot-trial.ts'

/** One promise of a pilot. */
export interface PilotCase {
  readonly title: string
  /** Once for each of these; once when absent. */
  readonly each?: (details: AutopilotDetails) => readonly string[]
  /** Why it cannot be tried; undefined when it can. */
  readonly lacks?: (trial: PilotTrial, name: string) => string | undefined
  /** Gives a reason when it turns out that it could not be tried. */
  readonly check: (trial: PilotTrial, name: string) => Promise<string | void>
}

/** What a case takes for granted: an operation, something to read, `steering`, `modes` to choose from, or a `sea` to sail on. */
export type Need = AutopilotOperation | Quantity | 'steering' | 'modes' | 'sea'

const isQuantity = (need: Need): need is Quantity => (quantities as readonly string[]).includes(need)

const lackOf = (trial: PilotTrial, need: Need): string | undefined => {
  if (need === 'steering') return trial.engaging === undefined ? 'it cannot be engaged' : undefined
  if (need === 'modes') return trial.details.modes.length > 1 ? undefined : 'it has one mode only'
  if (need === 'sea') return trial.boat.options.prepare ? undefined : 'options.prepare is not given'
  if (isQuantity(need)) return trial.boat.lacksReading(need)
  return trial.can(need) ? undefined : `it does not declare "${need}"`
}

/** The first of these that is not there, in words. */
export const needs =
  (...list: readonly Need[]) =>
  (trial: PilotTrial): string | undefined => {
    for (const need of list) {
      const lack = lackOf(trial, need)
      if (lack !== undefined) return lack
    }
    return undefined
  }

/** A mode that it does not begin with has to be chosen first. */
const choosing = (trial: PilotTrial, mode: string): readonly Need[] =>
  mode === trial.firstMode.name ? [] : ['set-mode']

/** The same for a case that is about a mode. */
export const needsInMode =
  (...list: readonly Need[]) =>
  (trial: PilotTrial, mode: string): string | undefined =>
    needs(...choosing(trial, mode), ...list)(trial)

/** The same, and what that mode steers by has to be known. */
export const needsReadingOfMode =
  (...list: readonly Need[]) =>
  (trial: PilotTrial, mode: string): string | undefined => {
    const { kind } = trial.mode(mode)
    return needs(...choosing(trial, mode), ...list, ...(kind === 'route' ? [] : [kind]))(trial)
  }

/** The names of its modes of these kinds. */
export const modesOf =
  (...kinds: readonly ModeKind[]) =>
  ({ modes }: AutopilotDetails): readonly string[] =>
    modes.flatMap(({ name, kind }) => (kinds.includes(kind) ? [name] : []))

export const allModes = modesOf('heading', 'course', 'wind', 'route', 'rudder')
export const writableModes = modesOf('heading', 'course', 'wind', 'rudder')
