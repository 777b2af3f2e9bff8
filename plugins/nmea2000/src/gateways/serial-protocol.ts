import type { Link, Protocol, Reader, ReaderEvents, ReadPurpose } from '@marinedata/inputs'
import { GatewayConnection, type Dialect, type GatewayProtocolOptions } from './gateway-protocol.ts'

/** The NGT-1 has the first speed, the iKonvert the second; the NGX-1 and the YDNU-02 have any. */
const speeds = [115_200, 230_400, 460_800, 38_400]

/** The iKonvert reports its state every second in lines that begin with this. */
const ikonvertMark = 'PDGY,'

type OpenConnection = (kind: Dialect['kind']) => GatewayConnection

/** Reads a serial port, and finds out which format its gateway speaks: the NGT-1's, until it sends a line of the iKonvert. */
class SerialReader implements Reader {
  readonly #open: OpenConnection
  readonly #events: ReaderEvents
  #connection: GatewayConnection
  #isIkonvert: boolean
  #tail = ''

  constructor(open: OpenConnection, events: ReaderEvents, isIkonvert: boolean) {
    this.#open = open
    this.#events = events
    this.#isIkonvert = isIkonvert
    this.#connection = open(isIkonvert ? 'ikonvert' : 'actisense')
  }

  read(bytes: Buffer): void {
    if (!this.#isIkonvert && this.#saysIkonvert(bytes)) {
      this.#isIkonvert = true
      // One line a second is too rare for the search for the speed, and no accident either.
      this.#events.message('iKonvert')
      this.#connection.close()
      this.#connection = this.#open('ikonvert')
    }
    this.#connection.read(bytes)
  }

  close(): void {
    this.#connection.close()
  }

  #saysIkonvert(bytes: Buffer): boolean {
    const text = this.#tail + bytes.toString('latin1')
    this.#tail = text.slice(1 - ikonvertMark.length)
    return text.includes(ikonvertMark)
  }
}

/** NMEA 2000 on a serial port: an Actisense NGT-1 or NGX-1, a Yacht Devices YDNU-02, or an iKonvert. */
export const serialProtocol = (options: GatewayProtocolOptions): Protocol => ({
  name: 'NMEA 2000',
  speeds,
  alwaysSends: true,
  sends: () => options.sends,
  open: (link: Link, events: ReaderEvents, { id, isProbe }: ReadPurpose) => {
    const bus = isProbe ? undefined : options.buses.get(id)
    const open: OpenConnection = (kind) => {
      const connection = new GatewayConnection({ ...options, dialect: { kind }, link, events, bus })
      // A search does not take an iKonvert off the bus: it reports its state anyway.
      if (kind === 'actisense' || !isProbe) void connection.open()
      return connection
    }
    return new SerialReader(open, events, /ikonvert/i.test(id))
  },
})
