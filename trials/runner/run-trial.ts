import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isNamed, limitOf, type CaseResult, type Trial } from './trial.ts'
import type { TrialJob } from './trial-process.ts'

const termMs = 5_000

/** A trial to run, with the file that exports it. */
export interface ChosenTrial extends TrialJob {
  readonly trial: Trial
}

/** Sends a signal to a process and to the processes that it has started. */
const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // They have ended.
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** Ends a process group: with a signal that it can handle, then with one that it cannot. */
const endGroup = async (child: ChildProcess): Promise<void> => {
  signalGroup(child, 'SIGTERM')
  if (isRunning(child)) await Promise.race([once(child, 'exit'), once(AbortSignal.timeout(termMs), 'abort')])
  signalGroup(child, 'SIGKILL')
}

/** The first message of a failed case, and undefined for a process that ended well. */
const faultOf = (child: ChildProcess, limit: number, isLate: boolean): string | undefined => {
  if (isLate) return `ended at its limit of ${limit} s`
  if (child.signalCode !== null) return `ended by ${child.signalCode}`
  return child.exitCode === 0 ? undefined : `exited with code ${child.exitCode}`
}

/** Starts the process of a trial. What it prints is progress; its results come as messages. */
const start = ({ file, context }: ChosenTrial): ChildProcess =>
  fork(join(import.meta.dirname, 'trial-process.ts'), [JSON.stringify({ file, context })], {
    // Its own process group, so that everything that it starts can be ended.
    detached: true,
    execArgv: ['--expose-gc', '--conditions=@marinedata/source'],
    stdio: ['ignore', 2, 2, 'ipc'],
  })

/** Runs a trial in a separate process and reports its results, and a failure for each chosen case without a result. */
export async function runTrial(chosen: ChosenTrial, report: (result: CaseResult) => void): Promise<void> {
  const { trial, context } = chosen
  const limit = limitOf(trial, context)
  const child = start(chosen)
  const seen = new Set<string>()
  child.on('message', (result: CaseResult) => {
    seen.add(result.case)
    const isKnown = context.cases.some((name) => isNamed(name, result.case))
    report(isKnown ? result : { ...result, pass: false, error: 'not a chosen case' })
  })
  const endNow = (): void => signalGroup(child, 'SIGTERM')
  process.once('exit', endNow)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void endGroup(child)
  }, limit * 1_000)
  await once(child, 'exit')
  clearTimeout(timer)
  process.off('exit', endNow)
  // Processes that it has left behind.
  signalGroup(child, 'SIGKILL')
  const fault = faultOf(child, limit, isLate)
  const missing = context.cases.filter((name) => !seen.has(name))
  for (const name of missing) report({ case: name, pass: false, error: fault ?? 'the trial gave no result' })
  if (missing.length === 0 && fault !== undefined)
    report({ case: 'end', pass: false, error: `${fault} after its last result` })
}
