import { canIdOf, headerOf, type Frame } from '#transport/frame.ts'
import type { GatewayEvents, GatewayReader } from './gateway.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from './hex.ts'
import { TextLines } from './text-lines.ts'

/** `hh:mm:ss.sss R 09F80524 00 01 …`; `T` instead of `R` for what we sent. */
const lineStart = /^\d\d:\d\d:\d\d\.\d{3} ([RT]) /

const idStart = 15
const idEnd = 23

/** Reads the RAW text of Yacht Devices gateways: one CAN frame per line. */
export class YachtDevicesRawReader implements GatewayReader {
  readonly #events: GatewayEvents
  readonly #lines: TextLines

  constructor(events: GatewayEvents) {
    this.#events = events
    this.#lines = new TextLines(
      (line) => this.#readLine(line),
      () => events.rejected?.(),
    )
  }

  read(bytes: Uint8Array): void {
    this.#lines.read(bytes)
  }

  #readLine(line: string): void {
    const id = lineStart.test(line) ? hexNumber(line, idStart, idEnd) : -1
    // A frame without data ends after its identifier.
    const data = line.length <= idEnd ? new Uint8Array() : hexBytes(line.trimEnd(), idEnd + 1, 1)
    if (id < 0 || id >= 2 ** 29 || data === undefined || data.length > 8) this.#events.rejected?.()
    else this.#events.frame?.({ ...headerOf(id), data }, line[13] === 'T')
  }
}

/** The line that sends a frame. The gateway replaces the source address by its own. */
export const yachtDevicesRawLine = (frame: Frame): string =>
  `${[hexText(canIdOf(frame), 8), ...hexTexts(frame.data)].join(' ')}\r\n`
