import { LineSimulator, openLines, type LineSimulatorOptions } from '../nmea0183/line-simulator.ts'
import { Seatalk1LinePilot } from './seatalk1-pilot.ts'

/** A pilot on SeaTalk 1, behind a converter with a TCP server for NMEA 0183. */
export class Seatalk1Simulator extends LineSimulator<Seatalk1LinePilot> {
  static async start(options: LineSimulatorOptions = {}): Promise<Seatalk1Simulator> {
    return new Seatalk1Simulator(await openLines(options), (port) => new Seatalk1LinePilot(port), options)
  }
}
