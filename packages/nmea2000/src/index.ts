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
export type { GatewayEvents, GatewayReader } from './gateways/gateway.ts'
export { IkonvertReader, ikonvertLine, ikonvertStart, ikonvertStop } from './gateways/ikonvert.ts'
export {
  maretronBinaryMode,
  maretronConnect,
  maretronConnected,
  maretronMessage,
  MaretronReader,
} from './gateways/maretron-ipg.ts'
export { YachtDevicesRawReader, yachtDevicesRawLine } from './gateways/yacht-devices-raw.ts'
export {
  AddressClaim,
  maxAddress,
  networkPgns,
  type ClaimOptions,
  type Timer,
} from './network/address-claim.ts'
export {
  deviceNameOf,
  hasPriorityOver,
  nameBytesOf,
  nameTextFrom,
  nameTextOf,
  type DeviceName,
  type NameText,
} from './network/name.ts'
export { BusNode, type NodeOptions, type OwnPacket } from './network/node.ts'
export { ManualTimer, SimulatedBus, type Listener } from './simulation/simulated-bus.ts'
export { mapMessage, pathRules, usualNames } from './paths/map-message.ts'
export type { InstanceNames, Mapped, PathValue } from './paths/rules.ts'
