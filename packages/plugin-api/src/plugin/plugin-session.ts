import { MarineDataError, pageLimits, selfContext, type PageAnswer, type SentDelta } from '@marinedata/model'
import { RpcConnection, type Handlers, type RpcConnectionOptions } from '#rpc/rpc-connection.ts'
import { protocolVersion } from '#protocol/limits.ts'
import { pluginVerbs, type Params, type PluginVerbs, type ServerVerbs } from '#protocol/verbs.ts'
import { RemoteBoat, createLog } from './remote-boat.ts'
import type { Log } from './boat.ts'
import { runCommand } from './devices/run-command.ts'
import type { Plugin, RunningPlugin } from './define-plugin.ts'
import { OfferedBuses } from './buses/offered-buses.ts'
import { OpenedBuses } from './buses/opened-buses.ts'
import { CourseProvision } from './course/course-provision.ts'
import { Devices } from './devices/devices.ts'
import { HistoryAnswers } from './history/history-answers.ts'
import { ServerConnection } from './server-connection.ts'
import { WeatherProvision } from './weather/weather-provision.ts'
import { Publisher } from './publisher.ts'
import { Subscriptions } from './subscriptions.ts'

type RequestParams<Name extends keyof PluginVerbs> = Params<PluginVerbs[Name]>

/** One run of a plugin: handles the requests of the server. */
export class PluginSession {
  readonly #plugin: Plugin
  readonly #server: ServerConnection
  readonly #disconnect: () => void
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #stopped = Promise.withResolvers<void>()
  readonly #publisher: Publisher
  readonly #subscriptions: Subscriptions
  readonly #devices: Devices
  readonly #history: HistoryAnswers
  readonly #weather: WeatherProvision
  readonly #course: CourseProvision
  readonly #offeredBuses: OfferedBuses
  readonly #openedBuses: OpenedBuses
  #running: RunningPlugin | undefined
  #hasStarted = false
  #self: string = selfContext

  /** @param streams the reader and writer of the messages */
  constructor(plugin: Plugin, streams: Pick<RpcConnectionOptions<PluginVerbs>, 'reader' | 'writer'>) {
    this.#plugin = plugin
    const rpc: RpcConnection<PluginVerbs, ServerVerbs> = new RpcConnection({
      ...streams,
      verbs: pluginVerbs,
      handlers: this.#handlers(),
      check: undefined,
    })
    this.#server = new ServerConnection(rpc)
    this.#disconnect = () => rpc[Symbol.dispose]()
    this.#log = createLog(this.#server)
    this.#publisher = new Publisher({
      send: async (params) => (await this.#server.request('publish', params)).refused,
      warn: (message) => this.#log.warn(message),
      now: () => performance.now(),
      later: (run, ms) => void setTimeout(run, ms),
    })
    this.#subscriptions = new Subscriptions(this.#server)
    this.#devices = new Devices(this.#server)
    this.#history = new HistoryAnswers(this.#server)
    this.#weather = new WeatherProvision(this.#server, this.#stopping.signal)
    this.#course = new CourseProvision(this.#server, this.#stopping.signal)
    this.#offeredBuses = new OfferedBuses(this.#server, (message) => this.#log.warn(message))
    this.#openedBuses = new OpenedBuses(this.#server)
  }

  /** Settles with the result of `stop` once the server has requested it. */
  get stopped(): Promise<void> {
    return this.#stopped.promise
  }

  /** Stops without a server: every pending request fails at once. */
  async abandon(): Promise<void> {
    this.#disconnect()
    try {
      await this.stop()
    } catch {
      // There is no server to report the error to.
    }
  }

  /** Stops the plugin and waits until everything published has been answered. */
  async stop(): Promise<void> {
    this.#stopping.abort(new MarineDataError('shutting-down', 'The plugin is stopping'))
    this.#history.endAll()
    try {
      await this.#running?.stop?.()
    } catch (error) {
      throw toPluginError(error)
    } finally {
      await this.#publisher.flushed()
    }
  }

  #handlers(): Handlers<PluginVerbs> {
    return {
      hello: ({ protocols }) => this.#hello(protocols),
      start: (params) => this.#start(params),
      stop: async () => {
        const stop = this.stop()
        this.#stopped.resolve(stop)
        await stop
        return {}
      },
      ping: () => ({}),
      command: async (params, signal) => ({ result: await this.#command(params, signal) }),
      deltas: ({ deltas }) => this.#dispatch(deltas),
      'bus/wanted': (params) => rethrowOutside(() => this.#offeredBuses.setWanted(params)),
      'bus/send': async (params, signal) => {
        await this.#write(params, signal)
        return {}
      },
      'bus/offered': (params) => rethrowOutside(() => this.#openedBuses.offered(params)),
      'bus/heard': (params) => rethrowOutside(() => this.#openedBuses.heard(params)),
      'bus/nodes': (params) => rethrowOutside(() => this.#openedBuses.changeNodes(params)),
      'bus/lost': (params) => rethrowOutside(() => this.#openedBuses.lost(params)),
      'history/ask': ({ question }, signal) => asPluginError(this.#history.ask(question, signal)),
      'history/next': ({ next }, signal) => asPluginError(this.#history.next(next, signal)),
      'history/end': ({ next }) => rethrowOutside(() => this.#history.end(next)),
      'page/request': (params, signal) => asPluginError(this.#answer(params, signal)),
      'weather/observations': (params, signal) =>
        asPluginError(this.#weather.answer('observations', params, signal)),
      'weather/forecast': (params, signal) => asPluginError(this.#weather.answer('forecast', params, signal)),
      'weather/warnings': (params, signal) => asPluginError(this.#weather.answer('warnings', params, signal)),
      'course/compute': (params, signal) => asPluginError(this.#course.answer(params, signal)),
    }
  }

  async #write(params: RequestParams<'bus/send'>, cancelled: AbortSignal): Promise<void> {
    const limits = {
      name: `bus/send ${params.topic}`,
      deadline: params.deadline,
      cancelled,
      stopping: this.#stopping.signal,
    }
    try {
      await runCommand(limits, (control) => this.#offeredBuses.send(params, control))
    } catch (error) {
      throw toPluginError(error)
    }
  }

  #hello(protocols: readonly number[]) {
    // The server validates the manifest.
    const manifest = this.#plugin.manifest as never
    if (protocols.includes(protocolVersion)) return { protocol: protocolVersion, manifest }
    throw new MarineDataError(
      'bad-request',
      `This plugin uses protocol version ${protocolVersion}; the server offers ${protocols.join(', ') || 'none'}`,
    )
  }

  async #start({ self, folder, settings }: RequestParams<'start'>) {
    if (this.#hasStarted) throw new MarineDataError('bad-request', 'The plugin has already been started')
    this.#hasStarted = true
    this.#self = self
    const boat = new RemoteBoat(
      { self, folder },
      {
        server: this.#server,
        publisher: this.#publisher,
        subscriptions: this.#subscriptions,
        devices: this.#devices,
        history: this.#history,
        weather: this.#weather,
        course: this.#course,
        offeredBuses: this.#offeredBuses,
        openedBuses: this.#openedBuses,
        signal: this.#stopping.signal,
        log: this.#log,
      },
    )
    try {
      this.#running = await this.#plugin.start(boat, settings)
    } catch (error) {
      throw toPluginError(error)
    }
    return {}
  }

  async #command({ device, name, input, deadline }: RequestParams<'command'>, cancelled: AbortSignal) {
    const onDevice = device === undefined ? undefined : this.#devices.handlerOf(device)
    const onAction = device === undefined ? this.#actionOf(name) : undefined
    const limits = { name, deadline, cancelled, stopping: this.#stopping.signal }
    try {
      return await runCommand(limits, (control) => {
        if (onDevice !== undefined) return onDevice({ name, input }, control)
        if (onAction !== undefined) return onAction(input ?? {}, control)
        throw device === undefined
          ? new MarineDataError('not-found', `There is no action "${name}"`)
          : new MarineDataError('device-not-found', `There is no device "${device}"`)
      })
    } catch (error) {
      throw toPluginError(error)
    }
  }

  async #answer({ deadline, ...request }: RequestParams<'page/request'>, cancelled: AbortSignal) {
    const limits = {
      name: `${request.method} ${request.path}`,
      deadline,
      cancelled,
      stopping: this.#stopping.signal,
    }
    const handler = this.#running?.request
    if (handler === undefined) throw new MarineDataError('not-found', 'The plugin answers no requests')
    // The type of a handler promises an answer; the server checks it.
    const answer = (await runCommand(limits, (control) => handler(request, control))) as PageAnswer
    const bytes = Buffer.byteLength(JSON.stringify(answer) ?? '')
    if (bytes <= pageLimits.answerBytes) return answer
    throw new MarineDataError(
      'plugin-failed',
      `The answer to ${limits.name} has ${bytes} bytes; the limit is ${pageLimits.answerBytes}`,
    )
  }

  #actionOf(name: string) {
    const actions = this.#running?.actions ?? {}
    return Object.hasOwn(actions, name) ? actions[name] : undefined
  }

  #dispatch(deltas: readonly unknown[]): void {
    rethrowOutside(() => {
      // A plugin trusts the server.
      for (const delta of deltas as readonly SentDelta[]) this.#subscriptions.dispatch(delta, this.#self)
    })
  }
}

/**
 * Runs a callback of the plugin. Its error is rethrown outside the connection, which would swallow it: an uncaught error
 * must end the process, as usual in Node.
 */
const rethrowOutside = (callback: () => void): void => {
  try {
    callback()
  } catch (error) {
    setImmediate(() => {
      throw error
    })
  }
}

const asPluginError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw toPluginError(error)
  }
}

/** Converts an error of the plugin's code for the server, and writes its stack to stderr for the author. */
const toPluginError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError) return error
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return new MarineDataError('plugin-failed', message, { cause: error })
}
