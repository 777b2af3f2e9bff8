import { MarineDataError } from '@marinedata/model'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqtt, { type IConnectPacket, type Packet } from 'mqtt-packet'
import { refusalOf } from './broker-errors.ts'

export interface Broker {
  readonly host: string
  readonly port: number
  /** Undefined for a connection without encryption. */
  readonly tls?: TlsOptions
  readonly clientId: string
  readonly username?: string
  readonly password?: string
}

interface TlsOptions {
  /** The name in the certificate of the broker; undefined when that has the address. */
  readonly servername?: string
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** A message that the broker keeps, and gives to everyone who subscribes later. */
export interface RetainedMessage {
  readonly topic: string
  readonly payload: string
}

export interface ConnectionEvents {
  /** The broker has stored a message. */
  readonly onStored: (message: RetainedMessage) => void
}

/** From the start until the broker has accepted the connection. */
const openMs = 10_000
/** The broker publishes the last will when it receives nothing for one and a half times as long. */
const keepAliveSeconds = 15
/** A broker that does not answer for this long is gone. */
const silenceMs = 20_000
/** Messages that were sent and not yet acknowledged. */
const mostUnacknowledged = 32
/** Everything that a broker sends to a client without subscriptions is shorter. */
const mostUnreadBytes = 1_024

const failed = (message: string): MarineDataError => new MarineDataError('rejected-by-device', message)

const socketOf = ({ host, port, tls }: Broker): Socket => {
  if (tls === undefined) return connectTcp({ host, port })
  return connectTls({ host, port, ...tls, minVersion: 'TLSv1.2' })
}

const connectPacket = (broker: Broker, will: RetainedMessage): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: broker.clientId,
  keepalive: keepAliveSeconds,
  ...(broker.username !== undefined && { username: broker.username }),
  ...(broker.password !== undefined && { password: Buffer.from(broker.password) }),
  will: { ...will, qos: 1, retain: true },
})

/** One connection to a broker, from CONNECT to its end. It publishes, and subscribes to nothing. */
export class BrokerConnection {
  /** Resolves to the reason when the connection has ended. */
  readonly ended: Promise<Error>
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  readonly #unacknowledged = new Map<number, RetainedMessage>()
  readonly #accepted = Promise.withResolvers<void>()
  #lastId = 0
  #receivedAt = performance.now()
  #keepAlive: NodeJS.Timeout | undefined

  private constructor(socket: Socket, events: ConnectionEvents) {
    this.#socket = socket
    this.#events = events
    const ended = Promise.withResolvers<Error>()
    this.ended = ended.promise
    let reason: Error | undefined
    socket.on('error', (error) => (reason ??= error))
    socket.once('close', () => {
      clearInterval(this.#keepAlive)
      const end = reason ?? failed('the broker closed the connection')
      this.#accepted.reject(end)
      ended.resolve(end)
    })
    this.#read()
  }

  /** @throws when the broker cannot be reached, or refuses */
  static async open(
    broker: Broker,
    will: RetainedMessage,
    { events, signal }: { readonly events: ConnectionEvents; readonly signal: AbortSignal },
  ): Promise<BrokerConnection> {
    const socket = socketOf(broker)
    socket.setNoDelay(true)
    const connection = new BrokerConnection(socket, events)
    const late = setTimeout(() => socket.destroy(failed('the broker does not answer')), openMs)
    const abort = (): void => void socket.destroy()
    signal.addEventListener('abort', abort)
    try {
      await Promise.race([
        once(socket, broker.tls === undefined ? 'connect' : 'secureConnect'),
        connection.#accepted.promise,
      ])
      connection.#send(connectPacket(broker, will))
      await connection.#accepted.promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
    }
    connection.#startKeepAlive()
    return connection
  }

  get hasRoom(): boolean {
    return this.#unacknowledged.size < mostUnacknowledged
  }

  /** Whether the broker has stored everything that was published. */
  get isSettled(): boolean {
    return this.#unacknowledged.size === 0
  }

  /** Publishes a message that the broker keeps. An empty payload removes what it keeps. */
  publish(message: RetainedMessage): void {
    do this.#lastId = (this.#lastId % 0xff_ff) + 1
    while (this.#unacknowledged.has(this.#lastId))
    this.#unacknowledged.set(this.#lastId, message)
    this.#send({ cmd: 'publish', qos: 1, dup: false, retain: true, messageId: this.#lastId, ...message })
  }

  /** Ends the connection in order: the broker does not publish the last will. */
  close(): void {
    this.#send({ cmd: 'disconnect' })
    this.#socket.end()
  }

  destroy(reason?: Error): void {
    this.#socket.destroy(reason)
  }

  #send(packet: Packet): void {
    if (this.#socket.writable) this.#socket.write(mqtt.generate(packet))
  }

  #read(): void {
    const parser = mqtt.parser({ protocolVersion: 4 })
    parser.on('packet', (packet: Packet) => this.#receive(packet))
    parser.on('error', () => this.destroy(failed('the answer of the broker is not MQTT')))
    this.#socket.on('data', (bytes: Buffer) => {
      this.#receivedAt = performance.now()
      if (parser.parse(bytes) > mostUnreadBytes) this.destroy(failed('the answer of the broker is not MQTT'))
    })
  }

  #receive(packet: Packet): void {
    if (packet.cmd === 'connack') {
      if (packet.returnCode === 0) this.#accepted.resolve()
      else this.destroy(failed(refusalOf(packet.returnCode ?? -1)))
    } else if (packet.cmd === 'puback') {
      const message = this.#unacknowledged.get(packet.messageId ?? 0)
      if (message === undefined) return
      this.#unacknowledged.delete(packet.messageId ?? 0)
      this.#events.onStored(message)
    }
  }

  #startKeepAlive(): void {
    this.#keepAlive = setInterval(
      () => {
        const silentMs = performance.now() - this.#receivedAt
        if (silentMs > silenceMs) this.destroy(failed('the broker does not answer'))
        else this.#send({ cmd: 'pingreq' })
      },
      (keepAliveSeconds * 1_000) / 3,
    )
  }
}
