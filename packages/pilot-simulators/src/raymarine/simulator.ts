import type { BusPilotPort } from '../bus/bus-pilot.ts'
import { BusPilotSimulator, openGateway, type BusPilotSimulatorOptions } from '../bus/bus-pilot-simulator.ts'
import { Ev1, type Ev1Variant } from './ev1.ts'
import { Seatalk1Converter } from './seatalk1-pilot.ts'

export interface RaymarineSimulatorOptions extends BusPilotSimulatorOptions {
  /** Default `ev-1`. */
  readonly variant?: Ev1Variant
}

const name = { manufacturerCode: 1_851, deviceFunction: 150, deviceClass: 40, uniqueNumber: 180_123 }
const models: Readonly<Record<Ev1Variant, string>> = {
  'ev-1': 'Raymarine EV-1 Course Computer',
  'spx-10': 'SPX-10 Course Computer',
  'spx-30': 'SPX-30 Course Computer',
}

/** A Raymarine course computer behind a gateway. */
export class RaymarineSimulator extends BusPilotSimulator<Ev1> {
  static async start(options: RaymarineSimulatorOptions = {}): Promise<RaymarineSimulator> {
    const { variant = 'ev-1' } = options
    const model = {
      identity: { name, model: models[variant], usualAddress: 204 },
      make: (port: BusPilotPort) => new Ev1({ ...port, variant }),
    }
    return new RaymarineSimulator(await openGateway(options), model, options)
  }

  get ev1(): Ev1 {
    return this.pilot
  }
}

/** Not an autopilot on the bus, but a converter. */
const converter = {
  identity: {
    name: { ...name, deviceFunction: 130, deviceClass: 25, uniqueNumber: 180_115 },
    model: 'SeaTalk-STNG-Converter',
    usualAddress: 115,
  },
  make: (port: BusPilotPort) => new Seatalk1Converter(port),
}

/** A pilot on SeaTalk 1 behind a converter to SeaTalkNG, behind a gateway. */
export class ConverterSimulator extends BusPilotSimulator<Seatalk1Converter> {
  static async start(options: BusPilotSimulatorOptions = {}): Promise<ConverterSimulator> {
    return new ConverterSimulator(await openGateway(options), converter, options)
  }
}
