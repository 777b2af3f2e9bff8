import type { Clock } from '@marinedata/core'
import { MarineDataError, type ProductWord } from '@marinedata/model'
import {
  defaultMemoryMegabytes,
  LaunchedPlugin,
  LinePace,
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
import type { PluginLedger } from './plugin-ledger.ts'
import type { LifeRun, RunFault } from './plugin-life.ts'
import { isProvider } from './supervision/providers.ts'
import { endFault, isClosedLine, ProtocolFault, startFault, withLastWords } from './supervision/run-faults.ts'
import { usageOf, type ProcessUsage } from './supervision/process-usage.ts'
import { ResponseWatch, type ResponseWatchOptions, type Silence } from './supervision/response-watch.ts'
import { lowerSession, nicenessOf, type Niceness } from './supervision/session-priority.ts'
import { threadTimesOf } from './supervision/thread-times.ts'

export interface RunOptions {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly settings: Readonly<Record<string, unknown>>
  /** The settings as a person has set them, without defaults. */
  readonly chosen: Readonly<Record<string, unknown>>
  readonly place: PluginPlace
  /** The own vessel's context, in full. */
  readonly self: string
  readonly handlers: Handlers<ServerVerbs>
  readonly ledger: PluginLedger
  readonly clock: Clock
  /** 1 for the first start, higher after faults: the longer it may take to start. */
  readonly attempt: number
  readonly productWord: ProductWord
  readonly serverVersion: string
  readonly write: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

const tempo = {
  /** How often a plugin that is well is asked for a sign of life and measured; all plugins in the same moment. */
  beatMs: 750,
  /** A ping that was not answered for so long, although the plugin could have answered, means that it hangs. */
  hangMs: 1_200,
  insistMs: 1_000,
  lostLineMs: 300,
  /** For each of `hello` and `start`; doubled with each attempt, up to the most. */
  startMs: 10_000,
  mostStartMs: 60_000,
  stopMs: 1_500,
  shareMs: 2_000,
}

/** However busy the machine is. */
const longest = { answerMs: 600_000, stopMs: 4_000 }

const noiseShown = 120

/** One process of a plugin, from its start to its end, watched all the while. */
export class PluginRun implements LifeRun {
  readonly over: Promise<RunFault | undefined>
  readonly #options: RunOptions
  readonly #launched: LaunchedPlugin
  readonly #pace: LinePace
  readonly #beats: Disposable
  #fault: RunFault | undefined
  #isStopping = false
  readonly #niceness: Niceness
  /** How low its session is, and how low it should be. */
  #sessionNiceness = 0
  #wantedSessionNiceness: number
  /** It has said hello: from then on it is asked for signs of life. */
  #isGreeted = false
  #isAsked = false
  #usage: ProcessUsage | undefined
  #share: { readonly at: number; readonly cpuSeconds: number } | undefined
  #cpuShare: number | undefined

  constructor(options: RunOptions) {
    const { clock, ledger, manifest, write } = options
    this.#options = options
    this.#niceness = nicenessOf(isProvider(manifest))
    this.#wantedSessionNiceness = this.#niceness.starting
    this.#pace = new LinePace(() => clock.now())
    this.#launched = new LaunchedPlugin({
      ...options,
      name: manifest.name,
      niceness: this.#niceness.process,
      pace: {
        take: (messages, bytes) => {
          ledger.messages.add(messages)
          return this.#pace.take(messages, bytes)
        },
      },
      events: {
        noise: (bytes) => this.#hearNoise(bytes),
        tooLarge: (bytes) => this.#refuse('too-large', `a message of ${bytes} bytes`),
        malformed: () => this.#refuse('malformed', 'a message that is not JSON-RPC'),
        complaint: (line) => write('warn', line),
      },
      onRefused: (verb, { code, message }) => this.#refuse(code, `${verb}: ${message}`),
    })
    this.#lower()
    this.#beats = every(tempo.beatMs, () => this.#beat())
    this.over = this.#end()
  }

  get pid(): number | undefined {
    return this.#launched.pid
  }

  get usage(): (ProcessUsage & { readonly cpuShare: number | undefined }) | undefined {
    return this.#usage && { ...this.#usage, cpuShare: this.#cpuShare }
  }

  get backlog(): number {
    return this.#launched.backlog
  }

  sendDeltas(deltas: readonly string[]): void {
    this.#launched.sendDeltas(deltas)
  }

  /** It does not read what it asked for: ends it. */
  giveUp(reason: string): void {
    this.#fail({ kind: 'hung', message: `It does not read: ${reason}` })
  }

  async begin(): Promise<boolean> {
    const { settings, self } = this.#options
    try {
      await this.#greet()
      this.#isGreeted = true
      await this.#startVerb('start', { settings: { ...settings }, self })
      this.#wantedSessionNiceness = this.#niceness.running
      this.#lower()
      return this.#fault === undefined && !this.#isStopping
    } catch (error) {
      if (isClosedLine(error)) this.#noteLostLine()
      else this.#fail(startFault(error))
      return false
    }
  }

  /**
   * Asks the plugin to do something, for itself or for a device.
   * @throws MarineDataError `unconfirmed` when no answer came in time, else with what the plugin said
   */
  async command(
    params: { readonly device?: string; readonly name: string; readonly input?: unknown },
    { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal?: AbortSignal },
  ): Promise<unknown> {
    try {
      const options = { deadlineMs, ...(signal && { signal }) }
      const { result } = await this.#launched.line.ask(
        'command',
        { ...params, deadline: deadlineMs / 1000 },
        options,
      )
      return result
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'unconfirmed' && signal?.aborted !== true) {
        this.#options.ledger.unanswered++
        this.#options.write('error', error.message)
      }
      throw error
    }
  }

  /** Asks the plugin to end, and ends it when it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const overdue = Promise.withResolvers<Silence>()
    using _watch = this.#watch({
      limitMs: tempo.stopMs,
      longestMs: longest.stopMs,
      onOverdue: overdue.resolve,
    })
    const asked = this.#launched.line.ask('stop', {}, { deadlineMs: longest.stopMs })
    // Whether it answered does not matter: it must be gone.
    asked.catch(() => undefined)
    const silence = await Promise.race([this.#launched.ended.then(() => undefined), overdue.promise])
    if (silence !== undefined) {
      this.#noteIgnoredStop(silence)
      this.#launched.kill()
    }
    await this.over
  }

  #noteIgnoredStop({ elapsedMs, isStarved }: Silence): void {
    const { ledger, write } = this.#options
    const message = `It did not stop within ${(elapsedMs / 1000).toFixed(1)} s and was ended`
    if (isStarved) return write('warn', `${message}: the machine is busy`)
    ledger.fail('stop-ignored', message)
    write('error', message)
  }

  async #greet(): Promise<void> {
    const { manifest, productWord, serverVersion } = this.#options
    const server = { name: productWord, version: serverVersion }
    const answer = await this.#startVerb('hello', { protocols: [protocolVersion], server })
    if (answer.protocol !== protocolVersion)
      throw new ProtocolFault(
        `It speaks version ${String(answer.protocol)} of the protocol, not ${protocolVersion}`,
      )
    if (answer.manifest !== undefined && !isDeepStrictEqual(answer.manifest, manifest))
      throw new ProtocolFault('It tells another manifest than its file; write the file anew')
  }

  /** Asks one of the verbs of the start; a process that does not answer in time is ended. */
  async #startVerb<Name extends 'hello' | 'start'>(
    name: Name,
    params: Params<PluginVerbs[Name]>,
  ): Promise<Result<PluginVerbs[Name]>> {
    const limitMs = Math.min(tempo.mostStartMs, tempo.startMs * 2 ** (this.#options.attempt - 1))
    using _watch = this.#watch({
      limitMs,
      longestMs: longest.answerMs,
      onOverdue: ({ elapsedMs, isStarved }) =>
        this.#fail({
          kind: 'start-timeout',
          message: `No answer to "${name}" within ${Math.round(elapsedMs / 1000)} s`,
          isStarved,
        }),
    })
    return await this.#launched.line.ask(name, params, { deadlineMs: longest.answerMs })
  }

  #watch(options: Pick<ResponseWatchOptions, 'limitMs' | 'longestMs' | 'onOverdue'>): ResponseWatch {
    const { clock } = this.#options
    const threadTimes = (): ReturnType<typeof threadTimesOf> => {
      const { pid } = this.#launched
      return pid === undefined ? undefined : threadTimesOf(pid)
    }
    return new ResponseWatch({ ...options, clock, threadTimes })
  }

  async #end(): Promise<RunFault | undefined> {
    const end = await this.#launched.ended
    this.#beats[Symbol.dispose]()
    this.#options.ledger.spentCpuSeconds += this.#usage?.cpuSeconds ?? 0
    this.#usage = undefined
    if (this.#isStopping) return undefined
    return this.#fault === undefined ? endFault(end, this.#isGreeted) : withLastWords(this.#fault, end)
  }

  #fail(fault: RunFault): void {
    if (this.#isStopping) return
    this.#fault ??= fault
    this.#launched.kill()
  }

  #beat(): void {
    this.#lower()
    this.#measure(this.#options.clock.now())
    if (this.#pace.pressedMs > tempo.insistMs)
      return this.#fail({ kind: 'flooding', message: 'It kept sending more than it may' })
    if (this.#launched.stderrPressedMs > tempo.insistMs)
      return this.#fail({ kind: 'stderr-flooding', message: 'It kept writing more to stderr than is read' })
    if (this.#isGreeted && !this.#isStopping && !this.#isAsked) void this.#ping()
  }

  #lower(): void {
    const { pid } = this.#launched
    if (pid === undefined || this.#sessionNiceness === this.#wantedSessionNiceness) return
    if (lowerSession(pid, this.#wantedSessionNiceness)) this.#sessionNiceness = this.#wantedSessionNiceness
  }

  async #ping(): Promise<void> {
    this.#isAsked = true
    using watch = this.#watch({
      limitMs: tempo.hangMs,
      onOverdue: ({ elapsedMs }) =>
        this.#fail({ kind: 'hung', message: `It has not answered for ${(elapsedMs / 1000).toFixed(1)} s` }),
    })
    try {
      await this.#launched.line.ask('ping', {}, { deadlineMs: longest.answerMs })
    } catch (error) {
      // Any answer is a sign of life, even a refusal.
      if (isClosedLine(error)) this.#noteLostLine()
    } finally {
      this.#isAsked = false
      this.#noteSlowness(watch.silence)
    }
  }

  #noteSlowness({ elapsedMs }: Silence): void {
    if (this.#fault !== undefined || this.#isStopping || elapsedMs < tempo.hangMs) return
    this.#options.write(
      'warn',
      `It answered after ${(elapsedMs / 1000).toFixed(1)} s: the machine is too busy to run it`,
    )
  }

  /** A line is lost when the process ends, which tells more; a process that lives on without it is of no use. */
  #noteLostLine(): void {
    this.#options.clock.after(tempo.lostLineMs, () =>
      this.#fail({ kind: 'protocol', message: 'It closed its stdout' }),
    )
  }

  #measure(now: number): void {
    const { pid } = this.#launched
    const usage = pid === undefined ? undefined : usageOf(pid)
    if (usage === undefined) return
    this.#usage = usage
    this.#share ??= { at: now, cpuSeconds: usage.cpuSeconds }
    if (now - this.#share.at >= tempo.shareMs) {
      this.#cpuShare = ((usage.cpuSeconds - this.#share.cpuSeconds) * 1000) / (now - this.#share.at)
      this.#share = { at: now, cpuSeconds: usage.cpuSeconds }
    }
    const megabytes = this.#options.manifest.memory ?? defaultMemoryMegabytes
    const used = Math.round(usage.residentBytes / 1e6)
    if (usage.residentBytes > megabytes * 1e6)
      this.#fail({ kind: 'memory', message: `It used ${used} MB, more than its ${megabytes} MB` })
  }

  #hearNoise(bytes: Buffer): void {
    const { ledger, write } = this.#options
    ledger.noiseBytes += bytes.length
    const shown = bytes.toString('latin1', 0, noiseShown).replaceAll(/[^\x20-\x7e]+/g, ' ')
    write('warn', `stdout is for the protocol, this is not: ${shown.trim()}`)
  }

  #refuse(reason: string, message: string): void {
    this.#options.ledger.refuse(reason)
    this.#options.write('warn', `refused: ${message}`)
  }
}
