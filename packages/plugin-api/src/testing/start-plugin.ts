import {
  checkOf,
  MarineDataError,
  selfContext,
  type Delta,
  type Notification,
  type PluginInput,
  type SentDelta,
} from '@marinedata/model'
import type { PluginEnd } from '#host/launch.ts'
import { defaultActionSeconds, type PluginManifest } from '#protocol/manifest.ts'
import { PublishedValues } from './published-values.ts'
import type { LogLine, Refusal, Status, TestDevice } from './test-boat.ts'
import { TestedProcess } from './tested-process.ts'
import { begin, settingsFor, testedProgram, type TestedProgram } from './tested-program.ts'

export interface StartOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  /** What the plugin finds in its storage. */
  readonly storage?: Readonly<Record<string, unknown>>
  /** How long each wait may take: for the start, for an answer, for a value. 5,000 when absent. */
  readonly deadlineMs?: number
}

export interface CommandOptions {
  /** How long the command may take; 1,500 when absent. */
  readonly deadlineMs?: number
  /** Takes the command back. */
  readonly signal?: AbortSignal
}

const stopMs = 1_500
const nothing = { type: 'object', additionalProperties: false }

/** A plugin in its own process, under the flags of the boat, with a boat in memory around it. */
export class StartedPlugin implements AsyncDisposable {
  readonly manifest: PluginManifest
  readonly #tested: TestedProcess
  readonly #values: PublishedValues
  readonly #deadlineMs: number

  constructor(
    tested: TestedProcess,
    { manifest }: TestedProgram,
    waits: { readonly values: PublishedValues; readonly deadlineMs: number },
  ) {
    this.manifest = manifest
    this.#tested = tested
    this.#values = waits.values
    this.#deadlineMs = waits.deadlineMs
  }

  /** Deltas that were taken so far, with the source and the time that the server gives them. */
  get published(): readonly SentDelta[] {
    return this.#tested.boat.published
  }

  /** What was refused so far, and why. */
  get refused(): readonly Refusal[] {
    return this.#tested.boat.refused
  }

  /** What came on stdout and is no message. */
  get noise(): Buffer {
    return this.#tested.noise
  }

  /** Lines that it wrote to stderr; `console.log` goes there too. */
  get complaints(): readonly string[] {
    return this.#tested.complaints
  }

  get logs(): readonly LogLine[] {
    return this.#tested.boat.logs
  }

  get status(): Status | undefined {
    return this.#tested.boat.status
  }

  /** What it last told of its inputs. */
  get inputs(): readonly PluginInput[] {
    return this.#tested.boat.inputs
  }

  get devices(): ReadonlyMap<string, TestDevice> {
    return this.#tested.boat.devices
  }

  /** Alarms that are raised, by their paths. */
  get notifications(): ReadonlyMap<string, Notification> {
    return this.#tested.boat.notifications
  }

  get storage(): Map<string, unknown> {
    return this.#tested.boat.storage
  }

  /** Its process on this machine; undefined when it is gone before it was known. */
  get pid(): number | undefined {
    return this.#tested.launched.pid
  }

  /** Settles when the process is gone, for whatever reason. */
  get ended(): Promise<PluginEnd> {
    return this.#tested.launched.ended
  }

  /** The newest value at a path; undefined when there has been none. */
  latest(path: string, context: string = selfContext): unknown {
    return this.#values.latest(path, context)
  }

  /**
   * The next value at a path that is published from now on.
   * @throws MarineDataError `unconfirmed` when none came in time, with what was refused
   */
  async next(path: string, deadlineMs: number = this.#deadlineMs): Promise<unknown> {
    const value = await this.#values.next(path, deadlineMs)
    if (value !== undefined) return value.value
    const refusals = this.refused.map(({ verb, reason, message }) => `\n  ${verb}: ${reason}: ${message}`)
    const seen =
      refusals.length === 0 ? 'nothing was refused' : `refused so far:${refusals.slice(-8).join('')}`
    throw new MarineDataError('unconfirmed', `No value at "${path}" within ${deadlineMs / 1000} s; ${seen}`)
  }

  /** Tells the plugin news; gives how many of the deltas it listens to. */
  tell(deltas: readonly Delta[]): number {
    const heard = this.#tested.boat.heard(deltas)
    if (heard.length > 0) this.#tested.launched.sendDeltas(heard.map((delta) => JSON.stringify(delta)))
    return heard.length
  }

  /**
   * Asks for an action of the manifest.
   * @throws MarineDataError `invalid-body` when the input does not fit, with what the plugin says, or `unconfirmed` when it says nothing
   */
  async act(name: string, input: unknown = {}, options: CommandOptions = {}): Promise<unknown> {
    const claim = this.manifest.actions?.[name]
    const errors = checkOf(claim?.input ?? nothing).faults(input)
    if (claim !== undefined && errors.length > 0)
      throw new MarineDataError('invalid-body', `The input of "${name}" does not fit`, { errors })
    const seconds = claim?.deadline ?? defaultActionSeconds
    return await this.#command({ name, input }, { deadlineMs: seconds * 1_000, ...options })
  }

  /** Tells a device to do something. */
  async command(
    device: string,
    { name, input }: { readonly name: string; readonly input?: unknown },
    options: CommandOptions = {},
  ): Promise<unknown> {
    return await this.#command({ device, name, input }, { deadlineMs: 1_500, ...options })
  }

  /** Stops the plugin as the server does, and ends it when it does not heed. */
  async stop(): Promise<PluginEnd> {
    const { launched } = this.#tested
    const stopped = launched.line.ask('stop', {}, { deadlineMs: stopMs })
    const late = setTimeout(() => launched.kill(), stopMs)
    // How it answered does not matter, only how it ended.
    await stopped.catch(() => undefined)
    const end = await launched.ended
    clearTimeout(late)
    return end
  }

  /** Ends its process at once and unasked, as a fault does. */
  async kill(): Promise<PluginEnd> {
    await this.#tested[Symbol.asyncDispose]()
    return await this.#tested.launched.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  async #command(
    params: { readonly device?: string; readonly name: string; readonly input?: unknown },
    { deadlineMs, signal }: CommandOptions & { readonly deadlineMs: number },
  ): Promise<unknown> {
    const terms = { deadlineMs, ...(signal && { signal }) }
    const { result } = await this.#tested.launched.line.ask(
      'command',
      { ...params, deadline: deadlineMs / 1_000 },
      terms,
    )
    return result
  }
}

/**
 * Starts the plugin at a place in a process of its own, exactly as the boat does.
 * @throws MarineDataError when its manifest or its settings are not acceptable, or when it does not start
 */
export const startPlugin = async (
  place: string | URL,
  options: StartOptions = {},
): Promise<StartedPlugin> => {
  const { storage, deadlineMs = 5_000 } = options
  const found = await testedProgram(place)
  const settings = settingsFor(found, options.settings)
  const values = new PublishedValues()
  const tested = new TestedProcess({
    ...found,
    chosen: options.settings ?? {},
    ...(storage && { storage }),
    onPublished: (delta) => values.hear(delta),
  })
  try {
    await begin(tested, found, { settings, deadlineMs })
  } catch (error) {
    await tested[Symbol.asyncDispose]()
    throw error
  }
  return new StartedPlugin(tested, found, { values, deadlineMs })
}
