import { canIdOf, headerOf, type Frame } from '#transport/frame.ts'
import type { GatewayEvents, GatewayReader } from './gateway.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from './hex.ts'
import { TextLines } from './text-lines.ts'

/** `(1502979132.106111) can0 09F50374#000A00FFFF00FFFF` */
const logLine = /^\(\d+\.\d+\) \S+ ([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})#([0-9A-Fa-f]*)$/

/** Reads what `candump -L` prints: frames of a SocketCAN interface. Frames with 11 bits are not NMEA 2000. */
export class CandumpReader implements GatewayReader {
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
    if (line.startsWith('#')) return
    const [, id = '', hex = ''] = logLine.exec(line.trimEnd()) ?? []
    if (id.length === shortIdDigits) return
    const frame = frameOf(id, hex)
    if (frame === undefined) this.#events.rejected?.()
    else this.#events.frame?.(frame, false)
  }
}

const shortIdDigits = 3

const frameOf = (id: string, hex: string): Frame | undefined => {
  const number = hexNumber(id, 0, id.length)
  const data = hexBytes(hex, 0, 0)
  const isFrame = number >= 0 && number < 2 ** 29 && data !== undefined && data.length <= 8
  return isFrame ? { ...headerOf(number), data } : undefined
}

/** The line that makes `canplayer` send a frame. */
export const canplayerLine = (frame: Frame, channel: string): string =>
  `(0.000000) ${channel} ${hexText(canIdOf(frame), 8)}#${hexTexts(frame.data).join('')}\n`
