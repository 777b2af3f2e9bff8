export interface TrialArguments {
  readonly names: readonly string[]
  readonly isQuick: boolean
  readonly isAll: boolean
  readonly isList: boolean
  readonly isBuilt: boolean
  readonly only: readonly string[]
  readonly times?: number
  /** A commit: only trials of folders that have changed since it. */
  readonly changed?: string
  readonly options: Readonly<Record<string, string>>
}

export const usage = `Usage: npm run trial -- NAME… [options]
  --quick          the short form: judges counts and order, no durations
  --only CASE,…    only these cases, or those whose names begin with "CASE/"
  --times N        repeats each case N times (trials that take it)
  --all            every trial
  --changed BASE   trials of the folders that have changed since the commit BASE
  --list           prints names, sentences and folders instead of running
  --built          builds nothing first
  --KEY VALUE      a further option of the trial`

const flags = new Set(['quick', 'all', 'list', 'built'])

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!(Number.isInteger(number) && number > 0))
    throw new Error(`--times ${text}: use a positive whole number`)
  return number
}

interface Words {
  readonly names: readonly string[]
  /** Options with their values; a flag has an empty one. */
  readonly given: ReadonlyMap<string, string>
}

/** The value of `--key value` or `--key=value`. */
function valueOf(key: string, text: string | undefined, rest: Iterator<string, undefined>): string {
  if (text !== undefined) return text
  const value = flags.has(key) ? '' : rest.next().value
  if (value === undefined) throw new Error(`--${key} needs a value\n${usage}`)
  return value
}

function splitWords(words: readonly string[]): Words {
  const names: string[] = []
  const given = new Map<string, string>()
  const rest = words.values()
  for (const word of rest) {
    const found = /^--(?<key>[^=]+)(?:=(?<text>.*))?$/s.exec(word)?.groups
    if (found === undefined) names.push(word)
    else given.set(found['key'] ?? '', valueOf(found['key'] ?? '', found['text'], rest))
  }
  return { names, given }
}

/** Reads the words of the command line. Every option that is not a flag has a value. */
export function readArguments(words: readonly string[]): TrialArguments {
  const { names, given } = splitWords(words)
  const valued = [...given].filter(([key]) => !flags.has(key))
  const { only, times, changed, ...options } = Object.fromEntries(valued)
  return {
    names,
    isQuick: given.has('quick'),
    isAll: given.has('all'),
    isList: given.has('list'),
    isBuilt: given.has('built'),
    only: only?.split(',') ?? [],
    ...(times !== undefined && { times: wholeNumber(times) }),
    ...(changed !== undefined && { changed }),
    options,
  }
}
