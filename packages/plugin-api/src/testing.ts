export type { AnchorSenses, AnchorSuiteOptions } from './testing/anchor/options.ts'
export type {
  AutopilotSuiteOptions,
  PilotFaults,
  Quantity,
  Reading,
  Situation,
} from './testing/autopilot/options.ts'
export type { OfferedTestBus, TestBus, TestBuses } from './testing/buses/test-buses.ts'
export type { SuiteOptions } from './testing/conformance.ts'
export { describePlugin } from './testing/describe-plugin.ts'
export { describeAnchorProvider, describeAutopilotProvider } from './testing/describe-provider.ts'
export {
  startPlugin,
  type CommandOptions,
  type StartedPlugin,
  type StartOptions,
} from './testing/start-plugin.ts'
export type { LogLine, Refusal, Status, TestDevice } from './testing/test-boat.ts'
export { sentenceOf, TestSerialPort, type TestSerialPortOptions } from './testing/test-serial-port.ts'
