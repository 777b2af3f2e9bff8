import {
  decodeFrame,
  encodeEvents,
  encodeFrame,
  encodeSegments,
  keyText,
  LiveEncoder,
  prove,
  proveJoining,
  readGatewayMessage,
  subprotocol,
  type GatewayMessage,
  type Hello,
  type Layer,
} from '@marinedata/uplink-protocol'
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { WebSocket } from 'ws'
import { encodeMinute } from '../../packages/history/src/codec/minute-codec.ts'
import { fleetHost } from './certificate.ts'

const patienceMs = 20_000

/** Where boats connect, and the file of the authority that they trust. */
export interface WireShore {
  readonly gateway: string
  readonly certificate: string
}

/** A minute of a boat: its position and a number. */
export interface WireMinute {
  readonly number: number
  readonly wall: number
  readonly latitude: number
  readonly value: number
}

const steps = 1e6

const meanOf = (id: number, value: number) => ({
  id,
  n: 1,
  mean: Math.round(value * steps),
  up: 0,
  down: 0,
  isFloat: false,
})

/** The body of a batch of minutes, with the path of their numbers. */
export const minutesBody = (minutes: readonly WireMinute[], path: string): Uint8Array =>
  encodeSegments({
    series: [
      { path: 'navigation.position', part: 'latitude' },
      { path: 'navigation.position', part: 'longitude' },
      { path, part: '' },
    ].map((named, id) => ({ id, context: 'vessels.self', source: 'gps', steps, ...named })),
    segments: minutes.map(({ number, wall, latitude, value }) => ({
      number,
      boot: 1,
      mono: number * 60_000,
      wall,
      trust: 'rtc',
      blob: Buffer.from(encodeMinute([meanOf(0, latitude), meanOf(1, 10), meanOf(2, value)])),
    })),
  })

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** A boat that speaks the protocol of the uplink by hand, so that a test decides every record that it sends. */
export class WireBoat implements Disposable {
  readonly vessel: string
  readonly log: string
  readonly key = newKey()
  /** The path of its number. */
  readonly path: string
  readonly #shore: WireShore
  readonly #live = new LiveEncoder()
  #socket: WebSocket | undefined
  readonly #texts: GatewayMessage[] = []
  readonly #acks: Record<Layer, number> = { events: 0, minutes: 0, full: 0 }

  constructor(shore: WireShore, { vessel, log, path }: Pick<WireBoat, 'vessel' | 'log' | 'path'>) {
    this.#shore = shore
    this.vessel = vessel
    this.log = log
    this.path = path
  }

  get isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Joins with a code. Returns the status of the answer. */
  async join(code: string): Promise<number> {
    const { vessel, key } = this
    const proof = proveJoining({ host: fleetHost, vessel }, code, key)
    const body = JSON.stringify({ code, vessel, name: 'Anna', key: keyText(createPublicKey(key)), proof })
    const asked = request(`${this.#shore.gateway}/join`, { ...this.#tls, method: 'POST' })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode ?? 0
  }

  /** Connects and says hello, until the gateway does not put it off. Returns the first message after the challenge. */
  async connect(head = { events: 0, segments: 0 }): Promise<GatewayMessage> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const message = await this.#hello(head)
      if (message.type !== 'later' || performance.now() > deadline) return message
      this.#socket?.terminate()
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  async #hello(head: Hello['head']): Promise<GatewayMessage> {
    const address = `${this.#shore.gateway.replace('https', 'wss')}/uplink`
    const socket = new WebSocket(address, subprotocol, this.#tls)
    this.#socket = socket
    this.#texts.length = 0
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    const challenge = await this.#text(0)
    const nonce = challenge.type === 'challenge' ? challenge.nonce : ''
    const { vessel, log, key } = this
    const proof = prove({ nonce, host: fleetHost, vessel, log }, key)
    socket.send(JSON.stringify({ type: 'hello', vessel, log, head, tariff: 'wifi', version: '0.1.0', proof }))
    return await this.#text(1)
  }

  /** Sends minutes with consecutive numbers, and waits until they are acknowledged. */
  async sendMinutes(minutes: readonly WireMinute[]): Promise<void> {
    await this.sendBody('minutes', minutes, minutesBody(minutes, this.path))
  }

  /** Sends a notification as an event, which is open then. */
  async sendAlarm(number: number, wall: number, message: string): Promise<void> {
    const path = 'notifications.fire'
    const value = { state: 'alarm', method: ['sound'], message }
    const event = {
      number,
      segment: number,
      wall,
      mono: number * 60_000,
      kind: 'value',
      context: 'vessels.self',
      path,
      source: 'crew',
      json: JSON.stringify(value),
    }
    const body = encodeEvents({ events: [event], open: [{ path, value, source: 'crew' }] })
    await this.sendBody('events', [event], body)
  }

  /** Sends a batch with the numbers of some records, and waits until it is acknowledged. */
  async sendBody(
    layer: Layer,
    records: readonly { readonly number: number }[],
    body: Uint8Array,
  ): Promise<void> {
    const [from, to] = [(records[0]?.number ?? 1) - 1, records.at(-1)?.number ?? 0]
    this.sendFrame(encodeFrame({ type: 'batch', layer, from, to, body }))
    await this.#until(() => this.#acks[layer] >= to, `acknowledgement of ${layer} ${to}`)
  }

  /** Sends the latest values, and how much data was used. */
  sendLive(latitude: number, value: number): void {
    const position = { path: 'navigation.position', value: { latitude, longitude: 10 } }
    const values = [position, { path: this.path, value }]
    const live = { updates: [{ $source: 'gps', timestamp: new Date().toISOString(), values }] }
    for (const body of this.#live.encode(live)) this.sendFrame(encodeFrame({ type: 'live', body }))
  }

  sendUsage(bytes: number): void {
    const sent = { satellite: 0, cellular: bytes, wifi: 0 }
    this.#socket?.send(JSON.stringify({ type: 'usage', sent, budget: bytes }))
  }

  sendFrame(frame: Uint8Array): void {
    this.#socket?.send(frame)
  }

  /** Waits until the gateway has closed the connection. */
  async closed(): Promise<void> {
    await this.#until(() => !this.isConnected, 'the gateway closes the connection')
  }

  [Symbol.dispose](): void {
    this.#socket?.terminate()
  }

  get #tls() {
    return { ca: readFileSync(this.#shore.certificate, 'utf8'), servername: fleetHost }
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!isBinary) return void this.#texts.push(readGatewayMessage(data.toString()))
    const frame = decodeFrame(data)
    if (frame.type === 'ack') this.#acks[frame.layer] = frame.to
    return undefined
  }

  async #text(index: number): Promise<GatewayMessage> {
    await this.#until(() => this.#texts.length > index, 'a message of the gateway')
    return this.#texts[index] ?? readGatewayMessage('')
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    const deadline = performance.now() + patienceMs
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error(`Timed out waiting: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
