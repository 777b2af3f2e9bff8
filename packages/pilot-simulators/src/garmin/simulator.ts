import type { BusPilotPort } from '../bus/bus-pilot.ts'
import { BusPilotSimulator, openGateway, type BusPilotSimulatorOptions } from '../bus/bus-pilot-simulator.ts'
import { GarminCcu, type GarminOptions } from './ccu.ts'

export interface GarminSimulatorOptions
  extends BusPilotSimulatorOptions, Pick<GarminOptions, 'variant' | 'hasCrew'> {}

/** The NAME of a CCU has not been recorded: function and class are those for autopilots. */
const identity = {
  name: { manufacturerCode: 229, deviceFunction: 150, deviceClass: 40, uniqueNumber: 590_400 },
  model: 'GHP Reactor',
  usualAddress: 2,
}

/** A Garmin Reactor behind a gateway. */
export class GarminSimulator extends BusPilotSimulator<GarminCcu> {
  static async start(options: GarminSimulatorOptions = {}): Promise<GarminSimulator> {
    const { variant = 'step-10', hasCrew = false } = options
    const make = (port: BusPilotPort) => new GarminCcu({ ...port, variant, hasCrew })
    return new GarminSimulator(await openGateway(options), { identity, make }, options)
  }
}
