import type { Author, BusRegistry, Clock, DeltaRefusal, ProvidedResources, Session } from '@marinedata/core'
import {
  isReservedName,
  MarineDataError,
  selfContext,
  sourceOwner,
  type Delta,
  type LogStart,
  type Notification,
  type Scope,
  type SubscribeMessage,
} from '@marinedata/model'
import { serverVerbs, storageLimits, type Handlers, type ServerVerbs } from '@marinedata/plugin-api/host'
import type { PluginStoreLimits } from '../storage/plugin-store.ts'
import { answerHandlers, type AnswerHandlersOptions } from './alerts/answer-handlers.ts'
import { CallLimiter } from './alerts/call-limiter.ts'
import { busHandlers } from './buses/bus-handlers.ts'
import type { BusPort } from './buses/bus-port.ts'
import { historyHandlers, type HistoryHandlersOptions } from './history/history-handlers.ts'
import { courseHandlers, type CourseHandlersOptions } from './questions/course-port.ts'
import { weatherHandlers, type WeatherHandlersOptions } from './questions/weather-port.ts'
import type { PluginDevices } from './plugin-devices.ts'
import type { ReportedState } from './reported-state.ts'
import type { PluginStats } from './plugin-stats.ts'

/** The parts of the server that plugins act on. */
export interface PluginActions extends Pick<AnswerHandlersOptions['actions'], 'answerAlert'> {
  /** Applies a delta. Returns the first refusal when any part of it was refused. */
  accept(delta: unknown, author: Author): DeltaRefusal | undefined
  subscribe(session: Session, message: SubscribeMessage): LogStart
  unsubscribe(session: Session, context: string, paths: readonly string[]): void
}

/** Where plugins store their own values. */
export interface PluginValueStore {
  value(plugin: string, key: string): unknown
  /** Resolves when the values are on disk. */
  saveValues(
    plugin: string,
    values: Readonly<Record<string, unknown>>,
    limits: PluginStoreLimits,
  ): Promise<void>
}

export interface ProtocolHandlersOptions
  extends HistoryHandlersOptions, WeatherHandlersOptions, CourseHandlersOptions {
  readonly stats: PluginStats
  readonly clock: Clock
  readonly actions: PluginActions
  readonly store: PluginValueStore
  readonly devices: PluginDevices
  readonly resources: ProvidedResources
  readonly buses: BusRegistry
  /** The process, as buses see it. */
  readonly port: BusPort
  /** The session with the plugin's subscriptions. */
  readonly session: () => Session
  readonly reported: ReportedState
  readonly write: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
  /** @throws MarineDataError when plugins do not have this scope */
  readonly authorise: (scope: Scope) => void
}

const maxRefusalsListed = 16

const undeclared = (what: string): never => {
  throw new MarineDataError('not-declared', `The manifest does not declare ${what}`)
}

const publishHandlers = ({
  actions,
  capabilities,
  stats,
}: ProtocolHandlersOptions): Pick<Handlers<ServerVerbs>, 'publish'> => ({
  publish: ({ deltas }) => {
    stats.deltas.add(deltas.length)
    const refused: { delta: number; reason: string; detail: string }[] = []
    for (const [index, delta] of deltas.entries()) {
      const refusal = actions.accept(delta, capabilities)
      if (refusal === undefined) continue
      const { reason } = refusal
      stats.countRefusal(reason)
      if (refused.length < maxRefusalsListed)
        refused.push({ delta: index, reason, detail: refusal.describe() })
    }
    return { refused }
  },
})

const subscriptionHandlers = ({
  actions,
  capabilities,
  session,
}: ProtocolHandlersOptions): Pick<Handlers<ServerVerbs>, 'subscribe' | 'unsubscribe'> => ({
  subscribe: (message) => {
    const { context = selfContext, subscribe } = message
    for (const { path } of subscribe)
      if (!capabilities.mayRead(context, path)) undeclared(`"${path}" of "${context}" in "reads"`)
    return actions.subscribe(session(), message)
  },
  unsubscribe: ({ context = selfContext, unsubscribe }) => {
    actions.unsubscribe(
      session(),
      context,
      unsubscribe.map(({ path }) => path),
    )
    return {}
  },
})

const deviceHandlers = ({
  name,
  capabilities,
  devices,
  clock,
}: ProtocolHandlersOptions): Pick<
  Handlers<ServerVerbs>,
  'device/register' | 'device/report' | 'device/notify' | 'device/withdraw'
> => ({
  'device/register': ({ device, kind, details }) => {
    const missing = capabilities.undeclaredOf(kind, details ?? {})
    if (missing !== undefined) undeclared(missing)
    const owner = sourceOwner(device)
    if (owner !== name && isReservedName(owner))
      throw new MarineDataError('name-taken', `The device name "${device}" is reserved. Choose another name`)
    devices.register(name, { id: device, kind, details })
    return {}
  },
  'device/report': ({ device, report }) => {
    devices.report(name, device, { report, at: clock.timestamp() })
    return {}
  },
  'device/notify': ({ device, ...alarm }) => {
    devices.notify(name, device, alarm)
    return {}
  },
  'device/withdraw': ({ device }) => {
    devices.withdraw(name, device)
    return {}
  },
})

const resourceHandlers = ({
  name,
  capabilities,
  resources,
}: ProtocolHandlersOptions): Pick<Handlers<ServerVerbs>, 'resource/put' | 'resource/remove'> => {
  const check = (kind: string): void => {
    if (!capabilities.providesResources(kind)) undeclared(`"${kind}" in "resources"`)
  }
  return {
    'resource/put': ({ kind, resource }) => {
      check(kind)
      resources.put(name, kind, resource)
      return {}
    },
    'resource/remove': ({ kind, id }) => {
      check(kind)
      resources.remove(name, kind, id)
      return {}
    },
  }
}

const clearedNotification: Notification = { state: 'normal', method: [], message: '' }

const notificationHandlers = ({
  name,
  actions,
  capabilities,
}: ProtocolHandlersOptions): Pick<Handlers<ServerVerbs>, 'notification/raise' | 'notification/clear'> => {
  // `write` has checked the manifest, and the source is always the plugin. Only anchor providers raise anchor alarms.
  const author: Author = {
    sourceOf: () => name,
    mayWriteTo: () => true,
    refusalOf: () => undefined,
    mayWriteFor: (owner) => owner === 'anchor' && capabilities.provides('anchor'),
  }
  const write = (path: string, value: Notification): Record<string, never> => {
    if (!capabilities.mayNotify(path)) undeclared(`"${path}" in "notifications"`)
    const delta: Delta = { updates: [{ values: [{ path, value }] }] }
    const refusal = actions.accept(delta, author)
    if (refusal !== undefined)
      throw new MarineDataError(
        'invalid-message',
        `The notification was refused: ${refusal.reason}. ${refusal.describe()}`,
      )
    return {}
  }
  return {
    'notification/raise': ({ path, notification }) => write(path, notification),
    'notification/clear': ({ path }) => write(path, clearedNotification),
  }
}

const storageHandlers = ({
  name,
  store,
  clock,
}: ProtocolHandlersOptions): Pick<Handlers<ServerVerbs>, 'storage/get' | 'storage/set'> => {
  const limiter = new CallLimiter(clock, storageLimits.writesPerSecond)
  return {
    'storage/get': ({ key }) => {
      const value = store.value(name, key)
      return value === undefined ? {} : { value }
    },
    'storage/set': async ({ values }) => {
      limiter.take('writes')
      await store.saveValues(name, values, storageLimits)
      return {}
    },
  }
}

/** Checks the scope of a verb before its handler runs. */
const withAuthorisation = (
  handlers: Handlers<ServerVerbs>,
  authorise: ProtocolHandlersOptions['authorise'],
): Handlers<ServerVerbs> => {
  type Handle = (params: unknown, signal: AbortSignal) => unknown
  const authorised = Object.entries(handlers).map(([name, handle]): [string, Handle] => {
    // `handlers` has exactly one handler for each of the `serverVerbs`.
    const { scope } = serverVerbs[name as keyof ServerVerbs]
    return [
      name,
      (params, signal) => {
        authorise(scope)
        return (handle as Handle)(params, signal)
      },
    ]
  })
  return Object.fromEntries(authorised) as unknown as Handlers<ServerVerbs>
}

/** The handlers for all requests of one plugin, limited to what its manifest declares. */
export const protocolHandlers = (options: ProtocolHandlersOptions): Handlers<ServerVerbs> =>
  withAuthorisation(
    {
      ...publishHandlers(options),
      ...subscriptionHandlers(options),
      ...deviceHandlers(options),
      ...notificationHandlers(options),
      ...answerHandlers(options),
      ...resourceHandlers(options),
      ...busHandlers(options),
      ...historyHandlers(options),
      ...weatherHandlers(options),
      ...courseHandlers(options),
      ...storageHandlers(options),
      status: (status) => options.reported.setStatus(status),
      inputs: ({ inputs }) => options.reported.setInputs(inputs),
      log: ({ level, message }) => options.write(level, message),
    },
    options.authorise,
  )
