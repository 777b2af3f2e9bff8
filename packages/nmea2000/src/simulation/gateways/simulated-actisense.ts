import { byteAt } from '#codec/bit-reader.ts'
import {
  actisenseAnswer,
  actisenseBlocks,
  ActisenseBlockReader,
  actisenseCommands,
  actisenseReceived,
} from '#gateways/actisense-binary.ts'
import type { Packet } from '#transport/frame.ts'
import { GatewayDevice, type SimulatedGateway, type SimulatedGatewayOptions } from './gateway-device.ts'

/** Model, serial number, and no error. */
const answerHead = [14, 0, 1, 2, 3, 4, 0, 0, 0, 0]
const lastPart = 4

const pgnAt = (bytes: Uint8Array, at: number): number =>
  byteAt(bytes, at) + byteAt(bytes, at + 1) * 256 + byteAt(bytes, at + 2) * 65_536

/** An Actisense NGT-1: sends everything only after the start command, and transmits only what is in its list. */
export class SimulatedActisense implements SimulatedGateway {
  readonly #write: (bytes: Uint8Array) => void
  readonly #device: GatewayDevice
  readonly #blocks = new ActisenseBlockReader(
    (command, content) => this.#take(command, content),
    () => undefined,
  )
  readonly #enabled: Set<number>
  #active: ReadonlySet<number>
  #isStarted = false

  constructor(options: SimulatedGatewayOptions, transmits: readonly number[] = [59_904]) {
    this.#write = options.write
    this.#enabled = new Set(transmits)
    this.#active = new Set(transmits)
    this.#device = new GatewayDevice({
      ...options,
      model: 'NGT-1',
      manufacturerCode: 273,
      uniqueNumber: 1_003,
      onPacket: (packet) => this.#passOn(packet),
    })
  }

  read(bytes: Uint8Array): void {
    this.#blocks.read(bytes)
  }

  /** Switches it off and on: it has forgotten the start command and the changes of its list. */
  restart(): void {
    this.#isStarted = false
  }

  [Symbol.dispose](): void {
    this.#device[Symbol.dispose]()
  }

  #passOn(packet: Packet): void {
    if (this.#isStarted && packet.payload.length <= 223) this.#write(actisenseReceived(packet))
  }

  #take(command: number, content: Uint8Array): void {
    if (command === actisenseBlocks.send) this.#send(content)
    else if (command === actisenseBlocks.command) this.#obey(content)
  }

  #send(content: Uint8Array): void {
    const pgn = pgnAt(content, 1)
    if (!this.#active.has(pgn)) return
    const [priority, destination, payload] = [byteAt(content, 0), byteAt(content, 4), content.slice(6)]
    this.#device.send({ priority, pgn, destination, payload })
  }

  #obey(content: Uint8Array): void {
    const command = byteAt(content, 0)
    if (command === actisenseCommands.start) this.#isStarted = true
    if (command === actisenseCommands.enable) this.#enabled.add(pgnAt(content, 1))
    if (command === actisenseCommands.activate) this.#active = new Set(this.#enabled)
    if (command === actisenseCommands.list) this.#answerList()
    else this.#answer(command, 1)
  }

  #answerList(): void {
    const pgns = [...this.#active]
    const bytes = pgns.flatMap((pgn) => [pgn & 0xff, (pgn >>> 8) & 0xff, pgn >>> 16, 0])
    this.#answer(actisenseCommands.list, 1, [pgns.length, ...bytes])
    this.#answer(actisenseCommands.list, lastPart)
  }

  #answer(command: number, part: number, content: readonly number[] = []): void {
    this.#write(actisenseAnswer([command, part, ...answerHead, ...content]))
  }
}
