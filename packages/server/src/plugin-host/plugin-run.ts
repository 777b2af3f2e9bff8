import type { Clock } from '@marinedata/core'
import { MarineDataError, type ProductWord } from '@marinedata/model'
import {
  folderOf,
  LaunchedPlugin,
  RateLimiter,
  protocolVersion,
  type Handlers,
  type Params,
  type PluginManifest,
  type PluginPlace,
  type PluginVerbs,
  type Program,
  type Result,
  type ServerVerbs,
} from '@marinedata/plugin-api/host'
import { isDeepStrictEqual } from 'node:util'
import { every } from '../system-clock.ts'
import type { PluginStats } from './plugin-stats.ts'
import type { LifecycleRun, RunFault } from './plugin-lifecycle.ts'
import { isProvider } from './supervision/providers.ts'
import {
  endFault,
  isClosedConnection,
  ProtocolFault,
  startFault,
  withStderrTail,
} from './supervision/run-faults.ts'
import { ResponseWatch, type ResponseWatchOptions, type Silence } from './supervision/response-watch.ts'
import { lowerSession, nicenessOf, type Niceness } from './supervision/session-priority.ts'
import { hardLimits, startLimitMs, timing } from './supervision/run-timing.ts'
import type { ProcessTree } from './supervision/process-tree.ts'
import { threadTimesOf } from './supervision/thread-times.ts'
import { UsageMeter, type Usage } from './supervision/usage-meter.ts'

export interface RunOptions {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly settings: Readonly<Record<string, unknown>>
  /** The settings that a person set, without defaults. */
  readonly chosen: Readonly<Record<string, unknown>>
  readonly place: PluginPlace
  /** Own ship's context, in full. */
  readonly self: string
  readonly handlers: Handlers<ServerVerbs>
  readonly stats: PluginStats
  readonly clock: Clock
  /** The processes of this machine. */
  readonly processes: ProcessTree
  /** 1 for the first start, higher after faults. The start timeout grows with it. */
  readonly attempt: number
  /** A debugger may stop it at a breakpoint for any time, so it is neither pinged nor killed for being slow. */
  readonly isInspected: boolean
  readonly productWord: ProductWord
  readonly serverVersion: string
  readonly write: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

const maxNoiseShown = 120
const flooding: RunFault = { kind: 'flooding', message: 'The plugin kept exceeding its message rate limit' }

/** One process of a plugin. Starts it, pings and measures it, and kills it when it hangs or exceeds a limit. */
export class PluginRun implements LifecycleRun {
  readonly exited: Promise<RunFault | undefined>
  readonly #options: RunOptions
  readonly #launched: LaunchedPlugin
  readonly #limiter: RateLimiter
  readonly #checks: Disposable
  #fault: RunFault | undefined
  #isStopping = false
  readonly #niceness: Niceness
  /** Niceness of its scheduler session: applied, and wanted. */
  #sessionNiceness = 0
  #wantedSessionNiceness: number
  /** Set when the plugin has answered `hello`. Pings start then. */
  #isInitialized = false
  #isPingPending = false
  readonly #meter: UsageMeter

  constructor(options: RunOptions) {
    const { clock, stats, manifest, write } = options
    this.#options = options
    this.#niceness = nicenessOf(isProvider(manifest))
    this.#wantedSessionNiceness = this.#niceness.starting
    this.#meter = new UsageMeter(options.processes, manifest)
    this.#limiter = new RateLimiter(() => clock.now())
    this.#launched = new LaunchedPlugin({
      ...options,
      name: manifest.name,
      niceness: this.#niceness.process,
      limiter: {
        take: (messages, bytes) => {
          stats.messages.add(messages)
          return this.#limiter.take(messages, bytes)
        },
      },
      events: {
        noise: (bytes) => this.#handleStrayOutput(bytes),
        tooLarge: (bytes) => this.#reportRefusal('too-large', `a message of ${bytes} bytes`),
        malformed: () => this.#reportRefusal('malformed', 'a message that is not JSON-RPC'),
        stderrLine: (line) => write('warn', line),
      },
      onRefused: (verb, { code, message }) => this.#reportRefusal(code, `${verb}: ${message}`),
    })
    this.#applyNiceness()
    const period = (): number => (this.#meter.isGrowing ? timing.growingMs : timing.intervalMs)
    this.#checks = every(period, () => this.#check())
    this.exited = this.#end()
  }

  get pid(): number | undefined {
    return this.#launched.pid
  }

  get usage(): Usage | undefined {
    return this.#meter.usage
  }

  get backlog(): number {
    return this.#launched.backlog
  }

  get rpc(): LaunchedPlugin['rpc'] {
    return this.#launched.rpc
  }

  sendDeltas(deltas: readonly string[]): void {
    this.#launched.sendDeltas(deltas)
  }

  /** Kills a plugin that does not read its subscriptions. */
  abort(reason: string): void {
    this.#fail({ kind: 'hung', message: `The plugin does not read its subscriptions: ${reason}` })
  }

  async start(): Promise<boolean> {
    const { settings, self, manifest, place } = this.#options
    try {
      await this.#sayHello()
      this.#isInitialized = true
      await this.#startRequest('start', { settings: { ...settings }, self, ...folderOf(manifest, place) })
      this.#wantedSessionNiceness = this.#niceness.running
      this.#applyNiceness()
      return this.#fault === undefined && !this.#isStopping
    } catch (error) {
      if (isClosedConnection(error)) this.#handleClosedConnection()
      else this.#fail(startFault(error))
      return false
    }
  }

  /**
   * Sends a command to the plugin or to one of its devices.
   * @throws MarineDataError `unconfirmed` when no answer came in time, otherwise the plugin's own error
   */
  async command(
    params: { readonly device?: string; readonly name: string; readonly input?: unknown },
    { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal?: AbortSignal },
  ): Promise<unknown> {
    try {
      const options = { deadlineMs, ...(signal && { signal }) }
      const { result } = await this.#launched.rpc.request(
        'command',
        { ...params, deadline: deadlineMs / 1000 },
        options,
      )
      return result
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'unconfirmed' && signal?.aborted !== true) {
        this.#options.stats.unanswered++
        this.#options.write('error', error.message)
      }
      throw error
    }
  }

  /** Asks the plugin to stop, and kills it when it does not stop in time. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const overdue = Promise.withResolvers<Silence>()
    using _watch = this.#watch({
      limitMs: timing.stopMs,
      maxElapsedMs: hardLimits.stopMs,
      onOverdue: overdue.resolve,
    })
    const asked = this.#launched.rpc.request('stop', {}, { deadlineMs: hardLimits.stopMs })
    // Only the end of the process counts, not the answer.
    asked.catch(() => undefined)
    const silence = await Promise.race([this.#launched.ended.then(() => undefined), overdue.promise])
    if (silence !== undefined) {
      this.#reportIgnoredStop(silence)
      this.#launched.kill()
    }
    await this.exited
  }

  #reportIgnoredStop({ elapsedMs, isStarved }: Silence): void {
    const { stats, write } = this.#options
    const message = `The plugin did not stop within ${(elapsedMs / 1000).toFixed(1)} s and was killed`
    if (isStarved) return write('warn', `${message}: the machine is too busy`)
    stats.recordFault('stop-ignored', message)
    write('error', message)
  }

  async #sayHello(): Promise<void> {
    const { manifest, productWord, serverVersion } = this.#options
    const server = { name: productWord, version: serverVersion }
    const answer = await this.#startRequest('hello', { protocols: [protocolVersion], server })
    if (answer.protocol !== protocolVersion)
      throw new ProtocolFault(
        `The plugin uses protocol version ${String(answer.protocol)}; this server requires ${protocolVersion}`,
      )
    if (answer.manifest !== undefined && !isDeepStrictEqual(answer.manifest, manifest))
      throw new ProtocolFault(
        'The manifest in the hello answer differs from the manifest file. Run "marinedata plugin manifest"',
      )
  }

  /** Sends `hello` or `start`, and kills a process that does not answer in time. */
  async #startRequest<Name extends 'hello' | 'start'>(
    name: Name,
    params: Params<PluginVerbs[Name]>,
  ): Promise<Result<PluginVerbs[Name]>> {
    const limitMs = startLimitMs(this.#options)
    using _watch = this.#watch({
      limitMs,
      maxElapsedMs: hardLimits.answerMs,
      onOverdue: ({ elapsedMs, isStarved }) =>
        this.#fail({
          kind: 'start-timeout',
          message: `No answer to "${name}" within ${Math.round(elapsedMs / 1000)} s`,
          isStarved,
        }),
    })
    return await this.#launched.rpc.request(name, params, { deadlineMs: hardLimits.answerMs })
  }

  #watch(options: Pick<ResponseWatchOptions, 'limitMs' | 'maxElapsedMs' | 'onOverdue'>): ResponseWatch {
    const { clock } = this.#options
    const threadTimes = (): ReturnType<typeof threadTimesOf> => {
      const { pid } = this.#launched
      return pid === undefined ? undefined : threadTimesOf(pid)
    }
    return new ResponseWatch({ ...options, clock, threadTimes })
  }

  async #end(): Promise<RunFault | undefined> {
    const end = await this.#launched.ended
    this.#checks[Symbol.dispose]()
    this.#options.stats.spentCpuSeconds += this.usage?.cpuSeconds ?? 0
    this.#meter.reset()
    if (this.#isStopping) return undefined
    return this.#fault === undefined ? endFault(end, this.#isInitialized) : withStderrTail(this.#fault, end)
  }

  #fail(fault: RunFault): void {
    if (this.#isStopping) return
    this.#fault ??= fault
    this.#launched.kill()
  }

  #check(): void {
    this.#applyNiceness()
    const excess = this.#meter.measure(this.#options.clock.now(), this.#launched)
    if (excess !== undefined) return this.#fail(excess)
    if (this.#limiter.overLimitMs > timing.overloadMs) return this.#fail(flooding)
    if (this.#launched.stderrOverLimitMs > timing.overloadMs)
      return this.#fail({
        kind: 'stderr-flooding',
        message: 'The plugin kept writing to stderr faster than the limit',
      })
    const isPinged = this.#isInitialized && !this.#options.isInspected
    if (isPinged && !this.#isStopping && !this.#isPingPending) void this.#ping()
  }

  #applyNiceness(): void {
    const { pid } = this.#launched
    if (pid === undefined || this.#sessionNiceness === this.#wantedSessionNiceness) return
    if (lowerSession(pid, this.#wantedSessionNiceness)) this.#sessionNiceness = this.#wantedSessionNiceness
  }

  async #ping(): Promise<void> {
    this.#isPingPending = true
    using watch = this.#watch({
      limitMs: timing.hangMs,
      onOverdue: ({ elapsedMs }) => this.#fail(this.#unansweredFault(elapsedMs)),
    })
    try {
      await this.#launched.rpc.request('ping', {}, { deadlineMs: hardLimits.answerMs })
    } catch (error) {
      // An error answer also shows that the plugin is alive.
      if (isClosedConnection(error)) this.#handleClosedConnection()
    } finally {
      this.#isPingPending = false
      this.#reportSlowAnswer(watch.silence)
    }
  }

  /** The answer of a plugin that exceeds its rate limit may be unread: it follows the messages that wait. */
  #unansweredFault(elapsedMs: number): RunFault {
    if (this.#limiter.overLimitMs > 0) return flooding
    return { kind: 'hung', message: `The plugin has not answered for ${(elapsedMs / 1000).toFixed(1)} s` }
  }

  #reportSlowAnswer({ elapsedMs }: Silence): void {
    if (this.#fault !== undefined || this.#isStopping || elapsedMs < timing.hangMs) return
    this.#options.write(
      'warn',
      `The plugin answered after ${(elapsedMs / 1000).toFixed(1)} s: the machine is too busy to run it`,
    )
  }

  /**
   * Fails the run if the process outlives its stdout. Waits a moment first: usually the process is ending, and its exit
   * code says more.
   */
  #handleClosedConnection(): void {
    this.#options.clock.after(timing.exitGraceMs, () =>
      this.#fail({ kind: 'protocol', message: 'The plugin closed its stdout' }),
    )
  }

  #handleStrayOutput(bytes: Buffer): void {
    const { stats, write } = this.#options
    stats.noiseBytes += bytes.length
    const shown = bytes.toString('latin1', 0, maxNoiseShown).replaceAll(/[^\x20-\x7e]+/g, ' ')
    write('warn', `stdout is reserved for the protocol; ignored: ${shown.trim()}`)
  }

  #reportRefusal(reason: string, message: string): void {
    this.#options.stats.countRefusal(reason)
    this.#options.write('warn', `refused: ${message}`)
  }
}
