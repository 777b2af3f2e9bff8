export {
  pypilotFaults,
  pypilotPorts,
  PypilotSimulator,
  type PypilotFault,
  type PypilotOptions,
} from './pypilot/simulator.ts'
export { Ev1, ev1Faults, ev1Modes, ev1Variants, type Ev1Fault, type Ev1Variant } from './raymarine/ev1.ts'
export { ConverterSimulator, RaymarineSimulator } from './raymarine/simulator.ts'
export {
  Seatalk1Converter,
  seatalk1Faults,
  Seatalk1LinePilot,
  type Seatalk1Fault,
} from './raymarine/seatalk1-pilot.ts'
export { Seatalk1Simulator } from './raymarine/seatalk1-simulator.ts'
export {
  NavicoCourseComputer,
  navicoFaults,
  navicoVariants,
  type NavicoFault,
  type NavicoOptions,
  type NavicoVariant,
} from './navico/course-computer.ts'
export {
  GarminCcu,
  garminFaults,
  garminKeyBytes,
  garminVariants,
  type GarminFault,
  type GarminKey,
  type GarminOptions,
  type GarminVariant,
} from './garmin/ccu.ts'
export { GarminSimulator, type GarminSimulatorOptions } from './garmin/simulator.ts'
export {
  furunoFaults,
  FurunoNavPilot,
  type FurunoFault,
  type FurunoMode,
  type FurunoOptions,
} from './furuno/navpilot.ts'
export { FurunoSimulator, type FurunoSimulatorOptions } from './furuno/simulator.ts'
export { NavicoSimulator, type NavicoSimulatorOptions } from './navico/simulator.ts'
export type { BusPilotPort, PilotMessage, ReceivedMessage, SimulatedBusPilot } from './bus/bus-pilot.ts'
export {
  busFaults,
  gatewayPort,
  pilotGateways,
  type BusFault,
  type BusPilotSimulatorOptions,
  type PilotGateway,
} from './bus/bus-pilot-simulator.ts'
export {
  SimulatedSwitchBank,
  switchBankFaults,
  switchBankVariants,
  type SwitchBankFault,
  type SwitchBankVariant,
} from './switch-bank/switch-bank.ts'
export { SwitchBankSimulator, type SwitchBankSimulatorOptions } from './switch-bank/simulator.ts'
export { iecFaults, IecPilot, type IecFault, type IecPilotOptions } from './nmea0183/iec-pilot.ts'
export type { LineSimulatorOptions } from './nmea0183/line-simulator.ts'
export { IecSimulator } from './nmea0183/simulator.ts'
