import type { AlertAnswer } from '#protocol/alert-verbs.ts'
import type { ServerVerbs } from '#protocol/verbs.ts'
import type {
  Condition,
  Delta,
  LogStart,
  PluginInput,
  ResourceOf,
  SentDelta,
  SubscriptionRequest,
  SubscribeMessage,
} from '@marinedata/model'
import type {
  BusOwnerHandlers,
  BusRequest,
  BusUserHandlers,
  DeclaredBus,
  OfferedBus,
  OpenedBus,
} from './buses/buses.ts'
import type {
  AnyClaims,
  Claims,
  HeardTopic,
  NotificationPath,
  OfferedBusKind,
  ProvidedKind,
  ProvidedResourceKind,
  ReadContext,
  ReadPath,
  SentTopic,
  UsedBusKind,
  WhenDeclared,
  WhenProvided,
  WrittenContext,
  WrittenPath,
  WrittenSource,
} from './claims.ts'
import type { CourseHandler } from './course/course-provision.ts'
import type { DeclaredDevice, DeviceHandler, DeviceOf } from './devices/device-kinds.ts'
import type { HistoryHandler } from './history/history-answers.ts'
import type { WeatherHandlers } from './weather/weather-handlers.ts'

/** A value at a path, in SI units and radians. `null` and numbers that are not finite mean unknown. */
export type Value = string | number | boolean | object | null

// A template-literal key may be absent anyway. Making it optional would also allow undefined as a value.
type IsOpen<Path extends string> = {} extends Record<Path, true> ? true : false

export type PublishedValues<Path extends string> = {
  readonly [P in Path as IsOpen<P> extends true ? P : never]: Value
} & {
  readonly [P in Path as IsOpen<P> extends true ? never : P]?: Value
}

export interface PublishOptions<Source extends string = string, Context extends string = string> {
  /** A source within the plugin; default the plugin itself. */
  readonly source?: Source
  /** The context of the values; default the own vessel. */
  readonly context?: Context
  /** When the values were measured; default now. */
  readonly timestamp?: string | Date
}

/** A subscription: paths, period and policy, as a client sends it on the stream. */
export interface Subscription<Path extends string = string, Context extends string = string> extends Omit<
  SubscribeMessage,
  'context' | 'subscribe' | 'requestId'
> {
  /** The context of the paths; default the own vessel. */
  readonly context?: Context
  readonly subscribe: readonly (Omit<SubscriptionRequest, 'path'> & { readonly path: Path })[]
}

/** A subscription that was made. Dispose of it to unsubscribe. */
export interface ActiveSubscription extends AsyncDisposable, Readonly<LogStart> {}

/** Writes to the server's log. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** Key-value storage that survives restarts. The server holds it; values are on disk when `set` resolves. */
export interface Storage {
  /** Resolves to undefined when the key has no value. */
  get(key: string): Promise<unknown>
  /** Saves all of the values or none. `null` deletes a key. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>
}

/** Reads the boat's log. Numbers are given once, in order; a new epoch starts them again. */
export interface RecordedLog {
  head(): Promise<ResultOf<'log/head'>>
  segments(question: ParamsOf<'log/read'>): Promise<ResultOf<'log/read'>['segments']>
  events(question: ParamsOf<'log/events'>): Promise<ResultOf<'log/events'>['events']>
  series(question: ParamsOf<'log/series'>): Promise<ResultOf<'log/series'>['series']>
  /** Starts a new epoch, if the present one is this: for a log that is shorter than the copy of it. */
  startEpoch(epoch: string): Promise<ResultOf<'log/start-epoch'>>
}

type ParamsOf<Name extends keyof ServerVerbs> = ServerVerbs[Name]['params']
type ResultOf<Name extends keyof ServerVerbs> = ServerVerbs[Name]['result']

export type StatusLevel = 'ok' | 'warning' | 'error'

/**
 * The boat as a plugin sees it. Only what the manifest declares is allowed. Every request to the server is answered
 * within 5 s or fails with a MarineDataError.
 */
export interface Boat<C extends Claims = AnyClaims> {
  /** The full context of the own vessel. */
  readonly self: string
  /** The plugin's own folder, for its databases; undefined unless it needs `database`. */
  readonly folder: string | undefined
  /** Aborted when the plugin has to stop. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly storage: Storage
  /**
   * Publishes values. Returns at once: values are sent in batches, and refused values are logged as warnings.
   * @throws MarineDataError `too-large` when the delta does not fit into one message
   */
  publish(
    values: WhenDeclared<C['writes'], PublishedValues<WrittenPath<C>>>,
    options?: PublishOptions<WrittenSource<C>, WrittenContext<C>>,
  ): void
  /** Publishes a delta with any number of updates, sources and metadata entries. */
  publishDelta(delta: WhenDeclared<C['writes'], Delta>): void
  /** Resolves when the server has answered everything published so far. */
  flushed(): Promise<void>
  /**
   * Subscribes to paths. A delta is passed on whole when any of its values matches. Dispose of the result to
   * unsubscribe.
   * @throws MarineDataError when the server refuses
   */
  subscribe(
    subscription: WhenDeclared<C['reads'], Subscription<ReadPath<C>, ReadContext<C>>>,
    onDelta: (delta: SentDelta) => void | Promise<void>,
  ): Promise<ActiveSubscription>
  /** Registers a device that this plugin provides. */
  registerDevice<Kind extends ProvidedKind<C>>(
    device: WhenDeclared<C['provides'], DeclaredDevice<Kind>>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>>
  /**
   * Provides a resource of a declared kind, or replaces the one with the same id. Clients read it below
   * `resources/<kind>`. It is removed when the plugin stops.
   * @throws MarineDataError `not-declared`, `name-taken`, `too-large`, `storage-full`, `invalid-value` when a resource
   *   of a known kind (`notes`, `pointsOfInterest`, `charts`) does not have its shape
   */
  putResource<Kind extends ProvidedResourceKind<C>>(kind: Kind, resource: ResourceOf<Kind>): Promise<void>
  removeResource(kind: ProvidedResourceKind<C>, id: string): Promise<void>
  /**
   * Answers questions about recorded values from now on, until the plugin stops.
   * @throws MarineDataError `not-declared`
   */
  provideHistory(handler: WhenProvided<C, 'history', HistoryHandler>): Promise<void>
  /**
   * Answers questions about the weather from now on, until the plugin stops: those for which there is a handler.
   * @throws MarineDataError `not-declared`
   */
  provideWeather(handlers: WhenProvided<C, 'weather', WeatherHandlers>): Promise<void>
  /**
   * Computes the course from now on, until the plugin stops, if the owner has chosen the plugin for it.
   * @throws MarineDataError `not-declared`
   */
  provideCourse(handler: WhenProvided<C, 'course', CourseHandler>): Promise<void>
  /** The boat's log: everything that is recorded, as it is on disk. For plugins that copy it and declare `reads.log`. */
  readonly recordedLog: RecordedLog
  /**
   * Offers a bus to other plugins. It is withdrawn when the plugin stops.
   * @throws MarineDataError `not-declared`, `name-taken`, `too-many-requests`
   */
  offerBus(
    bus: WhenDeclared<C['offers'], DeclaredBus<OfferedBusKind<C>>>,
    handlers: BusOwnerHandlers,
  ): Promise<OfferedBus>
  /**
   * Uses a bus of a declared kind. Does not wait until it is available: `handlers.offered` is called then.
   * @throws MarineDataError `not-declared`, `too-many-requests`
   */
  openBus<Kind extends UsedBusKind<C>>(
    bus: WhenDeclared<C['buses'], BusRequest<Kind, HeardTopic<C, Kind>>>,
    handlers: BusUserHandlers<HeardTopic<C, Kind>>,
  ): Promise<OpenedBus<SentTopic<C, Kind>>>
  /** Raises or changes an alert. */
  raise(path: NotificationPath<C>, notification: Condition): Promise<void>
  /** Ends an alert: its reason is gone. */
  clear(path: NotificationPath<C>): Promise<void>
  /**
   * Acknowledges or silences one alert, because a person has done so at a device.
   * @throws MarineDataError `not-declared`, `alert-not-found`, `too-many-requests`
   */
  answerAlert(answer: WhenDeclared<C['answersAlerts'], AlertAnswer>): Promise<void>
  /** Reports all inputs that the plugin has found. People choose among them with its actions `use` and `release`. */
  inputs(inputs: readonly PluginInput[]): void
  /** Sets the status line shown to people: what the plugin does, or what it needs. */
  status(level: StatusLevel, message: string): void
}
