import {
  checkProvidedResource,
  ContextPattern,
  defaultProductWord,
  MarineDataError,
  PathPattern,
  selfContext,
  type AutopilotNotificationName,
  type Delta,
  type Notification,
  type PluginInput,
  type ProvidedResource,
  type SentDelta,
} from '@marinedata/model'
import { isDeepStrictEqual } from 'node:util'
import type { RecordedLog } from '#plugin/boat.ts'
import type { Handlers } from '#rpc/rpc-connection.ts'
import type { AlertAnswer } from '#protocol/alert-verbs.ts'
import { Capabilities } from '#protocol/capabilities.ts'
import type { ProviderKind } from '#protocol/device-kinds.ts'
import type { PluginManifest } from '#protocol/manifest.ts'
import type { ServerVerbs } from '#protocol/verbs.ts'
import { TestOffers, undeclared } from './answers/test-offers.ts'
import { TestBuses } from './buses/test-buses.ts'
import { TestIntake } from './test-intake.ts'

/** A request or delta of the plugin that was refused. */
export interface Refusal {
  readonly verb: string
  /** The reason of a refused delta, or the code of a refused request. */
  readonly reason: string
  readonly message: string
}

/** A device that the plugin registered, with all of its reports. */
export interface TestDevice {
  readonly kind: ProviderKind
  readonly details: Readonly<Record<string, unknown>>
  readonly reports: readonly Readonly<Record<string, unknown>>[]
  /** Its own alerts by standard name: the latest of each. */
  readonly alarms: ReadonlyMap<AutopilotNotificationName, Notification>
}

type MutableDevice = TestDevice & {
  readonly reports: Readonly<Record<string, unknown>>[]
  readonly alarms: Map<AutopilotNotificationName, Notification>
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
}

export interface Status {
  readonly level: 'ok' | 'warning' | 'error'
  readonly message: string
}

/** The own vessel of every test. */
export const testSelf = 'vessels.urn:mrn:imo:mmsi:230099999'

const maxListedRefusals = 16

interface TestSubscription {
  readonly context: ContextPattern
  readonly path: PathPattern
}

/** A simulated server. It answers a plugin as the server does and records everything. */
export class TestBoat {
  readonly published: SentDelta[] = []
  readonly refused: Refusal[] = []
  readonly storage: Map<string, unknown>
  readonly notifications = new Map<string, Notification>()
  /** The alerts that the plugin has acknowledged or silenced. */
  readonly answers: AlertAnswer[] = []
  readonly logs: LogLine[] = []
  readonly devices = new Map<string, MutableDevice>()
  /** By kind, then by id. */
  readonly resources = new Map<string, Map<string, ProvidedResource>>()
  /** Resources that were sent, in all, and those that were sent again without a change. */
  readonly resourceCounts = { sent: 0, unchanged: 0 }
  readonly buses: TestBuses
  /** The questions that the plugin offers to answer. */
  readonly offers: TestOffers
  status: Status | undefined
  inputs: readonly PluginInput[] = []
  readonly #capabilities: Capabilities
  readonly #intake: TestIntake
  readonly #onPublished: (delta: SentDelta) => void
  #subscriptions: TestSubscription[] = []

  constructor(
    manifest: PluginManifest,
    onPublished: (delta: SentDelta) => void,
    { stored, log }: { readonly stored: Readonly<Record<string, unknown>>; readonly log?: RecordedLog },
  ) {
    this.storage = new Map(Object.entries(stored))
    this.#capabilities = new Capabilities(manifest, { self: testSelf, productWord: defaultProductWord })
    this.buses = new TestBuses(this.#capabilities)
    this.offers = new TestOffers(this.#capabilities, log)
    this.#intake = new TestIntake(this.#capabilities)
    this.#onPublished = onPublished
  }

  /** Handlers of the plugin's requests. */
  handlers(): Handlers<ServerVerbs> {
    return {
      publish: ({ deltas }) => ({ refused: this.#publish(deltas) }),
      ...this.#subscriptionHandlers(),
      ...this.#deviceHandlers(),
      ...this.#notificationHandlers(),
      ...this.#resourceHandlers(),
      'alert/answer': (answer) => {
        if (!this.#capabilities.mayAnswerAlerts) undeclared('"answersAlerts"')
        this.answers.push(answer)
        return {}
      },
      ...this.buses.handlers(),
      ...this.offers.handlers(),
      'storage/get': ({ key }) => (this.storage.has(key) ? { value: this.storage.get(key) } : {}),
      'storage/set': ({ values }) => {
        for (const [key, value] of Object.entries(values))
          if (value === null) this.storage.delete(key)
          else this.storage.set(key, value)
        return {}
      },
      status: (status) => void (this.status = status),
      inputs: ({ inputs }) => void (this.inputs = inputs),
      log: (line) => void this.logs.push(line),
    }
  }

  /** The parts of these deltas that match the plugin's subscriptions, as the server would send them. */
  matchingDeltas(deltas: readonly Delta[]): SentDelta[] {
    return deltas.flatMap(({ context = selfContext, updates }) => {
      const matching = updates.flatMap((update) => {
        const values = (update.values ?? []).filter(({ path }) => this.#isSubscribed(context, path))
        const timestamp = update.timestamp ?? new Date().toISOString()
        return values.length === 0 ? [] : [{ $source: update.$source ?? 'test', timestamp, values }]
      })
      return matching.length === 0 ? [] : [{ context, updates: matching }]
    })
  }

  #publish(deltas: readonly unknown[]): { delta: number; reason: string }[] {
    const refused = deltas.flatMap((message, index) => {
      const { taken, refusal } = this.#intake.accept(message)
      if (taken.updates.length > 0) {
        this.published.push(taken)
        this.#onPublished(taken)
      }
      if (refusal === undefined) return []
      this.refused.push({ verb: 'publish', reason: refusal, message: JSON.stringify(message) })
      return [{ delta: index, reason: refusal }]
    })
    return refused.slice(0, maxListedRefusals)
  }

  #subscriptionHandlers(): Pick<Handlers<ServerVerbs>, 'subscribe' | 'unsubscribe'> {
    return {
      subscribe: ({ context = selfContext, subscribe }) => {
        for (const { path } of subscribe)
          if (!this.#capabilities.mayRead(context, path)) undeclared(`"${path}" of "${context}" in "reads"`)
        this.#subscriptions.push(...subscribe.map(({ path }) => subscriptionTo(context, path)))
        return {}
      },
      unsubscribe: ({ context = selfContext, unsubscribe }) => {
        const gone = new Set(unsubscribe.map(({ path }) => path))
        this.#subscriptions = this.#subscriptions.filter(
          (subscription) => subscription.context.text !== context || !gone.has(subscription.path.text),
        )
        return {}
      },
    }
  }

  #resourceHandlers(): Pick<Handlers<ServerVerbs>, 'resource/put' | 'resource/remove'> {
    const allowed = (kind: string): Map<string, ProvidedResource> => {
      if (!this.#capabilities.providesResources(kind)) undeclared(`"${kind}" in "resources"`)
      const known = this.resources.get(kind) ?? new Map<string, ProvidedResource>()
      this.resources.set(kind, known)
      return known
    }
    return {
      'resource/put': ({ kind, resource }) => {
        const known = allowed(kind)
        checkProvidedResource(kind, resource)
        this.resourceCounts.sent++
        if (isDeepStrictEqual(known.get(resource.id), resource)) this.resourceCounts.unchanged++
        known.set(resource.id, resource)
        return {}
      },
      'resource/remove': ({ kind, id }) => {
        allowed(kind).delete(id)
        return {}
      },
    }
  }

  #deviceHandlers(): Pick<
    Handlers<ServerVerbs>,
    'device/register' | 'device/report' | 'device/notify' | 'device/withdraw'
  > {
    return {
      'device/register': ({ device, kind, details = {} }) => {
        const missing = this.#capabilities.undeclaredOf(kind, details)
        if (missing !== undefined) undeclared(missing)
        const known = this.devices.get(device)
        this.devices.set(device, {
          kind,
          details,
          reports: [...(known?.reports ?? [])],
          alarms: new Map(known?.alarms),
        })
        return {}
      },
      'device/report': ({ device, report }) => {
        const known = this.devices.get(device) ?? unknownDevice(device)
        known.reports.push(report)
        return {}
      },
      'device/notify': ({ device, name, notification }) => {
        const known = this.devices.get(device) ?? unknownDevice(device)
        known.alarms.set(name, notification)
        return {}
      },
      'device/withdraw': ({ device }) => {
        if (!this.devices.delete(device)) unknownDevice(device)
        return {}
      },
    }
  }

  #notificationHandlers(): Pick<Handlers<ServerVerbs>, 'notification/raise' | 'notification/clear'> {
    const allowed = (path: string): string =>
      this.#capabilities.mayNotify(path) ? path : undeclared(`"${path}" in "notifications"`)
    return {
      'notification/raise': ({ path, notification }) => {
        this.notifications.set(allowed(path), notification)
        return {}
      },
      'notification/clear': ({ path }) => {
        this.notifications.delete(allowed(path))
        return {}
      },
    }
  }

  #isSubscribed(text: string, path: string): boolean {
    const dot = text.indexOf('.')
    const context = { map: text.slice(0, dot), identifier: text.slice(dot + 1), isSelf: text === selfContext }
    const patterned = { text: path, segments: path.split('.') }
    return this.#subscriptions.some(
      (subscription) => subscription.context.matches(context) && subscription.path.matches(patterned),
    )
  }
}

const unknownDevice = (id: string): never => {
  throw new MarineDataError('device-not-found', `No device with the id "${id}" is registered`)
}

const subscriptionTo = (contextText: string, pathText: string): TestSubscription => {
  const context = ContextPattern.parse(contextText)
  const path = PathPattern.parse(pathText)
  if (context !== undefined && path !== undefined) return { context, path }
  throw new MarineDataError('invalid-message', `"${pathText}" of "${contextText}" is not a pattern`)
}
