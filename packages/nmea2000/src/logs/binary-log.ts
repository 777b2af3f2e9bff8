import { actisenseBlocks, ActisenseBlockReader, messageIn } from '#gateways/actisense-binary.ts'
import type { Packet } from '#transport/frame.ts'
import { hexTexts } from '#gateways/hex.ts'

const [escape, recordStart, recordEnd] = [0x1b, 0x01, 0x0a]
/** A record of the log itself: its kind, then its content. */
const timeRecord = { kind: 0x03, bytes: 9 }
/** Windows counts units of 100 ns since 1601. */
const msFrom1601 = 11_644_473_600_000
const longestRecord = 256

/** The line that canboat would log for a message. */
const canboatLine = (at: number, { priority, pgn, source, destination, payload }: Packet): string => {
  const head = [new Date(at).toISOString(), priority, pgn, source, destination, payload.length]
  return [...head, ...hexTexts(payload)].join(',')
}

/**
 * Reads a log of an Actisense gateway's bytes (`.dle`), also in Actisense's own format with records of the time in it
 * (`.ebl`), and gives it as lines of canboat's format.
 */
export class BinaryLogReader {
  readonly #blocks: ActisenseBlockReader
  readonly #record: number[] = []
  /** Whether the log has special records and escapes, which its first byte shows. */
  #hasRecords: boolean | undefined
  #isInRecord = false
  #isEscaped = false
  #lines: string[] = ['# format=FAST']
  /** The time of the last record of time, if the log has one. */
  #recordedAt: number | undefined

  constructor() {
    this.#blocks = new ActisenseBlockReader(
      (command, content) => this.#takeBlock(command, content),
      // As broken as a line that no format has.
      () => this.#lines.push('broken block'),
    )
  }

  /** The lines that are complete with these bytes. */
  read(bytes: Uint8Array): readonly string[] {
    this.#hasRecords ??= bytes.length === 0 ? undefined : bytes[0] === escape
    if (this.#hasRecords === true) for (const byte of bytes) this.#next(byte)
    else this.#blocks.read(bytes)
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  #next(byte: number): void {
    const isEscaped = this.#isEscaped
    this.#isEscaped = !isEscaped && byte === escape
    if (this.#isEscaped) return
    if (isEscaped && byte === recordStart) {
      this.#record.length = 0
      this.#isInRecord = true
    } else if (isEscaped && byte === recordEnd) {
      if (this.#isInRecord) this.#takeRecord()
      this.#isInRecord = false
    } else if (!this.#isInRecord) this.#blocks.read(Uint8Array.of(byte))
    else if (this.#record.length < longestRecord) this.#record.push(byte)
  }

  #takeRecord(): void {
    const [kind, ...content] = this.#record
    if (kind !== timeRecord.kind || this.#record.length !== timeRecord.bytes) return
    const units = new DataView(Uint8Array.from(content).buffer).getBigUint64(0, true)
    this.#recordedAt = Number(units / 10_000n) - msFrom1601
  }

  #takeBlock(command: number, content: Uint8Array): void {
    if (command !== actisenseBlocks.received) return
    const message = messageIn(content)
    if (message === undefined) this.#lines.push('broken block')
    else this.#lines.push(canboatLine(this.#recordedAt ?? message.ms, message.packet))
  }
}
