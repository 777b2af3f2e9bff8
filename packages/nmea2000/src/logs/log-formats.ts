import { framesOf } from '#codec/database.ts'
import { frameFrom } from '#gateways/gateway-reader.ts'
import { hexBytes, hexNumber } from '#gateways/hex.ts'
import type { Frame, Packet } from '#transport/frame.ts'

/** One line of a log: a frame, or a whole message, with its time in milliseconds. */
export interface LoggedLine {
  /** Since 1970, or since midnight; undefined when the log has no times. */
  readonly at: number | undefined
  readonly isTimeOfDay: boolean
  readonly content: { readonly frame: Frame } | { readonly packet: Packet }
}

type ReadLine = (line: string) => LoggedLine | undefined

const timeOfDay = (hours: string, minutes: string, seconds: string): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000

const ofFrame = (
  frame: Frame | undefined,
  at: number | undefined,
  isTimeOfDay = false,
): LoggedLine | undefined => (frame === undefined ? undefined : { at, isTimeOfDay, content: { frame } })

/** `17:33:21.107 R 09F80124 00 11 22` */
const yachtDevicesLine = /^(\d\d):(\d\d):(\d\d\.\d{3}) [RT] ([0-9A-Fa-f]{8})((?: [0-9A-Fa-f]{2}){0,8})$/

const readYachtDevices: ReadLine = (line) => {
  const [, hours, minutes, seconds, id, bytes] = yachtDevicesLine.exec(line) ?? []
  if (hours === undefined || minutes === undefined || seconds === undefined || id === undefined)
    return undefined
  const frame = frameFrom(hexNumber(id, 0, 8), hexBytes((bytes ?? '').slice(1), 0, 1))
  return ofFrame(frame, timeOfDay(hours, minutes, seconds), true)
}

/** `(1502979132.106111) can0 09F50374#000A00FFFF00FFFF` */
const candumpLine = /^\((\d+\.\d+)\) \S+ ([0-9A-Fa-f]{8})#([0-9A-Fa-f]*)$/
/** `<0x18eeff01> [8] 05 a0 be`, or `can0  18EEFF01   [8]  05 A0 BE`: without a time. */
const candumpText = /^(?:<0x([0-9A-Fa-f]{8})>|\S+\s+([0-9A-Fa-f]{8}))\s+\[\d\]\s*((?: ?[0-9A-Fa-f]{2}){0,8})$/

const readCandump: ReadLine = (line) => {
  const [, seconds, id, bytes] = candumpLine.exec(line) ?? []
  if (seconds !== undefined && id !== undefined)
    return ofFrame(frameFrom(hexNumber(id, 0, 8), hexBytes(bytes ?? '', 0, 0)), Number(seconds) * 1_000)
  const [, oldId, newId, text] = candumpText.exec(line) ?? []
  const number = hexNumber(oldId ?? newId ?? '', 0, 8)
  return ofFrame(frameFrom(number, hexBytes((text ?? '').trim(), 0, 1)), undefined)
}

/** `A173321.107 23FF7 1F513 012F30`: a whole message. */
const actisenseLine = /^A(\d\d)(\d\d)(\d\d\.\d{3}) ([0-9A-Fa-f]{5}) ([0-9A-Fa-f]{5}) ([0-9A-Fa-f]*)$/

const readActisense: ReadLine = (line) => {
  const [, hours = '', minutes = '', seconds = '', head, pgn = '', hex = ''] = actisenseLine.exec(line) ?? []
  const payload = hexBytes(hex, 0, 0)
  if (head === undefined || payload === undefined) return undefined
  const packet = {
    priority: hexNumber(head, 4, 5) & 7,
    pgn: hexNumber(pgn, 0, 5),
    source: hexNumber(head, 0, 2),
    destination: hexNumber(head, 2, 4),
    payload,
  }
  return { at: timeOfDay(hours, minutes, seconds), isTimeOfDay: true, content: { packet } }
}

/** `2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10`: time, priority, PGN, source, destination, length and bytes. */
const canboatLine =
  /^(\d{4}-\d\d-\d\d)[-T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?,([0-7]),(\d{1,6}),(\d{1,3}),(\d{1,3}),(\d{1,4}),([0-9A-Fa-f,]*)$/

const readCanboat: ReadLine = (line) => {
  const [, date, time, zone = 'Z', ...rest] = canboatLine.exec(line) ?? []
  const [priority, pgn, source, destination, length, bytes] = rest
  const payload = bytes === undefined ? undefined : hexBytes(bytes.replaceAll(',', ' '), 0, 1)
  if (
    payload === undefined ||
    payload.length !== Number(length) ||
    Number(source) > 255 ||
    Number(destination) > 255
  )
    return undefined
  const at = Date.parse(`${date}T${time}${zone}`)
  const header = {
    priority: Number(priority),
    pgn: Number(pgn),
    source: Number(source),
    destination: Number(destination),
  }
  return {
    at: Number.isNaN(at) ? undefined : at,
    isTimeOfDay: false,
    content: { packet: { ...header, payload } },
  }
}

const formats: readonly ReadLine[] = [readCanboat, readYachtDevices, readCandump, readActisense]

const frameBytes = 8

/**
 * Reads lines of logs: of canboat, of Yacht Devices, of `candump` and of Actisense. A file may mix two formats. In canboat's
 * format a message of at most 8 bytes may be a frame of a longer one, until a longer line shows that the log has whole messages.
 */
export class LogLineReader {
  #hasWholeMessages = false

  /** Undefined for a line in another format. */
  read(line: string): LoggedLine | undefined {
    for (const read of formats) {
      const logged = read(line)
      if (logged !== undefined) return read === readCanboat ? this.#asFrame(logged) : logged
    }
    return undefined
  }

  /** A comment may say that the log has whole messages. */
  readComment(line: string): void {
    if (/format=FAST/i.test(line)) this.#hasWholeMessages = true
  }

  #asFrame(logged: LoggedLine): LoggedLine {
    if (!('packet' in logged.content)) return logged
    const { payload, ...header } = logged.content.packet
    if (payload.length > frameBytes) this.#hasWholeMessages = true
    if (this.#hasWholeMessages || framesOf(header.pgn) === 'single') return logged
    return { ...logged, content: { frame: { ...header, data: payload } } }
  }
}
