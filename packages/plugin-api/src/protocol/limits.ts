import { Problem, type TSchema } from '@marinedata/model'

/** The version of the protocol. It grows with every change that breaks existing plugins. */
export const protocolVersion = 1

/** Limits of the messages of one plugin. The server throttles a plugin beyond them and kills one that persists. */
export const rpcLimits = {
  /** One message, without its header. */
  messageBytes: 65_536,
  messagesPerSecond: 500,
  bytesPerSecond: 8_000_000,
  /** The burst: this many seconds of the rate may arrive at once. */
  burstSeconds: 2,
  deltasPerMessage: 512,
} as const

/** Limits of a plugin's stderr. The server drops lines beyond them and kills a plugin that keeps flooding it. */
export const stderrLimits = {
  linesPerSecond: 200,
  bytesPerSecond: 1_000_000,
  /** The burst: this many seconds of the rate may arrive at once. */
  burstSeconds: 2,
  lineBytes: 4_096,
  /** The last bytes, reported when the process has ended. */
  tailBytes: 2_048,
} as const

/** Limits of the storage of one plugin. */
export const storageLimits = {
  keys: 1_000,
  valueBytes: 16_384,
  totalBytes: 1_048_576,
  /** Bounds the wear of the memory card. */
  writesPerSecond: 10,
} as const

/** The largest page of an answer about history, as JSON. It fits into one message with all that surrounds it. */
export const historyPageBytes = 48_000

/** The JSON-RPC error of every refused call. `data` is the same problem document as over HTTP. */
export const refusedCall: { readonly code: number; readonly data: TSchema } = { code: -32000, data: Problem }
