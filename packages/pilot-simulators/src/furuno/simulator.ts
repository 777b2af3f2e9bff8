import type { BusPilotPort } from '../bus/bus-pilot.ts'
import { BusPilotSimulator, openGateway, type BusPilotSimulatorOptions } from '../bus/bus-pilot-simulator.ts'
import { FurunoNavPilot, type FurunoOptions } from './navpilot.ts'

export interface FurunoSimulatorOptions extends BusPilotSimulatorOptions, Pick<FurunoOptions, 'hasCrew'> {}

const identity = {
  name: { manufacturerCode: 1_855, deviceFunction: 150, deviceClass: 40, uniqueNumber: 84_523 },
  model: 'NAVpilot 711C',
  usualAddress: 5,
}

/** A Furuno NavPilot behind a gateway. */
export class FurunoSimulator extends BusPilotSimulator<FurunoNavPilot> {
  static async start(options: FurunoSimulatorOptions = {}): Promise<FurunoSimulator> {
    const { hasCrew = false } = options
    const make = (port: BusPilotPort) => new FurunoNavPilot({ ...port, hasCrew })
    return new FurunoSimulator(await openGateway(options), { identity, make }, options)
  }
}
