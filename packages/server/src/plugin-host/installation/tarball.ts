import { MarineDataError } from '@marinedata/model'
import {
  closeSync,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { blockBytes, checksumOf, textIn } from '#tar-block.ts'

/** The largest plugin, as a file and unpacked, and the number of installed ones. */
export const pluginLimits = {
  plugins: 64,
  fileBytes: 64 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
  entries: 10_000,
} as const

export const refuse = (message: string): never => {
  throw new MarineDataError('invalid-value', message)
}

interface Entry {
  readonly name: string
  readonly type: string
  /** Where its content is in the archive. */
  readonly start: number
  readonly size: number
}

/** An archive that was unzipped into a file: its size may be more than the memory of a small computer. */
interface Unzipped {
  readonly descriptor: number
  readonly bytes: number
}

/** A path in an extended header is short. */
const largestHeader = 64 * 1024
const copiedBytes = 1024 * 1024

const read = ({ descriptor }: Unzipped, start: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, start))
}

const sizeOf = (block: Buffer): number => {
  const text = textIn(block, 124, 12).trim()
  return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : refuse('The archive names no valid size')
}

const checkSum = (block: Buffer): void => {
  if (Number.parseInt(textIn(block, 148, 8).trim(), 8) !== checksumOf(block)) refuse('The archive is damaged')
}

const nameOf = (block: Buffer): string => {
  const prefix = textIn(block, 257, 5) === 'ustar' ? textIn(block, 345, 155) : ''
  const name = textIn(block, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

/** The path in an extended header: records of the form `LENGTH path=NAME\n`. */
const extendedPath = (text: string): string | undefined => /(?:^|\n)\d+ path=([^\n]+)\n/.exec(text)?.[1]

const rawEntries = function* (archive: Unzipped): Generator<Entry> {
  let at = 0
  while (at + blockBytes <= archive.bytes) {
    const header = read(archive, at, blockBytes)
    if (header.every((byte) => byte === 0)) return
    checkSum(header)
    const size = sizeOf(header)
    const start = at + blockBytes
    if (start + size > archive.bytes) refuse('The archive is cut off')
    yield { name: nameOf(header), type: textIn(header, 156, 1) || '0', start, size }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

/** The text of an extended header. */
const textOf = (archive: Unzipped, { start, size }: Entry): string =>
  size > largestHeader
    ? refuse(`The archive has a header of ${size} bytes`)
    : read(archive, start, size).toString('utf8')

/** The path without the first folder. In a package of npm all files are in one folder, usually `package/`. */
const placeOf = (name: string): string => {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  // oxlint-disable-next-line no-control-regex -- names with control characters are refused
  const isBad = name.startsWith('/') || segments.includes('..') || /[\u0000-\u001f\\]/.test(name)
  return isBad
    ? refuse(`The archive contains the path "${name}", which leads out of it`)
    : segments.slice(1).join('/')
}

/** Unzips into a file. Stops at the limit: a small archive may contain gigabytes. */
const unzip = async (bytes: Buffer, file: string): Promise<void> => {
  if (bytes.length > pluginLimits.fileBytes)
    refuse(`The archive has ${bytes.length} bytes; at most ${pluginLimits.fileBytes} are allowed`)
  let size = 0
  const limited = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > pluginLimits.bytes) throw new Error('too large')
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from([bytes]), createGunzip(), limited, createWriteStream(file))
  } catch (error) {
    refuse(
      `The archive cannot be unpacked, or has more than ${pluginLimits.bytes} bytes: ${(error as Error).message}`,
    )
  }
}

/** The files of an archive with their paths. Refuses links, devices and paths that lead out. */
const filesOf = function* (archive: Unzipped): Generator<readonly [place: string, entry: Entry]> {
  let longName: string | undefined
  let count = 0
  for (const entry of rawEntries(archive)) {
    const { name, type } = entry
    if (++count > pluginLimits.entries) refuse(`The archive has more than ${pluginLimits.entries} files`)
    if (type === 'x') longName = extendedPath(textOf(archive, entry))
    else if (type === 'L') longName = textOf(archive, entry).replace(/\0.*$/s, '')
    else if (type === '0') {
      yield [placeOf(longName ?? name), entry]
      longName = undefined
    } else if (type === '5') longName = undefined
    else if (type !== 'g')
      refuse(
        `The archive contains "${name}", which is a link or a device. Only files and folders are allowed`,
      )
  }
}

const copyEntry = (archive: Unzipped, { start, size }: Entry, file: string): void => {
  const to = openSync(file, 'wx')
  const chunk = Buffer.alloc(Math.min(copiedBytes, size))
  try {
    for (let at = 0; at < size; at += chunk.length) {
      const count = readSync(archive.descriptor, chunk, 0, Math.min(chunk.length, size - at), start + at)
      writeSync(to, chunk, 0, count)
    }
  } finally {
    closeSync(to)
  }
}

const unpackFiles = (archive: Unzipped, folder: string, isWanted: (place: string) => boolean): void => {
  for (const [place, entry] of filesOf(archive)) {
    if (place === '' || !isWanted(place)) continue
    const file = join(folder, place)
    mkdirSync(dirname(file), { recursive: true })
    copyEntry(archive, entry, file)
  }
}

/**
 * Unpacks a package of npm into a folder. Unzips it into a file beside that folder first.
 * @param isWanted whether a file is unpacked; all are when absent
 * @throws MarineDataError `invalid-value` for links, paths that lead out of the folder, and archives that are too large
 */
export const unpackTarball = async (
  bytes: Buffer,
  folder: string,
  isWanted: (place: string) => boolean = () => true,
): Promise<void> => {
  const file = `${folder}.tar`
  mkdirSync(dirname(file), { recursive: true })
  try {
    await unzip(bytes, file)
    const descriptor = openSync(file, 'r')
    try {
      unpackFiles({ descriptor, bytes: fstatSync(descriptor).size }, folder, isWanted)
    } finally {
      closeSync(descriptor)
    }
  } finally {
    rmSync(file, { force: true })
  }
}
