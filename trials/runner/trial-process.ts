/** Runs one trial in a process, and sends its results to the runner, which has started it. */
import { pathToFileURL } from 'node:url'
import type { CaseResult, Trial, TrialContext } from './trial.ts'

/** The job, as the runner passes it in one argument. */
export interface TrialJob {
  readonly file: string
  readonly context: Omit<TrialContext, 'note'>
}

/** Resolves when the runner has the result, so that an exit after it loses nothing. */
const send = (result: CaseResult): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(result, undefined, {}, (error) => (error === null ? resolve() : reject(error)))
  })

// Without the runner, nothing ends this process at its limit.
process.on('disconnect', () => process.exit(1))
const { file, context } = JSON.parse(process.argv[2] ?? '') as TrialJob
const { trial } = (await import(pathToFileURL(file).href)) as { readonly trial: Trial }
const note = (text: string): void => console.error(`${trial.name}: ${text}`)
for await (const result of trial.run({ ...context, note })) await send(result)
process.exit()
