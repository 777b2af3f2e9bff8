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
