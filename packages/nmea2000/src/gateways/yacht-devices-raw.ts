import { canIdOf, type Frame } from '#transport/frame.ts'
import { frameFrom, type GatewayEvents } from './gateway-reader.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from './hex.ts'
import { TextGatewayReader } from './text-gateway.ts'

/** `hh:mm:ss.sss R 09F80524 00 01 …`; `T` instead of `R` for what we sent. */
const lineStart = /^\d\d:\d\d:\d\d\.\d{3} ([RT]) /

const idStart = 15
const idEnd = 23

/** Reads the RAW text of Yacht Devices gateways: one CAN frame per line. */
export class YachtDevicesRawReader extends TextGatewayReader {
  constructor(events: GatewayEvents) {
    super(events, readRawLine)
  }
}

const readRawLine = (line: string, events: GatewayEvents): void => {
  const id = lineStart.test(line) ? hexNumber(line, idStart, idEnd) : -1
  // A frame without data ends after its identifier.
  const frame = frameFrom(id, line.length <= idEnd ? new Uint8Array() : hexBytes(line, idEnd + 1, 1))
  if (frame === undefined) events.rejected?.()
  else events.frame?.(frame, line[13] === 'T')
}

/** The line that sends a frame. The gateway replaces the source address by its own. */
export const yachtDevicesRawLine = (frame: Frame): string =>
  `${[hexText(canIdOf(frame), 8), ...hexTexts(frame.data)].join(' ')}\r\n`
