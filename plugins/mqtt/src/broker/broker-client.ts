import { ReconnectPauses } from '@marinedata/inputs'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrokerConnection, type Broker } from './broker-connection.ts'
import { brokerErrorOf } from './broker-errors.ts'
import { RetainedTopics } from './retained-topics.ts'

/** The server ends a plugin that does not stop within 1.5 s. */
const farewellMs = 1_000

/** What the client tells about the connection. */
export interface ConnectionState {
  readonly isConnected: boolean
  /** Why there is no connection, in words for people. */
  readonly reason?: string
}

export interface BrokerClientOptions {
  readonly broker: Broker
  /** The topic that says whether the boat is connected: `online` or `offline`. */
  readonly statusTopic: string
  readonly onState: (state: ConnectionState) => void
}

/**
 * Keeps the newest payload of each topic at the broker. While there is no connection nothing is queued but the newest
 * payloads; a new connection publishes all of them, then says that the boat is online.
 */
export class BrokerClient {
  readonly topics = new RetainedTopics()
  readonly #options: BrokerClientOptions
  readonly #stopping = new AbortController()
  readonly #pauses = new ReconnectPauses()
  #connection: BrokerConnection | undefined
  #running: Promise<void> | undefined
  #isOnline = false

  constructor(options: BrokerClientOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  set(topic: string, payload: string): void {
    this.topics.set(topic, payload)
    this.#publish()
  }

  /** Says that the boat is offline, and closes the connection. Takes at most a second. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const connection = this.#connection
    if (connection !== undefined) {
      const late = setTimeout(() => connection.destroy(), farewellMs)
      connection.publish({ topic: this.#options.statusTopic, payload: 'offline' })
      await connection.ended
      clearTimeout(late)
    }
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const reason = await this.#connect().catch((error: unknown) => error)
      if (signal.aborted) return
      this.#options.onState({ isConnected: false, reason: brokerErrorOf(reason) })
      await sleep(this.#pauses.next(), undefined, { signal }).catch(() => undefined)
    }
  }

  /** Connects, and resolves to the reason when the connection has ended. */
  async #connect(): Promise<Error> {
    const { broker, statusTopic, onState } = this.#options
    const will = { topic: statusTopic, payload: 'offline' }
    const events = {
      onStored: (message: { topic: string; payload: string }): void => {
        this.topics.stored(message)
        this.#publish()
      },
    }
    this.#isOnline = false
    this.topics.restore()
    const connection = await BrokerConnection.open(broker, will, { events, signal: this.#stopping.signal })
    this.#connection = connection
    this.#pauses.reset()
    onState({ isConnected: true })
    this.#publish()
    const end = await connection.ended
    this.#connection = undefined
    return end
  }

  #publish(): void {
    const connection = this.#connection
    if (connection === undefined) return
    if (this.#stopping.signal.aborted) {
      if (connection.isSettled) connection.close()
      return
    }
    while (connection.hasRoom) {
      const message = this.topics.take()
      if (message === undefined) break
      connection.publish(message)
    }
    if (this.#isOnline || !this.topics.isRestored) return
    this.#isOnline = true
    connection.publish({ topic: this.#options.statusTopic, payload: 'online' })
  }
}
