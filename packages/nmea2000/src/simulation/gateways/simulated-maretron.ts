import {
  maretronBinaryMode,
  maretronConnect,
  maretronConnected,
  maretronMessage,
  MaretronReader,
} from '#gateways/maretron-ipg.ts'
import type { Packet } from '#transport/frame.ts'
import { GatewayDevice, type SimulatedGateway, type SimulatedGatewayOptions } from './gateway-device.ts'

const utf8 = new TextEncoder()

/** A Maretron IPG100: asks for a password, and sends texts between the messages. */
export class SimulatedMaretron implements SimulatedGateway {
  readonly #write: (bytes: Uint8Array) => void
  readonly #device: GatewayDevice
  readonly #reader: MaretronReader
  readonly #password: string
  #isConnected = false
  #isBinary = false

  constructor(options: SimulatedGatewayOptions, password = '') {
    this.#write = options.write
    this.#password = password
    this.#reader = new MaretronReader({
      text: (text) => this.#takeText(`${text}\0`),
      packet: (packet) => this.#send(packet),
    })
    this.#device = new GatewayDevice({
      ...options,
      model: 'IPG100',
      manufacturerCode: 137,
      uniqueNumber: 1_005,
      onPacket: (packet) => this.#passOn(packet),
    })
  }

  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  [Symbol.dispose](): void {
    this.#device[Symbol.dispose]()
  }

  #takeText(text: string): void {
    if (text === maretronConnect(this.#password)) this.#connect()
    else if (text.startsWith('CONNECT\t')) this.#say('NO')
    else if (text === maretronBinaryMode && this.#isConnected) this.#isBinary = true
  }

  #connect(): void {
    this.#isConnected = true
    this.#say('SERVER_VERSION\t5.0')
    this.#say(`${maretronConnected}\t1234567`)
    this.#say('LICENSES_USED\t1')
  }

  #send(packet: Packet): void {
    if (this.#isBinary) this.#device.send(packet)
  }

  #passOn(packet: Packet): void {
    if (this.#isBinary && packet.payload.length <= 223) this.#write(maretronMessage(packet, packet.source))
  }

  #say(text: string): void {
    this.#write(utf8.encode(`${text}\0`))
  }
}
