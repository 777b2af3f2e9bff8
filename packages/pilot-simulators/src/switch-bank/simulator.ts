import type { BusPilotPort } from '../bus/bus-pilot.ts'
import { BusPilotSimulator, openGateway, type BusPilotSimulatorOptions } from '../bus/bus-pilot-simulator.ts'
import { SimulatedSwitchBank, type SwitchBankOptions } from './switch-bank.ts'

export type SwitchBankSimulatorOptions = BusPilotSimulatorOptions &
  Pick<SwitchBankOptions, 'instance' | 'switches' | 'variant'>

/** No manufacturer has this code. */
const name = { manufacturerCode: 2_001, deviceFunction: 140, deviceClass: 30, uniqueNumber: 127_501 }
const identity = { name, model: 'Switch bank', usualAddress: 40 }

/** A switch bank behind a gateway. */
export class SwitchBankSimulator extends BusPilotSimulator<SimulatedSwitchBank> {
  static async start(options: SwitchBankSimulatorOptions = {}): Promise<SwitchBankSimulator> {
    const make = (port: BusPilotPort) => new SimulatedSwitchBank({ ...options, ...port })
    return new SwitchBankSimulator(await openGateway(options), { identity, make }, options)
  }
}
