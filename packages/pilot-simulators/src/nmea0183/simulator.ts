import { IecPilot } from './iec-pilot.ts'
import { LineSimulator, openLines, type LineSimulatorOptions } from './line-simulator.ts'

/** A heading and track control system behind a TCP server for NMEA 0183. */
export class IecSimulator extends LineSimulator<IecPilot> {
  static async start(options: LineSimulatorOptions = {}): Promise<IecSimulator> {
    return new IecSimulator(await openLines(options), (port) => new IecPilot(port), options)
  }
}
