import type { Packet } from '#transport/frame.ts'
import type { GatewayEvents } from './gateway-reader.ts'
import { hexBytes, hexNumber, hexText, hexTexts } from './hex.ts'
import { TextGatewayReader } from './text-gateway.ts'

/** `A173321.107 23FF7 1F513 012F30…`: time, then source, destination and priority, PGN, and the message. */
const messageLine = /^A\d{6}\.\d{3} ([0-9A-Fa-f]{5}) ([0-9A-Fa-f]{5}) ([0-9A-Fa-f]*)$/

/** Reads the N2K ASCII format of Actisense gateways: one whole message per line. */
export class ActisenseAsciiReader extends TextGatewayReader {
  constructor(events: GatewayEvents) {
    super(events, readMessageLine)
  }
}

const readMessageLine = (line: string, events: GatewayEvents): void => {
  const [, head = '', pgn = '', hex = ''] = messageLine.exec(line) ?? []
  const payload = hexBytes(hex, 0, 0)
  if (head === '' || payload === undefined) return events.rejected?.()
  events.packet?.({
    priority: hexNumber(head, 4, 5) & 7,
    pgn: hexNumber(pgn, 0, 5),
    source: hexNumber(head, 0, 2),
    destination: hexNumber(head, 2, 4),
    payload,
  })
}

/** The line that sends a message. The gateway puts in the time and its own address. */
export const actisenseAsciiLine = ({ priority, pgn, source, destination, payload }: Packet): string => {
  const head = `${hexText(source, 2)}${hexText(destination, 2)}${hexText(priority, 1)}`
  return `A000000.000 ${head} ${hexText(pgn, 5)} ${hexTexts(payload).join('')}\r\n`
}
