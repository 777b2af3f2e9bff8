import type { Author, Clock, DeltaRefusal, Session } from '@marinedata/core'
import {
  isReservedName,
  MarineDataError,
  selfContext,
  sourceOwner,
  type Delta,
  type Notification,
  type Scope,
  type SubscribeMessage,
} from '@marinedata/model'
import {
  serverVerbs,
  storageLimits,
  type Capabilities,
  type Handlers,
  type ServerVerbs,
} from '@marinedata/plugin-api/host'
import type { ShelfLimits } from '../storage/plugin-shelf.ts'
import type { DeviceRegistry } from './device-registry.ts'
import type { PluginAccount } from './plugin-account.ts'
import type { PluginLedger } from './plugin-ledger.ts'

/** What plugins act on; wired in one place. */
export interface PluginActions {
  /** Takes in a delta; gives the first refusal when any of it was refused. */
  accept(delta: unknown, author: Author): DeltaRefusal | undefined
  subscribe(session: Session, message: SubscribeMessage): void
  unsubscribe(session: Session, context: string, paths: readonly string[]): void
}

/** The shelf on which the values of plugins are kept. */
export interface Shelf {
  value(plugin: string, key: string): unknown
  /** Resolves when they are on disk. */
  keep(plugin: string, values: Readonly<Record<string, unknown>>, limits: ShelfLimits): Promise<void>
}

export interface CallsOptions {
  readonly name: string
  readonly capabilities: Capabilities
  readonly ledger: PluginLedger
  readonly clock: Clock
  readonly actions: PluginActions
  readonly shelf: Shelf
  readonly devices: DeviceRegistry
  /** The session that carries what the plugin subscribed to. */
  readonly session: () => Session
  readonly account: PluginAccount
  readonly write: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
  /** The gate of every transport. @throws MarineDataError when that is not for plugins */
  readonly authorise: (scope: Scope) => void
}

const refusalsNamed = 16

const undeclared = (what: string): never => {
  throw new MarineDataError('not-declared', `The manifest does not name ${what}`)
}

/** So many of something in a second, and no more. */
class Turnstile {
  readonly #clock: Clock
  readonly #perSecond: number
  #openedAt = -Infinity
  #passed = 0

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
  }

  pass(what: string): void {
    const now = this.#clock.now()
    if (now - this.#openedAt >= 1_000) {
      this.#openedAt = now
      this.#passed = 0
    }
    if (++this.#passed > this.#perSecond)
      throw new MarineDataError('too-many-requests', `At most ${this.#perSecond} ${what} a second`)
  }
}

const publishing = ({
  actions,
  capabilities,
  ledger,
}: CallsOptions): Pick<Handlers<ServerVerbs>, 'publish'> => ({
  publish: ({ deltas }) => {
    ledger.deltas.add(deltas.length)
    const refused: { delta: number; reason: string; detail: string }[] = []
    for (const [index, delta] of deltas.entries()) {
      const refusal = actions.accept(delta, capabilities)
      if (refusal === undefined) continue
      const { reason } = refusal
      ledger.refuse(reason)
      if (refused.length < refusalsNamed) refused.push({ delta: index, reason, detail: refusal.describe() })
    }
    return { refused }
  },
})

const listening = ({
  actions,
  capabilities,
  session,
}: CallsOptions): Pick<Handlers<ServerVerbs>, 'subscribe' | 'unsubscribe'> => ({
  subscribe: (message) => {
    const { context = selfContext, subscribe } = message
    for (const { path } of subscribe)
      if (!capabilities.mayRead(context, path)) undeclared(`"${path}" of "${context}" among what it reads`)
    actions.subscribe(session(), message)
    return {}
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

const serving = ({
  name,
  capabilities,
  devices,
  clock,
}: CallsOptions): Pick<
  Handlers<ServerVerbs>,
  'device/register' | 'device/report' | 'device/notify' | 'device/withdraw'
> => ({
  'device/register': ({ device, kind, details }) => {
    if (!capabilities.provides(kind)) undeclared(`"${kind}" among what it provides`)
    const owner = sourceOwner(device)
    if (owner !== name && isReservedName(owner))
      throw new MarineDataError('name-taken', `A device cannot be called "${device}": the name is reserved`)
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

const calm: Notification = { state: 'normal', method: [], message: '' }

const alarming = ({
  name,
  actions,
  capabilities,
}: CallsOptions): Pick<Handlers<ServerVerbs>, 'notification/raise' | 'notification/clear'> => {
  // The manifest was asked already; the source is the plugin itself. Alarms of the anchor are for those who watch it.
  const author: Author = {
    sourceOf: () => name,
    mayWriteTo: () => true,
    refusalOf: () => undefined,
    speaksFor: (owner) => owner === 'anchor' && capabilities.provides('anchor'),
  }
  const write = (path: string, value: Notification): Record<string, never> => {
    if (!capabilities.mayNotify(path)) undeclared(`"${path}" among its notifications`)
    const delta: Delta = { updates: [{ values: [{ path, value }] }] }
    const refusal = actions.accept(delta, author)
    if (refusal !== undefined)
      throw new MarineDataError(
        'invalid-message',
        `The alarm was refused: ${refusal.reason}. ${refusal.describe()}`,
      )
    return {}
  }
  return {
    'notification/raise': ({ path, notification }) => write(path, notification),
    'notification/clear': ({ path }) => write(path, calm),
  }
}

const keeping = ({
  name,
  shelf,
  clock,
}: CallsOptions): Pick<Handlers<ServerVerbs>, 'storage/get' | 'storage/set'> => {
  const turnstile = new Turnstile(clock, storageLimits.writesPerSecond)
  return {
    'storage/get': ({ key }) => {
      const value = shelf.value(name, key)
      return value === undefined ? {} : { value }
    },
    'storage/set': async ({ values }) => {
      turnstile.pass('writes')
      await shelf.keep(name, values, storageLimits)
      return {}
    },
  }
}

/** Asks the gate before every call. */
const gated = (
  handlers: Handlers<ServerVerbs>,
  authorise: CallsOptions['authorise'],
): Handlers<ServerVerbs> => {
  type Handle = (params: unknown, signal: AbortSignal) => unknown
  const asking = Object.entries(handlers).map(([name, handle]): [string, Handle] => {
    // The handlers are those of this very table, one for each of its verbs.
    const { scope } = serverVerbs[name as keyof ServerVerbs]
    return [
      name,
      (params, signal) => {
        authorise(scope)
        return (handle as Handle)(params, signal)
      },
    ]
  })
  return Object.fromEntries(asking) as unknown as Handlers<ServerVerbs>
}

/** Everything one plugin can ask of the server, within what its manifest allows. */
export const callsOf = (options: CallsOptions): Handlers<ServerVerbs> =>
  gated(
    {
      ...publishing(options),
      ...listening(options),
      ...serving(options),
      ...alarming(options),
      ...keeping(options),
      status: (status) => options.account.tellStatus(status),
      inputs: ({ inputs }) => options.account.tellInputs(inputs),
      log: ({ level, message }) => options.write(level, message),
    },
    options.authorise,
  )
