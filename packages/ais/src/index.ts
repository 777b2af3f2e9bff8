export type { Payload } from './bits/bit-writer.ts'
export { markKind, shipKind, stateOf, type Kind } from './craft/craft-kinds.ts'
export {
  createReport,
  isTender,
  mapOf,
  mmsiFrom,
  movers,
  type AisReport,
  type CraftMap,
  type ReportKind,
} from './craft/craft.ts'
export { aisMessages, type AisMessageName } from './messages/ais-messages.ts'
export { gather, refused, type PathReader, type Reader, type Reading, type Tally } from './reading.ts'
export { AisDecoder, aisPaths, ownMmsiPath } from './sentences/ais-decoder.ts'
export {
  AisSentenceWriter,
  encodeMessage,
  encodePosition,
  encodeStatic,
  type AisSentenceOptions,
  type CraftValues,
} from './sentences/ais-encoder.ts'
export { checksumOf, withChecksum } from './sentences/checksum.ts'
export type { Milliseconds, MonotonicClock } from './sentences/message-parts.ts'
