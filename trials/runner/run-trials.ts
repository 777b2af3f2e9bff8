import { join } from 'node:path'
import { readArguments, usage, type TrialArguments } from './arguments.ts'
import { changedFiles, isCovered } from './changed-files.ts'
import { build } from './needs.ts'
import { runTrial, type ChosenTrial } from './run-trial.ts'
import { casesOf, type CaseResult } from './trial.ts'
import { loadTrial, trialNames, type FoundTrial } from './trial-files.ts'

export interface TrialsOutput {
  /** The folder with the trials. */
  readonly folder: string
  /** Writes a result, or a line of the list. */
  print(line: string): void
  /** Writes a line of progress. */
  note(line: string): void
}

const root = join(import.meta.dirname, '../..')

const chooseTrials = async (
  { names, isAll, isList, changed }: TrialArguments,
  folder: string,
): Promise<FoundTrial[]> => {
  const isEach = isAll || changed !== undefined || (isList && names.length === 0)
  if (!isEach && names.length === 0) throw new Error(usage)
  const found: FoundTrial[] = []
  for (const name of isEach ? trialNames(folder) : names) found.push(await loadTrial(folder, name))
  if (changed === undefined) return found
  const files = changedFiles(root, changed)
  return found.filter(({ trial }) => isCovered(trial, files))
}

const chosenOf = (
  { file, trial }: FoundTrial,
  { isQuick, only, times, options }: TrialArguments,
): ChosenTrial => {
  const taken = trial.options ?? []
  const unknown = [...Object.keys(options), ...(times === undefined ? [] : ['times'])].find(
    (key) => !taken.includes(key),
  )
  if (unknown !== undefined)
    throw new Error(`${trial.name} has no option --${unknown}. It takes ${taken.join(', ') || 'none'}`)
  const cases = casesOf(trial, { isQuick, only })
  return { file, trial, context: { isQuick, cases, options, ...(times !== undefined && { times }) } }
}

/** Counts cases: one fails when one of its results fails. */
class Tally {
  readonly #passes = new Map<string, boolean>()

  add(trial: string, { case: name, pass }: CaseResult): void {
    const key = `${trial}/${name}`
    this.#passes.set(key, pass && this.#passes.get(key) !== false)
  }

  get failed(): number {
    return [...this.#passes.values()].filter((pass) => !pass).length
  }

  get passed(): number {
    return this.#passes.size - this.failed
  }
}

const secondsSince = (began: number): string => `${Math.round((performance.now() - began) / 1_000)} s`

const runChosen = async (chosen: readonly ChosenTrial[], output: TrialsOutput): Promise<number> => {
  const tally = new Tally()
  for (const one of chosen) {
    const { name } = one.trial
    const began = performance.now()
    output.note(`${name}: ${one.context.cases.join(', ')}${one.context.isQuick ? ' (short form)' : ''}`)
    await runTrial(one, (result) => {
      tally.add(name, result)
      output.print(JSON.stringify({ trial: name, ...result }))
      output.note(`${name}: ${result.case} ${result.pass ? 'passed' : 'FAILED'} after ${secondsSince(began)}`)
    })
  }
  output.note(`${tally.passed} cases passed, ${tally.failed} failed`)
  return tally.failed === 0 ? 0 : 1
}

/** Runs or lists the trials that the words of a command line choose. Returns the code to exit with. */
export async function runTrials(words: readonly string[], output: TrialsOutput): Promise<number> {
  const given = readArguments(words)
  const found = await chooseTrials(given, output.folder)
  if (given.isList) {
    for (const { trial } of found)
      output.print(`${trial.name}: ${trial.sentence} Covers ${trial.covers.join(', ')}.`)
    return 0
  }
  // In the short form of several trials, those without a short case are left out.
  const chosen = found
    .map((one) => chosenOf(one, given))
    .filter(({ context }) => context.cases.length > 0 || found.length === 1)
  if (given.changed === undefined && chosen.every(({ context }) => context.cases.length === 0))
    throw new Error(`No case of ${given.names.join(', ')} belongs to the short form`)
  if (!given.isBuilt) await build(chosen.flatMap(({ trial }) => trial.needs))
  return await runChosen(chosen, output)
}
