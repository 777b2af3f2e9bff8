import { ActisenseAsciiReader, actisenseAsciiLine } from '#gateways/actisense-ascii.ts'
import { CandumpReader } from '#gateways/candump.ts'
import { frameFrom } from '#gateways/gateway-reader.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from '#gateways/hex.ts'
import { TextGatewayReader } from '#gateways/text-gateway.ts'
import { yachtDevicesRawLine } from '#gateways/yacht-devices-raw.ts'
import type { Timer } from '#timer.ts'
import { canIdOf, type Frame } from '#transport/frame.ts'
import { GatewayDevice, type SimulatedGateway, type SimulatedGatewayOptions } from './gateway-device.ts'

const utf8 = new TextEncoder()
const msPerDay = 86_400_000

/** `hh:mm:ss.sss` */
const timeOfDay = ({ now }: Timer): string => new Date(now % msPerDay).toISOString().slice(11, 23)

/** A Yacht Devices gateway in its RAW mode: sends frames as lines, and what it sent for the client with a `T`. */
export class SimulatedYachtDevices implements SimulatedGateway {
  readonly #options: SimulatedGatewayOptions
  readonly #device: GatewayDevice
  readonly #reader = new TextGatewayReader({}, (line) => this.#send(line))

  constructor(options: SimulatedGatewayOptions) {
    this.#options = options
    this.#device = new GatewayDevice({
      ...options,
      model: 'YDEN-02',
      manufacturerCode: 717,
      uniqueNumber: 1_001,
      onFrame: (frame) => this.#write('R', frame),
    })
  }

  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  [Symbol.dispose](): void {
    this.#device[Symbol.dispose]()
  }

  #send(line: string): void {
    const frame = frameFrom(hexNumber(line, 0, 8), hexBytes(line, 9, 1))
    const sent = frame && this.#device.sendFrame(frame)
    if (sent !== undefined) this.#write('T', sent)
  }

  #write(direction: 'R' | 'T', frame: Frame): void {
    const { timer, write } = this.#options
    write(utf8.encode(`${timeOfDay(timer)} ${direction} ${yachtDevicesRawLine(frame)}`))
  }
}

/** An Actisense W2K-1 in its N2K ASCII mode. */
export class SimulatedActisenseAscii implements SimulatedGateway {
  readonly #device: GatewayDevice
  readonly #reader: ActisenseAsciiReader

  constructor(options: SimulatedGatewayOptions) {
    this.#device = new GatewayDevice({
      ...options,
      model: 'W2K-1',
      manufacturerCode: 273,
      uniqueNumber: 1_002,
      onPacket: (packet) => options.write(utf8.encode(actisenseAsciiLine(packet))),
    })
    this.#reader = new ActisenseAsciiReader({ packet: (packet) => this.#device.send(packet) })
  }

  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  [Symbol.dispose](): void {
    this.#device[Symbol.dispose]()
  }
}

/** A SocketCAN interface with `candump -L` and `canplayer`: frames go to the bus as the client gives them. */
export class SimulatedCandump implements SimulatedGateway {
  readonly #reader: CandumpReader
  readonly #attached: Disposable

  constructor({ bus, timer, write }: Omit<SimulatedGatewayOptions, 'address'>, channel = 'can0') {
    /** `canplayer -x` does not show the frames that this machine sends. */
    const sent = new WeakSet<Frame>()
    this.#attached = bus.attachToFrames((frame) => {
      if (!sent.has(frame)) write(utf8.encode(candumpLine(frame, channel, timer)))
    })
    this.#reader = new CandumpReader({
      frame: (frame) => {
        sent.add(frame)
        bus.send(frame)
      },
    })
  }

  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  [Symbol.dispose](): void {
    this.#attached[Symbol.dispose]()
  }
}

const candumpLine = (frame: Frame, channel: string, { now }: Timer): string =>
  `(${(now / 1_000).toFixed(6)}) ${channel} ${hexText(canIdOf(frame), 8)}#${hexTexts(frame.data).join('')}\n`
