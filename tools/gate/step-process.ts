import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** How a process ended. */
export interface ProcessEnd {
  /** 0 when the command passed. */
  readonly code: number
  readonly seconds: number
  /** Seconds of processor time of the command and of all processes that it has waited for. */
  readonly processorSeconds: number
  readonly isTimedOut: boolean
}

/** The session of a process: the sixth field of its status, after a name that may contain anything. */
const sessionOf = (pid: string): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[3])
  } catch {
    // It has ended.
    return undefined
  }
}

const killSession = (session: number, signal: NodeJS.Signals): void => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (sessionOf(pid) === session)
      try {
        process.kill(Number(pid), signal)
      } catch {
        // It has ended.
      }
}

const graceMs = 5_000

/** A command in bash with its descendants. They are a session, which ends as a whole. */
export class StepProcess {
  readonly ended: Promise<ProcessEnd>
  readonly #child: ChildProcess
  #isTimedOut = false

  constructor(
    command: string,
    place: { readonly root: string; readonly log: string; readonly limit: number },
  ) {
    const began = performance.now()
    const costs = `${place.log}.cost`
    const output = openSync(place.log, 'w')
    // `times` prints the processor time of the shell, and of the processes that it has waited for.
    this.#child = spawn('bash', ['-c', `trap 'times >"${costs}"' EXIT\n${command}`], {
      cwd: place.root,
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const timer = setTimeout(() => {
      this.#isTimedOut = true
      this.end()
    }, place.limit * 1_000)
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('exit', (code) => {
        clearTimeout(timer)
        this.#signal('SIGKILL')
        resolve({
          code: code ?? 1,
          seconds: (performance.now() - began) / 1_000,
          processorSeconds: processorSecondsIn(costs),
          isTimedOut: this.#isTimedOut,
        })
      })
    })
  }

  /** Asks every process of the session to end, and kills those that are left after a few seconds. */
  end(): void {
    this.#signal('SIGTERM')
    setTimeout(() => this.#signal('SIGKILL'), graceMs).unref()
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) killSession(this.#child.pid, signal)
  }
}

/** Sums the times that bash prints as "1m2.345s". 0 when the shell was killed. */
const processorSecondsIn = (file: string): number => {
  try {
    return [...readFileSync(file, 'utf8').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
      0,
    )
  } catch {
    return 0
  }
}
