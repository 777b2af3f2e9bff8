import { MarineDataError } from '@marinedata/model'
import { blockBytes, checksumOf, textIn } from '#tar-block.ts'

// The POSIX interchange format (ustar), with pax headers for long names and large files. Other programs can read it:
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html

/** A file in an archive. */
export interface TarFile {
  readonly path: string
  readonly size: number
  /** Permissions. */
  readonly mode: number
  /** Seconds since 1970. */
  readonly modifiedAt: number
}

const nameBytes = 100
/** The size has eleven octal digits. */
const largestPlainSize = 0o77777777777
const maxPaxBytes = 65_536
const maxPathBytes = 4_096

const fileType = '0'
const paxType = 'x'

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

const blockOf = (type: string, { path, size, mode, modifiedAt }: TarFile): Buffer => {
  const block = Buffer.alloc(blockBytes)
  block.write(path, 0, nameBytes)
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(Math.max(0, Math.trunc(modifiedAt)), 11), 136)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(checksumOf(block), 6)} `, 148)
  return block
}

/** A record of a pax header begins with its length, which includes its own digits. */
const paxRecord = (key: string, value: string | number): string => {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (length !== bytes + String(length).length) length = bytes + String(length).length
  return `${length}${rest}`
}

/** The zeros that fill the last block of a file. */
export const tarPadding = (size: number): Buffer =>
  Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)

/** The two empty blocks at the end of an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes)

/** Everything before the content of a file. */
export const tarHeader = (file: TarFile): Buffer => {
  const isLong = Buffer.byteLength(file.path) > nameBytes
  const isLarge = file.size > largestPlainSize
  if (!isLong && !isLarge) return blockOf(fileType, file)
  const records = Buffer.from(
    `${isLong ? paxRecord('path', file.path) : ''}${isLarge ? paxRecord('size', file.size) : ''}`,
  )
  return Buffer.concat([
    blockOf(paxType, { ...file, path: 'pax', size: records.length }),
    records,
    tarPadding(records.length),
    blockOf(fileType, { ...file, size: isLarge ? 0 : file.size }),
  ])
}

const malformed = (reason: string): MarineDataError =>
  new MarineDataError('invalid-value', `The file is not a complete backup: ${reason}`)

/** Hands out the bytes of a stream in pieces of wanted sizes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async #fill(): Promise<void> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) throw malformed('it ends early')
      this.#rest = next.value
    }
  }

  /** At most `most` bytes, at least one. */
  async some(most: number): Promise<Buffer> {
    await this.#fill()
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  /** Exactly that many bytes. */
  async exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = bytes; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.some(left))
    return Buffer.concat(parts)
  }
}

const numberIn = (block: Buffer, from: number, length: number): number => {
  const text = textIn(block, from, length).trim()
  if (!/^[0-7]+$/.test(text)) throw malformed('a header is damaged')
  return Number.parseInt(text, 8)
}

interface PaxValues {
  readonly path?: string
  readonly size?: number
}

const paxPattern = /^(\d{1,5}) (path|size)=/

/** Reads records of the form `LENGTH KEY=VALUE\n`. Only the two keys that we write are accepted. */
const readPax = (bytes: Buffer): PaxValues => {
  let values: PaxValues = {}
  let rest = bytes
  while (rest.length > 0) {
    const [head, digits, key] = paxPattern.exec(rest.subarray(0, 16).toString('latin1')) ?? ['', '0', '']
    const length = Number(digits)
    if (length <= head.length || length > rest.length) throw malformed('a header is damaged')
    const value = rest.subarray(head.length, length - 1).toString()
    values = key === 'size' ? { ...values, size: sizeFrom(value) } : { ...values, path: value }
    rest = rest.subarray(length)
  }
  return values
}

const sizeFrom = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw malformed('a header is damaged')
  return Number(text)
}

/** Reads an archive file by file. Read the content of a file before the next file. */
export class TarReader {
  readonly #reader: ByteReader
  #unread = 0
  #padding = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#reader = new ByteReader(source)
  }

  /**
   * The next file; undefined at the end.
   * @throws MarineDataError for anything but files: links, folders and devices are not in a backup
   */
  async next(): Promise<TarFile | undefined> {
    for await (const part of this.content()) void part
    await this.#reader.exactly(this.#padding)
    this.#padding = 0
    const block = await this.#reader.exactly(blockBytes)
    if (block.every((byte) => byte === 0)) return undefined
    if (numberIn(block, 148, 8) !== checksumOf(block)) throw malformed('a header is damaged')
    const type = textIn(block, 156, 1)
    if (type === paxType) return await this.#afterPax(numberIn(block, 124, 12))
    return this.#begin(block, {})
  }

  async #afterPax(bytes: number): Promise<TarFile> {
    if (bytes > maxPaxBytes) throw malformed('a header is too long')
    const values = readPax(await this.#reader.exactly(bytes))
    await this.#reader.exactly(tarPadding(bytes).length)
    const block = await this.#reader.exactly(blockBytes)
    if (numberIn(block, 148, 8) !== checksumOf(block)) throw malformed('a header is damaged')
    return this.#begin(block, values)
  }

  #begin(
    block: Buffer,
    { path = textIn(block, 0, nameBytes), size = numberIn(block, 124, 12) }: PaxValues,
  ): TarFile {
    const type = textIn(block, 156, 1)
    if (type !== fileType || textIn(block, 345, 155) !== '' || textIn(block, 157, nameBytes) !== '')
      throw malformed(`"${path.slice(0, 80)}" is a link, a folder or another entry that is not a file`)
    if (Buffer.byteLength(path) > maxPathBytes) throw malformed('a name is too long')
    this.#unread = size
    this.#padding = tarPadding(size).length
    return { path, size, mode: numberIn(block, 100, 8), modifiedAt: numberIn(block, 136, 12) }
  }

  /** The rest of the content of the present file. */
  async *content(): AsyncGenerator<Buffer, void> {
    while (this.#unread > 0) {
      const part = await this.#reader.some(this.#unread)
      this.#unread -= part.length
      yield part
    }
  }
}
