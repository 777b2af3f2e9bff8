export {
  pypilotFaults,
  pypilotPorts,
  PypilotSimulator,
  type PypilotFault,
  type PypilotOptions,
} from './pypilot/simulator.ts'
