export {
  pypilotFaults,
  pypilotPorts,
  PypilotSimulator,
  type PypilotFault,
  type PypilotOptions,
} from './pypilot/simulator.ts'
export {
  Ev1,
  ev1Faults,
  ev1Modes,
  type Ev1Fault,
  type Ev1Options,
  type PilotMessage,
} from './raymarine/ev1.ts'
export {
  pilotGateways,
  raymarinePort,
  RaymarineSimulator,
  type PilotGateway,
  type RaymarineOptions,
} from './raymarine/simulator.ts'
