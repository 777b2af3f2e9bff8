import type { ProviderKind } from '#protocol/manifest.ts'
import { mostInputs, type Delta, type Condition, type PluginInput, type SentDelta } from '@marinedata/model'
import type { Boat, Log, PublishOptions, StatusLevel, Storage, Subscription, Value } from './boat.ts'
import type { DeclaredDevice, DeviceHandler, DeviceOf } from './device-kinds.ts'
import type { Devices } from './devices.ts'
import type { LineToServer } from './line-to-server.ts'
import type { Publisher } from './publisher.ts'
import type { Subscriptions } from './subscriptions.ts'

const longestLog = 4_096
const longestStatus = 256

/** What stands behind the boat that a plugin is given. */
export interface BoatParts {
  readonly line: LineToServer
  readonly publisher: Publisher
  readonly subscriptions: Subscriptions
  readonly devices: Devices
  readonly signal: AbortSignal
  readonly log: Log
}

/** Lines for the log, by way of the line. */
export const logAt = (line: LineToServer): Log => {
  const logs = (level: keyof Log) => (message: string) =>
    line.tell('log', { level, message: message.slice(0, longestLog) })
  return { debug: logs('debug'), info: logs('info'), warn: logs('warn'), error: logs('error') }
}

/** The boat, by way of the line. It can do all that may be declared: the types and the server hold a plugin to its own. */
export class BoatAtLine implements Boat {
  readonly self: string
  readonly signal: AbortSignal
  readonly log: Log
  readonly storage: Storage
  readonly #parts: BoatParts

  constructor(self: string, parts: BoatParts) {
    const { line, log, signal } = parts
    this.#parts = parts
    this.self = self
    this.signal = signal
    this.log = log
    this.storage = {
      get: async (key) => (await line.ask('storage/get', { key })).value,
      set: async (values) => void (await line.ask('storage/set', { values })),
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
  ): Promise<AsyncDisposable> {
    const message = { ...subscription, subscribe: [...subscription.subscribe] }
    return await this.#parts.subscriptions.subscribe(message, onDelta)
  }

  async registerDevice<Kind extends ProviderKind>(
    device: DeclaredDevice<Kind>,
    onCommand: DeviceHandler<Kind>,
  ): Promise<DeviceOf<Kind>> {
    return await this.#parts.devices.register(device, onCommand)
  }

  async raise(path: string, notification: Condition): Promise<void> {
    await this.#parts.line.ask('notification/raise', { path, notification })
  }

  async clear(path: string): Promise<void> {
    await this.#parts.line.ask('notification/clear', { path })
  }

  inputs(inputs: readonly PluginInput[]): void {
    this.#parts.line.tell('inputs', { inputs: inputs.slice(0, mostInputs) })
  }

  status(level: StatusLevel, message: string): void {
    this.#parts.line.tell('status', { level, message: message.slice(0, longestStatus) })
  }
}
