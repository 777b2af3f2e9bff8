export type { AnchorSenses, AnchorSuiteOptions } from './testing/anchor/options.ts'
export type {
  AutopilotSuiteOptions,
  PilotFaults,
  Quantity,
  Reading,
  Situation,
} from './testing/autopilot/options.ts'
export type { BusSuiteOptions, BusWire } from './testing/buses/bus-cases.ts'
export type { OfferedTestBus, TestBus, TestBuses } from './testing/buses/test-buses.ts'
export type { SuiteOptions } from './testing/conformance.ts'
export type { AlertChannelSuiteOptions } from './testing/channels/channel-cases.ts'
export type { CourseSuiteOptions } from './testing/answers/course-cases.ts'
export type { HistorySuiteOptions } from './testing/answers/history-cases.ts'
export type { WeatherSuiteOptions } from './testing/answers/weather-cases.ts'
export { describePlugin } from './testing/describe-plugin.ts'
export {
  describeAlertChannelProvider,
  describeAnchorProvider,
  describeAutopilotProvider,
  describeBusProvider,
  describeControlProvider,
  describeCourseProvider,
  describeHistoryProvider,
  describeResourceProvider,
  describeWeatherProvider,
} from './testing/describe-provider.ts'
export {
  startPlugin,
  type CommandOptions,
  type StartedPlugin,
  type StartOptions,
} from './testing/start-plugin.ts'
export type { LogLine, Refusal, Status, TestDevice } from './testing/test-boat.ts'
export { sentenceOf, TestSerialPort, type TestSerialPortOptions } from './testing/test-serial-port.ts'
export {
  ownBusName,
  PilotBus,
  type BusPilotUnderTest,
  type PilotBusOptions,
} from './testing/buses/pilot-bus.ts'
