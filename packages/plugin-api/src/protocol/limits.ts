/** The protocol's version; a change that an old plugin would not survive makes a new one. */
export const protocolVersion = 1

/** What one plugin may put on the line. The server slows down a plugin that wants more, and ends one that insists. */
export const lineLimits = {
  /** One message, without its header. */
  messageBytes: 65_536,
  messagesPerSecond: 500,
  bytesPerSecond: 8_000_000,
  /** Seconds' worth of messages that may come at once. */
  burstSeconds: 2,
  deltasPerMessage: 512,
} as const

/** What of a plugin's stderr is read. The server drops lines beyond it, and ends a plugin that keeps writing more bytes. */
export const stderrLimits = {
  linesPerSecond: 200,
  bytesPerSecond: 1_000_000,
  /** Seconds' worth that may come at once. */
  burstSeconds: 2,
  lineBytes: 4_096,
  /** The end of it that is told when the process has ended. */
  lastWordsBytes: 2_048,
} as const

/** What the server keeps for one plugin. */
export const storageLimits = {
  keys: 1_000,
  valueBytes: 16_384,
  totalBytes: 1_048_576,
  /** A card wears out by being written to. */
  writesPerSecond: 10,
} as const
