export { addressParts, NetworkAddress, NetworkInput, UdpAddress, type AddressParts } from './links/address.ts'
export type { Link, OnBytes, Peer, WriteOptions } from './links/link.ts'
export type { Command } from './links/program.ts'
export { ProgramLink, type ProgramLinkOptions } from './links/program-link.ts'
export { SerialLink } from './links/serial-link.ts'
export { TcpClientLink } from './links/tcp-client-link.ts'
export { TcpServerLink, type TcpServerOptions } from './links/tcp-server-link.ts'
export { UdpLink, type UdpOptions } from './links/udp-link.ts'
export { inputActions, inputActionsOf } from './inputs/input-actions.ts'
export { Inputs, type InputsBoat, type InputsOptions } from './inputs/inputs.ts'
export {
  networkInput,
  networkInputId,
  programInput,
  serverInput,
  serverInputId,
  udpOutput,
  type FixedInput,
  type ProgramInputOptions,
  type ServerInputOptions,
} from './inputs/input-source.ts'
export type { Protocol, Reader, ReaderEvents, ReadPurpose } from './inputs/protocol.ts'
export { LineReader, type LineReaderOptions } from './line-reader.ts'
export { LiveState, type LiveStateOptions, type LiveValues, type MaySend } from './outputs/live-state.ts'
export { PeriodicTasks, type PeriodicTask, type PeriodicTasksOptions } from './outputs/periodic-tasks.ts'
export { motionPaths, OverboardCalls, type OverboardCallsOptions } from './outputs/overboard-calls.ts'
export { Repeats, type RepeatPlan, type RepeatTimer } from './outputs/repeats.ts'
export { WireAlerts, type SentAlert, type WireAlertChange } from './outputs/wire-alerts.ts'
export type { PortName } from './serial/port-name.ts'
export { isNmea2000Port } from './serial/port-owners.ts'
export { portPatterns } from './serial/port-pattern.ts'
export type { PortRule, PortScanOptions } from './serial/port-scan.ts'
export { ReconnectPauses } from './reconnect-pauses.ts'
export { systemTimer } from './system-timer.ts'
