import type { BusPilotPort } from '../bus/bus-pilot.ts'
import { BusPilotSimulator, openGateway, type BusPilotSimulatorOptions } from '../bus/bus-pilot-simulator.ts'
import { NavicoCourseComputer, type NavicoVariant } from './course-computer.ts'

export interface NavicoSimulatorOptions extends BusPilotSimulatorOptions {
  readonly variant?: NavicoVariant
}

const name = { deviceFunction: 150, deviceClass: 40, uniqueNumber: 1_739_728 }
const identities = {
  ac: { name: { ...name, manufacturerCode: 1_857 }, model: 'AC42    _Autopilot', usualAddress: 13 },
  nac: { name: { ...name, manufacturerCode: 275 }, model: 'NAC-2_Autopilot', usualAddress: 13 },
}

/** A Navico course computer behind a gateway. */
export class NavicoSimulator extends BusPilotSimulator<NavicoCourseComputer> {
  static async start(options: NavicoSimulatorOptions = {}): Promise<NavicoSimulator> {
    const { variant = 'ac' } = options
    const make = (port: BusPilotPort) => new NavicoCourseComputer({ ...port, variant })
    return new NavicoSimulator(await openGateway(options), { identity: identities[variant], make }, options)
  }
}
