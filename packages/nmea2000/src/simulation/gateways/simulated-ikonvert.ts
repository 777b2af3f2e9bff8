import { TextGatewayReader } from '#gateways/text-gateway.ts'
import type { Timer } from '#timer.ts'
import type { Packet } from '#transport/frame.ts'
import { GatewayDevice, type SimulatedGateway, type SimulatedGatewayOptions } from './gateway-device.ts'

const utf8 = new TextEncoder()
/** A command that arrives while it still works on the one before is lost. */
const busyMs = 20
const statusMs = 1_000
const banner = 'TEXT,Digital_Yacht_iKonvert_v2.06'
const [command, message] = [/^\$PDGY,([A-Z0-9_]+),?(.*)$/, /^!PDGY,(\d+),(\d+),([A-Za-z0-9+/=]*)$/]
const usualPriority = 6

/** A Digital Yacht iKonvert: offline until it is initialised, takes one command at a time, reports its state every second. */
export class SimulatedIkonvert implements SimulatedGateway {
  readonly #write: (bytes: Uint8Array) => void
  readonly #timer: Timer
  readonly #device: GatewayDevice
  readonly #reader = new TextGatewayReader({}, (line) => this.#take(line))
  readonly #transmits = new Set<number>()
  #isOnline = false
  #busyUntil = 0
  #rejected = 0
  #status: Disposable

  constructor(options: SimulatedGatewayOptions) {
    this.#write = options.write
    this.#timer = options.timer
    this.#device = new GatewayDevice({
      ...options,
      model: 'iKonvert',
      manufacturerCode: 1_857,
      uniqueNumber: 1_004,
      onPacket: (packet) => this.#passOn(packet),
    })
    this.#status = this.#scheduleStatus()
  }

  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  /** Switches it off and on, in the middle of a line. */
  restart(): void {
    this.#isOnline = false
    this.#write(utf8.encode('!PDGY,127250,2,204,255,1.'))
    this.#say(banner)
  }

  [Symbol.dispose](): void {
    this.#status[Symbol.dispose]()
    this.#device[Symbol.dispose]()
  }

  #take(line: string): void {
    const [, name, given = ''] = command.exec(line) ?? []
    if (name !== undefined) return this.#takeCommand(name, given)
    const [, pgn, destination, base64 = ''] = message.exec(line) ?? []
    if (pgn !== undefined && this.#isOnline) this.#send(Number(pgn), Number(destination), base64)
  }

  #takeCommand(name: string, given: string): void {
    if (this.#timer.now < this.#busyUntil) return
    this.#busyUntil = this.#timer.now + busyMs
    this.#timer.after(busyMs, () => this.#say(this.#obey(name, given)))
  }

  /** Obeys a command; returns the answer. */
  #obey(name: string, given: string): string {
    if (name === 'N2NET_OFFLINE') {
      this.#isOnline = false
      return banner
    }
    if (name === 'TX_LIST') {
      this.#transmits.clear()
      for (const pgn of given.split(',')) this.#transmits.add(Number(pgn))
      return 'ACK,TX_LIST'
    }
    if (name !== 'N2NET_INIT') return `NAK,1,UNKNOWN_COMMAND`
    if (this.#isOnline) return 'NAK,2,ALREADY_INITIALISED'
    this.#isOnline = true
    return `ACK,N2NET_INIT,${given}`
  }

  #send(pgn: number, destination: number, base64: string): void {
    if (!this.#transmits.has(pgn)) {
      this.#rejected++
      return
    }
    const payload = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
    this.#device.send({ priority: usualPriority, pgn, destination, payload })
  }

  #passOn({ pgn, priority, source, destination, payload }: Packet): void {
    if (!this.#isOnline) return
    const time = (this.#timer.now / 1_000).toFixed(2)
    const base64 = btoa(String.fromCharCode(...payload))
    this.#write(utf8.encode(`!PDGY,${pgn},${priority},${source},${destination},${time},${base64}\r\n`))
  }

  #say(text: string): void {
    this.#write(utf8.encode(`$PDGY,${text}\r\n`))
  }

  #scheduleStatus(): Disposable {
    return this.#timer.after(statusMs, () => {
      const uptime = Math.floor(this.#timer.now / 1_000)
      this.#say(
        this.#isOnline
          ? `000000,10,0,5,${uptime},${this.#device.address ?? ''},${this.#rejected}`
          : '000000,,,,,,',
      )
      this.#status = this.#scheduleStatus()
    })
  }
}
