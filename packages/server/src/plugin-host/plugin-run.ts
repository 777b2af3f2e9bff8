import type { Clock } from '@marinedata/core'
import { MarineDataError, type PluginFaultKind, type ProductWord } from '@marinedata/model'
import {
  defaultMemoryMegabytes,
  LaunchedPlugin,
  LinePace,
  protocolVersion,
  type Handlers,
  type PluginEnd,
  type PluginManifest,
  type Program,
  type ServerVerbs,
} from '@marinedata/plugin-api/host'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { every } from '../system-clock.ts'
import type { PluginLedger } from './plugin-ledger.ts'
import { usageOf, type ProcessUsage } from './process-usage.ts'
import { lowerSession, sessionNiceness } from './session-priority.ts'

export interface RunOptions {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly settings: Readonly<Record<string, unknown>>
  /** The own vessel's context, in full. */
  readonly self: string
  readonly handlers: Handlers<ServerVerbs>
  readonly ledger: PluginLedger
  readonly clock: Clock
  readonly productWord: ProductWord
  readonly serverVersion: string
  readonly write: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

/** Why a process is over, when that was not asked for. */
export interface RunFault {
  readonly kind: PluginFaultKind
  readonly message: string
}

const tempo = {
  beatMs: 250,
  /** A ping that is not answered for so long means that the plugin hangs. */
  hangMs: 1_200,
  /** When our own beat is this late, it is we who were held up. */
  ownDelayMs: 300,
  insistMs: 1_000,
  lostLineMs: 300,
  helloMs: 10_000,
  startMs: 10_000,
  stopMs: 1_500,
  shareMs: 2_000,
}
const noiseShown = 120

/** One process of a plugin, from its start to its end, watched all the while. */
export class PluginRun {
  /** Resolves when the process is gone: with the fault, or with nothing when it was asked to stop. */
  readonly over: Promise<RunFault | undefined>
  readonly #options: RunOptions
  readonly #launched: LaunchedPlugin
  readonly #pace: LinePace
  readonly #watch: Disposable
  #fault: RunFault | undefined
  #isStopping = false
  /** How low its session is, and how low it should be. */
  #niceness = 0
  #wantedNiceness: number = sessionNiceness.starting
  #beatAt: number
  #askedAt: number | undefined
  #isPinged = false
  #usage: ProcessUsage | undefined
  #share: { readonly at: number; readonly cpuSeconds: number } | undefined
  #cpuShare: number | undefined

  constructor(options: RunOptions) {
    const { clock, ledger, manifest, write } = options
    this.#options = options
    this.#pace = new LinePace(() => clock.now())
    this.#launched = new LaunchedPlugin({
      ...options,
      name: manifest.name,
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
    this.#beatAt = clock.now()
    this.#watch = every(tempo.beatMs, () => this.#beat())
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

  /** Greets and starts the plugin; gives false when that failed, and `over` then tells why. */
  async begin(): Promise<boolean> {
    const { settings, self } = this.#options
    try {
      await this.#greet()
      this.#isPinged = true
      await this.#launched.line.ask(
        'start',
        { settings: { ...settings }, self },
        { deadlineMs: tempo.startMs },
      )
      this.#wantedNiceness = sessionNiceness.running
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
    const { ledger, write } = this.#options
    this.#isStopping = true
    const patience = sleep(tempo.stopMs, 'late' as const, { ref: false })
    const asked = this.#launched.line.ask('stop', {}, { deadlineMs: tempo.stopMs })
    // Whether it answered does not matter: it must be gone.
    asked.catch(() => undefined)
    if ((await Promise.race([this.#launched.ended, patience])) === 'late') {
      const { message } = ledger.fail(
        'stop-ignored',
        `It did not stop within ${tempo.stopMs / 1000} s and was ended`,
      )
      write('error', message)
      this.#launched.kill()
    }
    await this.over
  }

  async #greet(): Promise<void> {
    const { manifest, productWord, serverVersion } = this.#options
    const answer = await this.#launched.line.ask(
      'hello',
      { protocols: [protocolVersion], server: { name: productWord, version: serverVersion } },
      { deadlineMs: tempo.helloMs },
    )
    if (answer.protocol !== protocolVersion)
      throw new ProtocolFault(
        `It speaks version ${String(answer.protocol)} of the protocol, not ${protocolVersion}`,
      )
    if (answer.manifest !== undefined && !isDeepStrictEqual(answer.manifest, manifest))
      throw new ProtocolFault('It tells another manifest than its file; write the file anew')
  }

  async #end(): Promise<RunFault | undefined> {
    const end = await this.#launched.ended
    this.#watch[Symbol.dispose]()
    this.#options.ledger.spentCpuSeconds += this.#usage?.cpuSeconds ?? 0
    this.#usage = undefined
    if (this.#isStopping) return undefined
    return this.#fault === undefined ? endFault(end, this.#isPinged) : withLastWords(this.#fault, end)
  }

  #fail(fault: RunFault): void {
    if (this.#isStopping) return
    this.#fault ??= fault
    this.#launched.kill()
  }

  #beat(): void {
    const now = this.#options.clock.now()
    const isHeldUp = now - this.#beatAt > tempo.beatMs + tempo.ownDelayMs
    this.#beatAt = now
    this.#lower()
    this.#measure(now)
    if (this.#pace.pressedMs > tempo.insistMs)
      return this.#fail({ kind: 'flooding', message: 'It kept sending more than it may' })
    if (!this.#isPinged || this.#isStopping) return
    if (this.#askedAt === undefined) return this.#ping(now)
    // While we were held up its answer could not be read.
    if (isHeldUp) this.#askedAt = now
    if (now - this.#askedAt > tempo.hangMs) setImmediate(() => this.#checkHang())
  }

  #lower(): void {
    const { pid } = this.#launched
    if (pid === undefined || this.#niceness === this.#wantedNiceness) return
    if (lowerSession(pid, this.#wantedNiceness)) this.#niceness = this.#wantedNiceness
  }

  #ping(now: number): void {
    this.#askedAt = now
    const answered = (): void => {
      this.#askedAt = undefined
    }
    // Any answer is a sign of life, even a refusal.
    this.#launched.line.ask('ping', {}, { deadlineMs: tempo.helloMs }).then(answered, (error: unknown) => {
      answered()
      if (isClosedLine(error)) this.#noteLostLine()
    })
  }

  /** A line is lost when the process ends, which tells more; a process that lives on without it is of no use. */
  #noteLostLine(): void {
    this.#options.clock.after(tempo.lostLineMs, () =>
      this.#fail({ kind: 'protocol', message: 'It closed its stdout' }),
    )
  }

  #checkHang(): void {
    if (this.#askedAt === undefined) return
    this.#fail({ kind: 'hung', message: `It has not answered for ${tempo.hangMs / 1000} s` })
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

const isClosedLine = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

class ProtocolFault extends MarineDataError {
  constructor(message: string) {
    super('plugin-failed', message)
  }
}

const startFault = (error: unknown): RunFault => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ProtocolFault) return { kind: 'protocol', message }
  if (error instanceof MarineDataError && error.code === 'unconfirmed')
    return { kind: 'start-timeout', message }
  return { kind: 'start-failed', message }
}

const endFault = ({ code, signal, lastWords }: PluginEnd, wasGreeted: boolean): RunFault => {
  if (code === 0)
    return {
      kind: 'exited',
      message: wasGreeted ? 'It ended by itself' : 'It ended before it said hello: does it call runPlugin?',
    }
  const end = signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`
  return { kind: 'crashed', message: lastWords === '' ? `It ${end}` : `It ${end}:\n${lastWords}` }
}

const withLastWords = ({ kind, message }: RunFault, { lastWords }: PluginEnd): RunFault => ({
  kind,
  message: lastWords === '' ? message : `${message}\n${lastWords}`,
})
