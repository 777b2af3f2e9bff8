import type { BusLog } from '@marinedata/nmea2000'
import type { RecordedLine } from './recorded-line.ts'

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

/** Reads the lines of a log of NMEA 2000. Its tables are loaded with the first such line: other logs do not need them. */
export class BusLines {
  readonly #self: string
  #log: BusLog | undefined

  /** @param self the full context of the own vessel, which AIS of the log may contain */
  constructor(self: string) {
    this.#self = self
  }

  /** Undefined for a line without values, such as a part of a message. */
  async parse(text: string): Promise<RecordedLine | undefined> {
    this.#log ??= await this.#load()
    const line = this.#log.read(text)
    if (line.kind !== 'values') return line.kind === 'broken' ? { kind: 'broken' } : undefined
    const { at, updates } = line
    const recorded = updates.map(({ device, values }) => ({ source: device, at, values, meta: [] }))
    // A message is about one vessel.
    return { kind: 'delta', at, delta: { context: updates[0]?.context, updates: recorded } }
  }

  async #load(): Promise<BusLog> {
    const { BusLog } = await import('@marinedata/nmea2000')
    return new BusLog({ ownMmsi: mmsiIn(this.#self) })
  }
}
