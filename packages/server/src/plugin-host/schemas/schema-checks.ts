import type { Clock, OneAtATime } from '@marinedata/core'
import { MarineDataError, type Fault } from '@marinedata/model'
import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ResponseWatch } from '../supervision/response-watch.ts'
import { threadTimesOf } from '../supervision/thread-times.ts'
import { checkLimitMs, longestCheckMs, type SchemaAnswer, type SchemaQuestion } from './schema-question.ts'

/** A slow computer under load needs seconds to start Node. */
const startMs = 30_000
/** Another check usually follows: settings are saved, then the plugin starts. */
const idleMs = 5_000
const mostPending = 64
const checkNiceness = 5

/** Without code from strings, and without rights but reading its own modules. */
const flags = [
  '--max-old-space-size=32',
  '--max-semi-space-size=1',
  '--disallow-code-generation-from-strings',
  '--permission',
  '--allow-worker',
  '--allow-fs-read=*',
  '--disable-warning=SecurityWarning',
]

const tooSlow: Fault = {
  path: '',
  message: `cannot be checked within ${checkLimitMs / 1000} s; a pattern in the schema of the plugin takes too long`,
}
const hasFailed: Fault = {
  path: '',
  message: `cannot be checked; the schema of the plugin needs too much memory`,
}

export interface SchemaChecksOptions {
  /** The module of the process. */
  readonly program: URL
  readonly clock: Clock
  /** Runs the checks, one after another. */
  readonly queue: OneAtATime
}

const startProcess = (program: URL): ChildProcess => {
  const conditions = process.execArgv.filter((word) => word.startsWith('--conditions='))
  const child = fork(fileURLToPath(program), {
    execArgv: [...conditions, ...flags],
    env: {},
    stdio: 'ignore',
    serialization: 'json',
  })
  child.on('error', () => undefined)
  return child
}

/**
 * A check must not slow the server down. The start has normal priority: on a busy machine it would take minutes, and a
 * plugin waits for it.
 */
const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, checkNiceness)
  } catch {
    // The process has ended already.
  }
}

/**
 * Checks values against the schemas of plugins, in a child process. A schema from elsewhere may contain a pattern that takes
 * hours for a short text, so the server never compiles it. The process is started on demand, killed when a check takes too long,
 * and ends when it is idle.
 */
export class SchemaChecks implements Disposable {
  readonly #options: SchemaChecksOptions
  #pending = 0
  #process: ChildProcess | undefined
  #idle: Disposable | undefined
  #isClosed = false

  constructor(options: SchemaChecksOptions) {
    this.#options = options
  }

  /**
   * The faults of a value; one fault when the schema cannot be used or takes too long.
   * @throws MarineDataError `busy` when the machine is too busy to check, or too many checks are pending
   */
  async faults(question: SchemaQuestion): Promise<readonly Fault[]> {
    if (this.#pending >= mostPending)
      throw new MarineDataError('busy', 'Too many checks are pending. Try again')
    this.#pending++
    try {
      return await this.#options.queue.run(() => this.#check(question))
    } finally {
      this.#pending--
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.#end()
  }

  async #check(question: SchemaQuestion): Promise<readonly Fault[]> {
    this.#idle?.[Symbol.dispose]()
    const child = this.#process ?? (await this.#start())
    const { promise, resolve, reject } = Promise.withResolvers<readonly Fault[]>()
    const exited = (): void => resolve([hasFailed])
    child.once('exit', exited)
    child.once('message', (answer: SchemaAnswer) => resolve(answer === 'ready' ? [hasFailed] : answer.faults))
    using _watch = new ResponseWatch({
      clock: this.#options.clock,
      limitMs: checkLimitMs,
      maxElapsedMs: longestCheckMs,
      threadTimes: () => (child.pid === undefined ? undefined : threadTimesOf(child.pid)),
      onOverdue: ({ isStarved }) => {
        this.#end()
        if (isStarved)
          reject(new MarineDataError('busy', 'The machine is too busy to check settings. Try again'))
        else resolve([tooSlow])
      },
    })
    child.send(question, (error) => {
      if (error !== null) resolve([hasFailed])
    })
    try {
      return await promise
    } finally {
      child.removeAllListeners('message').off('exit', exited)
      this.#idle = this.#options.clock.after(idleMs, () => this.#end())
    }
  }

  async #start(): Promise<ChildProcess> {
    if (this.#isClosed) throw new MarineDataError('shutting-down', 'The server is shutting down')
    const child = startProcess(this.#options.program)
    this.#process = child
    child.once('exit', () => {
      if (this.#process === child) this.#process = undefined
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = (): void =>
      reject(new MarineDataError('busy', 'The process that checks settings did not start'))
    child.once('message', resolve)
    child.once('exit', fail)
    child.once('error', fail)
    using _timer = this.#options.clock.after(startMs, fail)
    try {
      await promise
      lowerPriority(child)
      return child
    } catch (error) {
      this.#end()
      throw error
    } finally {
      child.off('exit', fail)
    }
  }

  #end(): void {
    this.#idle?.[Symbol.dispose]()
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }
}
