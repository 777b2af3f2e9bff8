import {
  checkOf,
  MarineDataError,
  selfContext,
  type CourseAnswer,
  type CourseQuestion,
  type Delta,
  type HistoryQuestion,
  type Notification,
  type PageAnswer,
  type PageRequest,
  type PluginInput,
  type ProvidedResource,
  type SentDelta,
  type WeatherAnswer,
  type WeatherQuestion,
  type WeatherSubject,
} from '@marinedata/model'
import type { PluginEnd } from '#host/launch.ts'
import type { RecordedLog } from '#plugin/boat.ts'
import type { AlertAnswer } from '#protocol/alert-verbs.ts'
import { defaultActionSeconds, type PluginManifest } from '#protocol/manifest.ts'
import { askHistory } from './answers/ask-history.ts'
import { askPage, type PageAskOptions } from './answers/ask-page.ts'
import { askCourse } from './answers/course-cases.ts'
import { askWeather } from './answers/weather-cases.ts'
import type { TestBuses } from './buses/test-buses.ts'
import { PublishedValues } from './published-values.ts'
import type { LogLine, Refusal, Status, TestDevice } from './test-boat.ts'
import { TestedProcess } from './tested-process.ts'
import { begin, settingsFor, startPatienceMs, testedProgram, type TestedProgram } from './tested-program.ts'

export interface StartOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  /** Initial storage of the plugin. */
  readonly storage?: Readonly<Record<string, unknown>>
  /** The plugin's own folder, which stays; default a new one, removed with the process. */
  readonly folder?: string
  /** The boat's log, for a plugin that reads it; default none. */
  readonly log?: RecordedLog
  /** Timeout of each wait for an answer or a value. Default 30,000, which a busy machine needs. The start may always take 30,000. */
  readonly deadlineMs?: number
}

export interface CommandOptions {
  /** Deadline of the command; default 1,500. */
  readonly deadlineMs?: number
  /** Cancels the command. */
  readonly signal?: AbortSignal
}

const stopMs = 1_500
const nothing = { type: 'object', additionalProperties: false }

/** A plugin in its own process, started as on a boat, with a simulated server. */
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

  /** Deltas that were accepted so far, with the source and time that the server adds. */
  get published(): readonly SentDelta[] {
    return this.#tested.boat.published
  }

  /** What was refused so far, and why. */
  get refused(): readonly Refusal[] {
    return this.#tested.boat.refused
  }

  /** Bytes on stdout that are not messages. */
  get noise(): Buffer {
    return this.#tested.noise
  }

  /** Lines that the plugin wrote to stderr, including `console.log`. */
  get stderrLines(): readonly string[] {
    return this.#tested.stderrLines
  }

  get logs(): readonly LogLine[] {
    return this.#tested.boat.logs
  }

  get status(): Status | undefined {
    return this.#tested.boat.status
  }

  /** The inputs that the plugin last reported. */
  get inputs(): readonly PluginInput[] {
    return this.#tested.boat.inputs
  }

  get devices(): ReadonlyMap<string, TestDevice> {
    return this.#tested.boat.devices
  }

  /** The buses that the plugin offers, and buses for it to use. */
  get buses(): TestBuses {
    return this.#tested.boat.buses
  }

  /** The resources that the plugin provides, by kind and id. */
  get resources(): ReadonlyMap<string, ReadonlyMap<string, ProvidedResource>> {
    return this.#tested.boat.resources
  }

  /** Active alerts by path. */
  get notifications(): ReadonlyMap<string, Notification> {
    return this.#tested.boat.notifications
  }

  /** The alerts that the plugin has acknowledged or silenced. */
  get answers(): readonly AlertAnswer[] {
    return this.#tested.boat.answers
  }

  get storage(): Map<string, unknown> {
    return this.#tested.boat.storage
  }

  /** Pid of the process; undefined when it ended before the pid was known. */
  get pid(): number | undefined {
    return this.#tested.launched.pid
  }

  /** Settles when the process has ended, for any reason. */
  get ended(): Promise<PluginEnd> {
    return this.#tested.launched.ended
  }

  /** The latest value at a path; undefined when there is none. */
  latest(path: string, context: string = selfContext): unknown {
    return this.#values.latest(path, context)
  }

  /**
   * The next value that is published at a path from now on.
   * @throws MarineDataError `unconfirmed` when none came in time, with the list of refusals
   */
  async next(path: string, deadlineMs: number = this.#deadlineMs): Promise<unknown> {
    const value = await this.#values.next(path, deadlineMs)
    if (value !== undefined) return value.value
    const refusals = this.refused.map(({ verb, reason, message }) => `\n  ${verb}: ${reason}: ${message}`)
    const seen =
      refusals.length === 0 ? 'nothing was refused' : `refused so far:${refusals.slice(-8).join('')}`
    throw new MarineDataError('unconfirmed', `No value at "${path}" within ${deadlineMs / 1000} s; ${seen}`)
  }

  /** Sends deltas to the plugin. Returns how many of them match its subscriptions. */
  send(deltas: readonly Delta[]): number {
    return this.#tested.send(deltas)
  }

  /**
   * Calls an action of the manifest.
   * @throws MarineDataError `invalid-body` when the input does not match the schema, `unconfirmed` when the plugin does
   * not answer, else the error of the plugin
   */
  async act(name: string, input: unknown = {}, options: CommandOptions = {}): Promise<unknown> {
    const claim = this.manifest.actions?.[name]
    const errors = checkOf(claim?.input ?? nothing).faults(input)
    if (claim !== undefined && errors.length > 0)
      throw new MarineDataError('invalid-body', `The input of "${name}" does not match its schema`, {
        errors,
      })
    const seconds = claim?.deadline ?? defaultActionSeconds
    return await this.#command({ name, input }, { deadlineMs: seconds * 1_000, ...options })
  }

  /** Sends a command to a device. */
  async command(
    device: string,
    { name, input }: { readonly name: string; readonly input?: unknown },
    options: CommandOptions = {},
  ): Promise<unknown> {
    return await this.#command({ device, name, input }, { deadlineMs: 1_500, ...options })
  }

  /** Sends a command to a device. Returns `done`, or the code of the problem. */
  async outcome(...command: Parameters<StartedPlugin['command']>): Promise<string> {
    try {
      await this.command(...command)
      return 'done'
    } catch (error) {
      if (error instanceof MarineDataError) return error.code
      throw error
    }
  }

  /** Asks a plugin that provides history; all rows of the answer. */
  async askHistory(question: HistoryQuestion): Promise<unknown[]> {
    return await askHistory(this.#tested, question, this.#deadlineMs)
  }

  /**
   * Sends a request, as a page of the plugin does to `api/PATH`; as crew, if no role is given.
   * @throws MarineDataError `unconfirmed` when the plugin does not answer, else the error of the plugin
   */
  async request(
    method: PageRequest['method'],
    path: string,
    options: PageAskOptions = {},
  ): Promise<PageAnswer> {
    return await askPage(this.#tested, { method, path }, options)
  }

  /** Asks a plugin that computes the course. The answer is not checked. */
  async askCourse(question: CourseQuestion): Promise<CourseAnswer> {
    return await askCourse(this.#tested, question, this.#deadlineMs)
  }

  /** Asks a plugin that provides weather. The answer is not checked. */
  async askWeather<Asked extends WeatherSubject>(
    subject: Asked,
    question: WeatherQuestion<Asked>,
  ): Promise<WeatherAnswer<Asked>> {
    return await askWeather(this.#tested, subject, { question, deadlineMs: this.#deadlineMs })
  }

  /** Stops the plugin as the server does, and kills it when it does not stop in time. */
  async stop(): Promise<PluginEnd> {
    const { launched } = this.#tested
    const stopped = launched.rpc.request('stop', {}, { deadlineMs: stopMs })
    const late = setTimeout(() => launched.kill(), stopMs)
    // Only the end of the process matters, not the answer.
    await stopped.catch(() => undefined)
    const end = await launched.ended
    clearTimeout(late)
    return end
  }

  /** Kills the process, as a crash does. */
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
    const { result } = await this.#tested.launched.rpc.request(
      'command',
      { ...params, deadline: deadlineMs / 1_000 },
      terms,
    )
    return result
  }
}

/**
 * Starts a plugin in its own process, exactly as the server does.
 * @throws MarineDataError when its manifest or its settings are invalid, or when it does not start
 */
export const startPlugin = async (
  place: string | URL,
  options: StartOptions = {},
): Promise<StartedPlugin> => {
  const { storage, folder, log, deadlineMs = startPatienceMs } = options
  const found = await testedProgram(place)
  const settings = settingsFor(found, options.settings)
  const values = new PublishedValues()
  const tested = new TestedProcess({
    ...found,
    chosen: options.settings ?? {},
    ...(storage && { storage }),
    ...(folder !== undefined && { folder }),
    ...(log && { log }),
    onPublished: (delta) => values.add(delta),
  })
  try {
    await begin(tested, found, { settings, deadlineMs: Math.max(deadlineMs, startPatienceMs) })
  } catch (error) {
    await tested[Symbol.asyncDispose]()
    throw error
  }
  return new StartedPlugin(tested, found, { values, deadlineMs })
}
