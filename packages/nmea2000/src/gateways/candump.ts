import { canIdOf, type Frame } from '#transport/frame.ts'
import { frameFrom, type GatewayEvents } from './gateway-reader.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from './hex.ts'
import { TextGatewayReader } from './text-gateway.ts'

/** `(1502979132.106111) can0 09F50374#000A00FFFF00FFFF` */
const logLine = /^\(\d+\.\d+\) \S+ ([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})#([0-9A-Fa-f]*)$/

/** Reads what `candump -L` prints: frames of a SocketCAN interface. Frames with 11 bits are not NMEA 2000. */
export class CandumpReader extends TextGatewayReader {
  constructor(events: GatewayEvents) {
    super(events, readLogLine)
  }
}

const readLogLine = (line: string, events: GatewayEvents): void => {
  const [, id = '', hex = ''] = logLine.exec(line) ?? []
  if (line.startsWith('#') || id.length === shortIdDigits) return
  const frame = frameFrom(hexNumber(id, 0, id.length), hexBytes(hex, 0, 0))
  if (frame === undefined) events.rejected?.()
  else events.frame?.(frame, false)
}

const shortIdDigits = 3

/** The line that makes `canplayer` send a frame. */
export const canplayerLine = (frame: Frame, channel: string): string =>
  `(0.000000) ${channel} ${hexText(canIdOf(frame), 8)}#${hexTexts(frame.data).join('')}\n`
