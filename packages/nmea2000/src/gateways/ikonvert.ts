import type { Packet } from '#transport/frame.ts'
import type { GatewayEvents } from './gateway-reader.ts'
import { TextGatewayReader } from './text-gateway.ts'

/** `!PDGY,<pgn>,<priority>,<source>,<destination>,<time>,<base64>` */
const messageLine = /^!PDGY,(\d{1,6}),([0-7]),(\d{1,3}),(\d{1,3}),[\d.]*,([A-Za-z0-9+/]*={0,2})$/

const longestPayload = 1_785

/** Reads the text of the Digital Yacht iKonvert and NavLink2: one whole message per line. */
export class IkonvertReader extends TextGatewayReader {
  constructor(events: GatewayEvents) {
    super(events, readIkonvertLine)
  }
}

const readIkonvertLine = (line: string, events: GatewayEvents): void => {
  if (line.startsWith('$PDGY,')) return events.text?.(line.slice('$PDGY,'.length))
  const packet = packetOf(line)
  if (packet === undefined) events.rejected?.()
  else events.packet?.(packet)
}

const packetOf = (line: string): Packet | undefined => {
  const [, pgn, priority, source, destination, base64 = ''] = messageLine.exec(line) ?? []
  if (pgn === undefined || Number(source) > 255 || Number(destination) > 255) return undefined
  const payload = base64Bytes(base64)
  if (payload.length > longestPayload) return undefined
  return {
    pgn: Number(pgn),
    priority: Number(priority),
    source: Number(source),
    destination: Number(destination),
    payload,
  }
}

const base64Bytes = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.padEnd(Math.ceil(text.length / 4) * 4, '=')), (byte) => byte.charCodeAt(0))

/** The line that sends a message. The gateway has its own priority and address for it. */
export const ikonvertLine = ({ pgn, destination, payload }: Packet): string =>
  `!PDGY,${pgn},${destination},${btoa(String.fromCharCode(...payload))}\r\n`

/** The command that makes the gateway send everything. It answers `ACK,N2NET_INIT,ALL`. */
export const ikonvertStart = '$PDGY,N2NET_INIT,ALL\r\n'
/** The command that stops it. It answers with its name. */
export const ikonvertStop = '$PDGY,N2NET_OFFLINE\r\n'
