import type {
  Condition,
  Delta,
  PluginInput,
  SentDelta,
  SubscriptionRequest,
  SubscribeMessage,
} from '@marinedata/model'
import type {
  AnyClaims,
  Claims,
  NotificationPath,
  ProvidedKind,
  ReadContext,
  ReadPath,
  WhenDeclared,
  WrittenContext,
  WrittenPath,
  WrittenSource,
} from './claims.ts'
import type { DeclaredDevice, DeviceHandler, DeviceOf } from './device-kinds.ts'

/** A value at a path, in SI units and radians; `null` says "not available", and so does a number that is not finite. */
export type Value = string | number | boolean | object | null

// A key that stands for many can be absent without saying so; were it optional, it would take undefined too.
type IsOpen<Path extends string> = {} extends Record<Path, true> ? true : false

export type PublishedValues<Path extends string> = {
  readonly [P in Path as IsOpen<P> extends true ? P : never]: Value
} & {
  readonly [P in Path as IsOpen<P> extends true ? never : P]?: Value
}

export interface PublishOptions<Source extends string = string, Context extends string = string> {
  /** A source inside the plugin; the plugin itself when absent. */
  readonly source?: Source
  /** Whom it is about; the own vessel when absent. */
  readonly context?: Context
  /** When it was measured; now when absent. */
  readonly timestamp?: string | Date
}

/** What to listen to, and how often: as a client does on the stream. */
export interface Subscription<Path extends string = string, Context extends string = string> extends Omit<
  SubscribeMessage,
  'context' | 'subscribe' | 'requestId'
> {
  /** Whose paths; the own vessel's when absent. */
  readonly context?: Context
  readonly subscribe: readonly (Omit<SubscriptionRequest, 'path'> & { readonly path: Path })[]
}

/** Lines for the server's log. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** A few values that outlive the plugin: kept by the server, on disk when `set` has resolved. */
export interface Storage {
  /** Gives undefined when nothing is kept under the key. */
  get(key: string): Promise<unknown>
  /** Keeps all of them or none; `null` forgets a key. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>
}

export type StatusLevel = 'ok' | 'warning' | 'error'

/**
 * The boat as a plugin sees it: what the manifest declares can be done, and nothing else. Whatever is asked of the server
 * is answered within 5 s or fails with a MarineDataError.
 */
export interface Boat<C extends Claims = AnyClaims> {
  /** The own vessel's context, in full. */
  readonly self: string
  /** Aborted when the plugin is to stop. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly storage: Storage
  /**
   * Publishes values. Never waits: they are sent in batches, and refusals come back as warnings in the log.
   * @throws MarineDataError `too-large` when it would not fit into one message
   */
  publish(
    values: WhenDeclared<C['writes'], PublishedValues<WrittenPath<C>>>,
    options?: PublishOptions<WrittenSource<C>, WrittenContext<C>>,
  ): void
  /** Publishes a delta as it is, with as many updates, sources and descriptions as it has. */
  publishDelta(delta: WhenDeclared<C['writes'], Delta>): void
  /** Resolves when the server has answered all that was published so far. */
  flushed(): Promise<void>
  /**
   * Listens. Each delta in which any value matches is handed over whole; dispose of the answer to listen no more.
   * @throws MarineDataError when the server refuses
   */
  subscribe(
    subscription: WhenDeclared<C['reads'], Subscription<ReadPath<C>, ReadContext<C>>>,
    onDelta: (delta: SentDelta) => void | Promise<void>,
  ): Promise<AsyncDisposable>
  /** Tells the boat of a device that this plugin serves. */
  registerDevice<Kind extends ProvidedKind<C>>(
    device: WhenDeclared<C['provides'], DeclaredDevice<Kind>>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>>
  /** Raises an alarm, or changes it. */
  raise(path: NotificationPath<C>, notification: Condition): Promise<void>
  /** The reason for the alarm is gone. */
  clear(path: NotificationPath<C>): Promise<void>
  /** Tells which inputs the plugin has found, all of them: what people see, and choose by its actions `use` and `release`. */
  inputs(inputs: readonly PluginInput[]): void
  /** One line for people: what the plugin is doing, or what it lacks. */
  status(level: StatusLevel, message: string): void
}
