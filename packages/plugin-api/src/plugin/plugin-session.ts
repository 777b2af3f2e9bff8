import { MarineDataError, selfContext, type SentDelta } from '@marinedata/model'
import { Line, type Handlers, type LineOptions } from '#line/line.ts'
import { protocolVersion } from '#protocol/limits.ts'
import { pluginVerbs, type Params, type PluginVerbs, type ServerVerbs } from '#protocol/verbs.ts'
import { BoatAtLine, logAt } from './boat-at-line.ts'
import type { Log } from './boat.ts'
import { commanded } from './commanded.ts'
import type { Plugin, RunningPlugin } from './define-plugin.ts'
import { Devices } from './devices.ts'
import { LineToServer } from './line-to-server.ts'
import { Publisher } from './publisher.ts'
import { Subscriptions } from './subscriptions.ts'

type Asked<Name extends keyof PluginVerbs> = Params<PluginVerbs[Name]>

/** One run of a plugin at a line: what it answers to its server. */
export class PluginSession {
  readonly #plugin: Plugin
  readonly #line: LineToServer
  readonly #hangUp: () => void
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #stopped = Promise.withResolvers<void>()
  readonly #publisher: Publisher
  readonly #subscriptions: Subscriptions
  readonly #devices: Devices
  #running: RunningPlugin | undefined
  #hasStarted = false
  #self: string = selfContext

  /** @param ends where messages come from and go to */
  constructor(plugin: Plugin, ends: Pick<LineOptions<PluginVerbs>, 'reader' | 'writer'>) {
    this.#plugin = plugin
    const line: Line<PluginVerbs, ServerVerbs> = new Line({
      ...ends,
      verbs: pluginVerbs,
      handlers: this.#handlers(),
      check: undefined,
    })
    this.#line = new LineToServer(line)
    this.#hangUp = () => line[Symbol.dispose]()
    this.#log = logAt(this.#line)
    this.#publisher = new Publisher({
      send: async (params) => (await this.#line.ask('publish', params)).refused,
      warn: (message) => this.#log.warn(message),
      now: () => performance.now(),
      later: (run, ms) => void setTimeout(run, ms),
    })
    this.#subscriptions = new Subscriptions(this.#line)
    this.#devices = new Devices(this.#line)
  }

  /** Settles as the plugin did when the server asked it to stop. */
  get stopped(): Promise<void> {
    return this.#stopped.promise
  }

  /** Puts everything down for nobody: whatever waits for the server fails at once. */
  async abandon(): Promise<void> {
    this.#hangUp()
    try {
      await this.stop()
    } catch {
      // Nobody is there to be told.
    }
  }

  /** Puts everything down, and waits until what was published has been answered. */
  async stop(): Promise<void> {
    this.#stopping.abort(new MarineDataError('shutting-down', 'The plugin is stopping'))
    try {
      await this.#running?.stop?.()
    } catch (error) {
      throw ownError(error)
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
      deltas: ({ deltas }) => this.#hear(deltas),
    }
  }

  #hello(protocols: readonly number[]) {
    // What the manifest's schemas are is up to the server to check.
    const manifest = this.#plugin.manifest as never
    if (protocols.includes(protocolVersion)) return { protocol: protocolVersion, manifest }
    throw new MarineDataError(
      'bad-request',
      `This plugin speaks version ${protocolVersion} of the protocol; the server offers ${protocols.join(', ') || 'none'}`,
    )
  }

  async #start({ self, settings }: Asked<'start'>) {
    if (this.#hasStarted) throw new MarineDataError('bad-request', 'The plugin was started before')
    this.#hasStarted = true
    this.#self = self
    const boat = new BoatAtLine(self, {
      line: this.#line,
      publisher: this.#publisher,
      subscriptions: this.#subscriptions,
      devices: this.#devices,
      signal: this.#stopping.signal,
      log: this.#log,
    })
    try {
      this.#running = await this.#plugin.start(boat, settings)
    } catch (error) {
      throw ownError(error)
    }
    return {}
  }

  async #command({ device, name, input, deadline }: Asked<'command'>, takenBack: AbortSignal) {
    const onDevice = device === undefined ? undefined : this.#devices.handlerOf(device)
    const onAction = device === undefined ? this.#actionOf(name) : undefined
    const terms = { name, deadline, takenBack, stopping: this.#stopping.signal }
    try {
      return await commanded(terms, (control) => {
        if (onDevice !== undefined) return onDevice({ name, input }, control)
        if (onAction !== undefined) return onAction(input ?? {}, control)
        throw device === undefined
          ? new MarineDataError('not-found', `There is no action "${name}"`)
          : new MarineDataError('device-not-found', `There is no device "${device}"`)
      })
    } catch (error) {
      throw ownError(error)
    }
  }

  #actionOf(name: string) {
    const actions = this.#running?.actions ?? {}
    return Object.hasOwn(actions, name) ? actions[name] : undefined
  }

  #hear(deltas: readonly unknown[]): void {
    try {
      // A plugin believes its server.
      for (const delta of deltas as readonly SentDelta[]) this.#subscriptions.dispatch(delta, this.#self)
    } catch (error) {
      // A mistake of the plugin's own ends it, as everywhere in Node: the line would keep it to itself.
      setImmediate(() => {
        throw error
      })
    }
  }
}

/** What the plugin's own code threw, as the server is told; for its author the stack goes to the log. */
const ownError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError) return error
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${error instanceof Error ? (error.stack ?? message) : message}\n`)
  return new MarineDataError('plugin-failed', message, { cause: error })
}
