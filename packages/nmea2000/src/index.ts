export {
  databaseVersion,
  definitionById,
  definitions,
  definitionsOf,
  framesOf,
  isProprietary,
  lookupBits,
  lookupText,
  type Field,
  type MessageDefinition,
} from './codec/database.ts'
export { decode, findDefinition, type Fields, type Message } from './codec/decode.ts'
export { encode, encodeById } from './codec/encode.ts'
export type { FieldValue } from './codec/field-values.ts'
export { aisRules, busAisPaths, mapAisMessage, type MappedAis } from './paths/ais-rules.ts'
export { FrameAssembler } from './transport/assembler.ts'
export { FastPacketAssembler, FastPacketSplitter, maxFastPacketBytes } from './transport/fast-packet.ts'
export {
  broadcastAddress,
  canIdOf,
  headerOf,
  isAddressable,
  nullAddress,
  type Frame,
  type Header,
  type Packet,
} from './transport/frame.ts'
export {
  maxTransportBytes,
  TransportReceiver,
  TransportSender,
  transportPgns,
  type TransportResult,
} from './transport/iso-transport.ts'
export { ActisenseAsciiReader, actisenseAsciiLine } from './gateways/actisense-ascii.ts'
export {
  actisenseBinaryMessage,
  ActisenseBinaryReader,
  actisenseBinaryStart,
} from './gateways/actisense-binary.ts'
export { CandumpReader, canplayerLine } from './gateways/candump.ts'
export { Gateway, gatewayKinds, type GatewayKind, type GatewayOptions } from './gateways/gateway.ts'
export type { GatewayEvents, GatewayReader } from './gateways/gateway-reader.ts'
export { IkonvertReader, ikonvertLine, ikonvertStart, ikonvertStop } from './gateways/ikonvert.ts'
export {
  maretronBinaryMode,
  maretronConnect,
  maretronConnected,
  maretronMessage,
  MaretronReader,
} from './gateways/maretron-ipg.ts'
export { YachtDevicesRawReader, yachtDevicesRawLine } from './gateways/yacht-devices-raw.ts'
export { BinaryLogReader } from './logs/binary-log.ts'
export { BusLog, type BusLogLine } from './logs/bus-log.ts'
export {
  AddressClaim,
  maxAddress,
  networkPgns,
  requestedPgn,
  type ClaimOptions,
} from './network/address-claim.ts'
export type { Timer } from './timer.ts'
export {
  deviceNameOf,
  hasPriorityOver,
  isNameText,
  marineDeviceName,
  nameBytesOf,
  nameTextFrom,
  nameTextOf,
  type DeviceName,
  type NameText,
} from './network/name.ts'
export { DeviceDirectory, type Device, type DirectoryOptions } from './network/device-directory.ts'
export type { Product } from './network/device-information.ts'
export { BusNode, type NodeOptions, type OwnPacket } from './network/node.ts'
export type { SimulatedGateway, SimulatedGatewayOptions } from './simulation/gateways/gateway-device.ts'
export { simulateGateway } from './simulation/gateways/simulate-gateway.ts'
export { SimulatedActisense } from './simulation/gateways/simulated-actisense.ts'
export { SimulatedIkonvert } from './simulation/gateways/simulated-ikonvert.ts'
export { SimulatedMaretron } from './simulation/gateways/simulated-maretron.ts'
export { simulateDevice, type DeviceDescription } from './simulation/simulated-device.ts'
export { LoadGenerator } from './simulation/load-generator.ts'
export { SimulatedBoat, type SimulatedBoatOptions } from './simulation/simulated-boat.ts'
export { ManualTimer, SimulatedBus, type Listener } from './simulation/simulated-bus.ts'
export {
  alertMessage,
  alertOutputPgns,
  alertPgns,
  alertTextMessage,
  overboardMessage,
  readAlertResponse,
  type AlertAnswer,
  type BusAlert,
} from './output/alert-messages.ts'
export type { OutputMessage } from './output/output-message.ts'
export {
  outputKinds,
  outputPathsOf,
  outputTasksOf,
  type OutputKind,
  type OutputTask,
} from './output/output-table.ts'
export type { Moment, OutputValues } from './output/output-values.ts'
export {
  readSwitchAcknowledgement,
  readSwitchBank,
  switchBankCommand,
  switchBankControl,
  switchBankPgns,
  switchBankRequest,
  switchesPerBank,
  type SwitchBankStatus,
} from './switches/switch-bank.ts'
export type { Alert } from './paths/alert-condition.ts'
export { alertPaths, alertRules } from './paths/alert-rules.ts'
export {
  BusReader,
  type BusNews,
  type BusReaderOptions,
  type DeviceAlert,
  type DeviceUpdate,
} from './paths/bus-reader.ts'
export { DeviceValues, type DeviceNews } from './paths/device-values.ts'
export { WorstAlerts } from './paths/worst-alerts.ts'
export { ownVesselPaths } from './paths/written-paths.ts'
export { mapMessage, pathRules, usualNames } from './paths/map-message.ts'
export type { InstanceNames, Mapped, PathValue } from './paths/rules.ts'
