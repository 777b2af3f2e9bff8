/** Messages of multicast DNS (RFC 6762): only what a responder reads and writes. */

export const recordTypes = { a: 1, ptr: 12, txt: 16, aaaa: 28, srv: 33, nsec: 47, any: 255 } as const

export interface Question {
  /** In lower case, without a trailing dot. */
  readonly name: string
  readonly type: number
  /** The sender asks for an answer to itself only. */
  readonly wantsUnicast: boolean
}

export interface DnsRecord {
  /** In lower case when received. */
  readonly name: string
  readonly type: number
  /** Seconds; 0 withdraws the record. */
  readonly ttl: number
  /** The sender has the only record of this name and type: others must remove theirs from their caches. */
  readonly isUnique: boolean
  /** Names in it are not compressed. */
  readonly data: Buffer
}

export interface DnsMessage {
  readonly id: number
  readonly isResponse: boolean
  readonly questions: readonly Question[]
  /** In a response the answers and additional records, in a query the answers that the sender knows. */
  readonly answers: readonly DnsRecord[]
  /** In a query: the records that the sender is about to use. */
  readonly authorities: readonly DnsRecord[]
}

/** RFC 6762 allows messages of this size. */
export const maxPacketBytes = 9_000
/** A query of a phone has one to ten questions. */
const maxQuestions = 64
const maxRecords = 256
const maxNameBytes = 255
/**
 * Labels and pointers that are followed in one packet. The largest real ones have about 2,000; pointers to long names,
 * or to other pointers, would make a packet of 9 KB cost a million.
 */
const maxLabels = 4_096
const headerBytes = 12
const internet = 1
const topBit = 0x80_00
const responseFlags = 0x84_00

interface NameAt {
  readonly name: string
  /** The offset after the name. */
  readonly end: number
}

/** The target of a pointer. Undefined unless it is before the limit, so that reading a name ends. */
const pointerAt = (packet: Buffer, at: number, limit: number): number | undefined => {
  if (at + 1 >= packet.length) return undefined
  const target = packet.readUInt16BE(at) & 0x3f_ff
  return target < limit ? target : undefined
}

/** Reads the label at an offset. Undefined when it ends after the packet or is of an unknown kind. */
const labelAt = (packet: Buffer, at: number): string | undefined => {
  const length = packet[at] ?? 64
  return length > 63 || at + 1 + length > packet.length
    ? undefined
    : packet.toString('utf8', at + 1, at + 1 + length)
}

/** Reads the names of a packet. */
class NameReader {
  readonly packet: Buffer
  #steps = maxLabels

  constructor(packet: Buffer) {
    this.packet = packet
  }

  /** Undefined when the name is malformed, or the packet has too many labels and pointers. */
  at(start: number): NameAt | undefined {
    const { packet } = this
    const labels: string[] = []
    let [at, limit, bytes] = [start, start, 0]
    let end: number | undefined
    while (bytes < maxNameBytes && this.#steps-- > 0) {
      const length = packet[at] ?? 0x80
      if (length === 0) return { name: labels.join('.').toLowerCase(), end: end ?? at + 1 }
      if (length >= 0xc0) {
        const target = pointerAt(packet, at, limit)
        if (target === undefined) return undefined
        end ??= at + 2
        at = limit = target
      } else {
        const label = labelAt(packet, at)
        if (label === undefined) return undefined
        labels.push(label)
        bytes += length + 1
        at += length + 1
      }
    }
    return undefined
  }
}

const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => {
      const bytes = Buffer.from(label)
      return [Buffer.from([bytes.length]), bytes]
    }),
    Buffer.from([0]),
  ])

/** The data of a record, with names that the sender has compressed written out. */
const dataAt = (
  reader: NameReader,
  type: number,
  [start, end]: readonly [number, number],
): Buffer | undefined => {
  const { packet } = reader
  const prefix = type === recordTypes.srv ? 6 : 0
  if (type !== recordTypes.srv && type !== recordTypes.ptr) return packet.subarray(start, end)
  const target = start + prefix <= end ? reader.at(start + prefix) : undefined
  if (target === undefined || target.end > end) return undefined
  return Buffer.concat([packet.subarray(start, start + prefix), encodedName(target.name)])
}

type Parsed<T> = { readonly values: T[]; readonly end: number } | undefined

const questionsAt = (reader: NameReader, start: number, count: number): Parsed<Question> => {
  const values: Question[] = []
  const { packet } = reader
  let end = start
  for (let index = 0; index < count; index++) {
    const name = reader.at(end)
    if (name === undefined || name.end + 4 > packet.length) return undefined
    const type = packet.readUInt16BE(name.end)
    const wantsUnicast = (packet.readUInt16BE(name.end + 2) & topBit) !== 0
    values.push({ name: name.name, type, wantsUnicast })
    end = name.end + 4
  }
  return { values, end }
}

const recordsAt = (reader: NameReader, start: number, count: number): Parsed<DnsRecord> => {
  const values: DnsRecord[] = []
  const { packet } = reader
  let end = start
  for (let index = 0; index < count; index++) {
    const name = reader.at(end)
    if (name === undefined || name.end + 10 > packet.length) return undefined
    const [type, group] = [packet.readUInt16BE(name.end), packet.readUInt16BE(name.end + 2)]
    const dataStart = name.end + 10
    end = dataStart + packet.readUInt16BE(name.end + 8)
    const data = end > packet.length ? undefined : dataAt(reader, type, [dataStart, end])
    if (data === undefined) return undefined
    const ttl = packet.readUInt32BE(name.end + 4)
    // The class of EDNS options is a size.
    if ((group & ~topBit) === internet)
      values.push({ name: name.name, type, ttl, isUnique: (group & topBit) !== 0, data })
  }
  return { values, end }
}

interface Header {
  readonly flags: number
  /** Questions, and records of three sections. */
  readonly counts: readonly [number, number, number, number]
}

const headerOf = (packet: Buffer): Header | undefined => {
  if (packet.length < headerBytes || packet.length > maxPacketBytes) return undefined
  const [flags, asked] = [packet.readUInt16BE(2), packet.readUInt16BE(4)]
  const counts = [packet.readUInt16BE(6), packet.readUInt16BE(8), packet.readUInt16BE(10)] as const
  const isTooLarge = asked > maxQuestions || counts[0] + counts[1] + counts[2] > maxRecords
  // Operation and response code must be 0 (RFC 6762, 18.3 and 18.11).
  return isTooLarge || (flags & 0x78_0f) !== 0 ? undefined : { flags, counts: [asked, ...counts] }
}

/** Undefined for anything that is not a well-formed message of multicast DNS. */
export const parseMessage = (packet: Buffer): DnsMessage | undefined => {
  const header = headerOf(packet)
  if (header === undefined) return undefined
  const { flags, counts } = header
  const reader = new NameReader(packet)
  const questions = questionsAt(reader, headerBytes, counts[0])
  const answers = questions && recordsAt(reader, questions.end, counts[1])
  const authorities = answers && recordsAt(reader, answers.end, counts[2])
  const extra = authorities && recordsAt(reader, authorities.end, counts[3])
  if (!questions || !answers || !authorities || !extra) return undefined
  const isResponse = (flags & topBit) !== 0
  return {
    id: packet.readUInt16BE(0),
    isResponse,
    questions: questions.values,
    answers: isResponse ? [...answers.values, ...extra.values] : answers.values,
    authorities: authorities.values,
  }
}

/** Writes names, each after the first as a pointer to an earlier one with the same end. */
class MessageWriter {
  readonly #parts: Buffer[] = []
  readonly #offsetByName = new Map<string, number>()
  #length = 0

  get packet(): Buffer {
    return Buffer.concat(this.#parts)
  }

  write(part: Buffer): void {
    this.#parts.push(part)
    this.#length += part.length
  }

  numbers(...values: readonly number[]): void {
    const part = Buffer.alloc(values.length * 2)
    for (const [index, value] of values.entries()) part.writeUInt16BE(value, index * 2)
    this.write(part)
  }

  name(name: string): void {
    const known = this.#offsetByName.get(name)
    if (known !== undefined) return this.numbers(0xc0_00 | known)
    this.#offsetByName.set(name, this.#length)
    const dot = name.indexOf('.')
    const label = Buffer.from(dot < 0 ? name : name.slice(0, dot))
    this.write(Buffer.from([label.length]))
    this.write(label)
    if (dot < 0) this.write(Buffer.from([0]))
    else this.name(name.slice(dot + 1))
  }

  record({ name, type, ttl, isUnique, data }: DnsRecord): void {
    this.name(name)
    this.numbers(type, internet | (isUnique ? topBit : 0), ttl >>> 16, ttl & 0xff_ff, data.length)
    this.write(data)
  }
}

export interface MessageParts {
  readonly id?: number
  readonly isResponse: boolean
  readonly questions?: readonly Question[]
  readonly answers?: readonly DnsRecord[]
  readonly authorities?: readonly DnsRecord[]
  readonly additionals?: readonly DnsRecord[]
}

export const encodeMessage = (parts: MessageParts): Buffer => {
  const { id = 0, isResponse, questions = [], answers = [], authorities = [], additionals = [] } = parts
  const writer = new MessageWriter()
  const counts = [questions.length, answers.length, authorities.length, additionals.length]
  writer.numbers(id, isResponse ? responseFlags : 0, ...counts)
  for (const { name, type, wantsUnicast } of questions) {
    writer.name(name)
    writer.numbers(type, internet | (wantsUnicast ? topBit : 0))
  }
  for (const record of [...answers, ...authorities, ...additionals]) writer.record(record)
  return writer.packet
}

/** Encodes a message of at most this size: without its additional records, or with the first answers only. */
export const encodeWithin = (parts: MessageParts, maxBytes: number): Buffer => {
  let { answers = [] } = parts
  let packet = encodeMessage(parts)
  while (packet.length > maxBytes && answers.length > 0) {
    packet = encodeMessage({ ...parts, answers, additionals: [] })
    answers = answers.slice(0, answers.length >> 1)
  }
  return packet
}

/** The data of a PTR record, or the end of an SRV record's data. */
export const nameData = encodedName
