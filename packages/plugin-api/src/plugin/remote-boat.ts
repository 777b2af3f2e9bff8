import type { AlertAnswer } from '#protocol/alert-verbs.ts'
import type { ProviderKind } from '#protocol/device-kinds.ts'
import {
  maxInputs,
  type Condition,
  type Delta,
  type PluginInput,
  type ProvidedResource,
  type SentDelta,
} from '@marinedata/model'
import type {
  ActiveSubscription,
  Boat,
  Log,
  PublishOptions,
  RecordedLog,
  StatusLevel,
  Storage,
  Subscription,
  Value,
} from './boat.ts'
import type { DeclaredDevice, DeviceHandler, DeviceOf } from './devices/device-kinds.ts'
import type {
  BusOwnerHandlers,
  BusRequest,
  BusUserHandlers,
  DeclaredBus,
  OfferedBus,
  OpenedBus,
} from './buses/buses.ts'
import type { OfferedBuses } from './buses/offered-buses.ts'
import type { OpenedBuses } from './buses/opened-buses.ts'
import type { CourseHandler, CourseProvision } from './course/course-provision.ts'
import type { Devices } from './devices/devices.ts'
import type { HistoryAnswers, HistoryHandler } from './history/history-answers.ts'
import type { ServerConnection } from './server-connection.ts'
import type { WeatherProvision } from './weather/weather-provision.ts'
import type { WeatherHandlers } from './weather/weather-handlers.ts'
import type { Publisher } from './publisher.ts'
import type { Subscriptions } from './subscriptions.ts'

const longestLog = 4_096
const longestStatus = 256

/** The parts that the boat delegates to. */
export interface BoatParts {
  readonly server: ServerConnection
  readonly publisher: Publisher
  readonly subscriptions: Subscriptions
  readonly devices: Devices
  readonly history: HistoryAnswers
  readonly weather: WeatherProvision
  readonly course: CourseProvision
  readonly offeredBuses: OfferedBuses
  readonly openedBuses: OpenedBuses
  readonly signal: AbortSignal
  readonly log: Log
}

/** A log that sends its lines to the server. */
export const createLog = (server: ServerConnection): Log => {
  const logAt = (level: keyof Log) => (message: string) =>
    server.notify('log', { level, message: message.slice(0, longestLog) })
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}

/**
 * The boat that a plugin gets. Sends every call to the server. It implements every capability: the types and the server
 * restrict a plugin to what it declares.
 */
export class RemoteBoat implements Boat {
  readonly self: string
  readonly folder: string | undefined
  readonly signal: AbortSignal
  readonly log: Log
  readonly storage: Storage
  readonly recordedLog: RecordedLog
  readonly #parts: BoatParts

  constructor({ self, folder }: Pick<Boat, 'self' | 'folder'>, parts: BoatParts) {
    const { server, log, signal } = parts
    this.#parts = parts
    this.self = self
    this.folder = folder
    this.signal = signal
    this.log = log
    this.storage = {
      get: async (key) => (await server.request('storage/get', { key })).value,
      set: async (values) => void (await server.request('storage/set', { values })),
    }
    this.recordedLog = {
      head: () => server.request('log/head', {}),
      segments: async (question) => (await server.request('log/read', question)).segments,
      events: async (question) => (await server.request('log/events', question)).events,
      series: async (question) => (await server.request('log/series', question)).series,
      startEpoch: (epoch) => server.request('log/start-epoch', { epoch }),
    }
  }

  publish(values: Readonly<Record<string, Value>>, options: PublishOptions = {}): void {
    this.#parts.publisher.publish(values, options)
  }

  publishDelta(delta: Delta): void {
    this.#parts.publisher.publishDelta(delta)
  }

  async flushed(): Promise<void> {
    await this.#parts.publisher.flushed()
  }

  async subscribe(
    subscription: Subscription,
    onDelta: (delta: SentDelta) => unknown,
  ): Promise<ActiveSubscription> {
    const message = { ...subscription, subscribe: [...subscription.subscribe] }
    return await this.#parts.subscriptions.subscribe(message, onDelta)
  }

  async registerDevice<Kind extends ProviderKind>(
    device: DeclaredDevice<Kind>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>> {
    return await this.#parts.devices.register(device, onCommand)
  }

  async provideHistory(handler: HistoryHandler): Promise<void> {
    await this.#parts.history.offer(handler)
  }

  async provideWeather(handlers: WeatherHandlers): Promise<void> {
    await this.#parts.weather.offer(handlers)
  }

  async provideCourse(handler: CourseHandler): Promise<void> {
    await this.#parts.course.offer(handler)
  }

  async offerBus(bus: DeclaredBus, handlers: BusOwnerHandlers): Promise<OfferedBus> {
    return await this.#parts.offeredBuses.offer(bus, handlers)
  }

  async openBus(bus: BusRequest, handlers: BusUserHandlers): Promise<OpenedBus> {
    return await this.#parts.openedBuses.open(bus, handlers)
  }

  async raise(path: string, notification: Condition): Promise<void> {
    await this.#parts.server.request('notification/raise', { path, notification })
  }

  async clear(path: string): Promise<void> {
    await this.#parts.server.request('notification/clear', { path })
  }

  async answerAlert(answer: AlertAnswer): Promise<void> {
    await this.#parts.server.request('alert/answer', answer)
  }

  async putResource(kind: string, resource: ProvidedResource): Promise<void> {
    await this.#parts.server.request('resource/put', { kind, resource })
  }

  async removeResource(kind: string, id: string): Promise<void> {
    await this.#parts.server.request('resource/remove', { kind, id })
  }

  inputs(inputs: readonly PluginInput[]): void {
    this.#parts.server.notify('inputs', { inputs: inputs.slice(0, maxInputs) })
  }

  status(level: StatusLevel, message: string): void {
    this.#parts.server.notify('status', { level, message: message.slice(0, longestStatus) })
  }
}
