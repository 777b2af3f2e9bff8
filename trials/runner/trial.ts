/** Builds that a trial needs: the plugins and the server as bundles, the console, the documentation site, all packages. */
export type Need = 'programs' | 'console' | 'site' | 'dist'

export interface CaseLimits {
  /** Seconds in the short form. A case without this limit is left out of the short form. */
  readonly short?: number
  /** Seconds in the full form. */
  readonly full: number
}

/**
 * One line of output. A case may have several; it passes when all of them pass. A line may also sum up cases: its case is
 * then what comes before the slash of their names.
 */
export interface CaseResult {
  readonly case: string
  readonly pass: boolean
  readonly [figure: string]: unknown
}

export interface TrialContext {
  readonly isQuick: boolean
  /** The cases to run, in the order of the trial. */
  readonly cases: readonly string[]
  /** How often to repeat each case; only for a trial that lists `times` among its options. */
  readonly times?: number
  /** Values of the options that the trial lists. */
  readonly options: Readonly<Record<string, string>>
  /** Prints a line of progress on standard error. */
  readonly note: (text: string) => void
}

/** A program that tries the whole product. `trials/NAME/trial.ts` exports one as `trial`. */
export interface Trial {
  readonly name: string
  readonly sentence: string
  /** The folders whose changes can make this trial fail. Its own folder is covered, too. */
  readonly covers: readonly string[]
  readonly needs: readonly Need[]
  readonly cases: Readonly<Record<string, CaseLimits>>
  /** Names of further options that it takes, such as `seed` for `--seed 7`. */
  readonly options?: readonly string[]
  run(context: TrialContext): AsyncIterable<CaseResult>
}

export interface TrialForm {
  readonly isQuick: boolean
  /** Cases, or what comes before the slash of their names. Empty for all cases. */
  readonly only: readonly string[]
}

/** Returns true for the name of a case, and for the part of it before a slash. */
export const isNamed = (key: string, given: string): boolean => key === given || key.startsWith(`${given}/`)

/** The cases of a trial in one form. Throws when `only` names a case that does not exist in this form. */
export function casesOf({ name, cases }: Trial, { isQuick, only }: TrialForm): string[] {
  const names = Object.keys(cases).filter((key) => !isQuick || cases[key]?.short !== undefined)
  for (const given of only)
    if (!names.some((key) => isNamed(key, given)))
      throw new Error(
        `${name} has no case "${given}"${isQuick ? ' in its short form' : ''}. Use ${names.join(', ')}`,
      )
  return names.filter((key) => only.length === 0 || only.some((given) => isNamed(key, given)))
}

/** The seconds that a trial may take for some of its cases: the sum of their limits, for each repetition. */
export function limitOf(
  { cases }: Trial,
  { isQuick, cases: names, times = 1 }: Omit<TrialContext, 'note'>,
): number {
  const limits = names.map((key) => (isQuick ? cases[key]?.short : cases[key]?.full) ?? 0)
  return times * limits.reduce((sum, limit) => sum + limit, 0)
}
