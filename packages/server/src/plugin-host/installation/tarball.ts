import { MarineDataError } from '@marinedata/model'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
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
  readonly content: Buffer
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
const extendedPath = (content: Buffer): string | undefined =>
  /(?:^|\n)\d+ path=([^\n]+)\n/.exec(content.toString('utf8'))?.[1]

const rawEntries = function* (archive: Buffer): Generator<Entry> {
  let at = 0
  while (at + blockBytes <= archive.length) {
    const header = archive.subarray(at, at + blockBytes)
    if (header.every((byte) => byte === 0)) return
    checkSum(header)
    const size = sizeOf(header)
    const start = at + blockBytes
    if (start + size > archive.length) refuse('The archive is cut off')
    const type = textIn(header, 156, 1) || '0'
    yield { name: nameOf(header), type, content: archive.subarray(start, start + size) }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

/** The path without the first folder. In a package of npm all files are in one folder, usually `package/`. */
const placeOf = (name: string): string => {
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.')
  // oxlint-disable-next-line no-control-regex -- names with control characters are refused
  const isBad = name.startsWith('/') || segments.includes('..') || /[\u0000-\u001f\\]/.test(name)
  return isBad
    ? refuse(`The archive contains the path "${name}", which leads out of it`)
    : segments.slice(1).join('/')
}

const unzip = (bytes: Buffer): Buffer => {
  if (bytes.length > pluginLimits.fileBytes)
    return refuse(`The archive has ${bytes.length} bytes; at most ${pluginLimits.fileBytes} are allowed`)
  try {
    return gunzipSync(bytes, { maxOutputLength: pluginLimits.bytes })
  } catch (error) {
    return refuse(
      `The archive cannot be unpacked, or has more than ${pluginLimits.bytes} bytes: ${(error as Error).message}`,
    )
  }
}

/** The files of an archive with their paths. Refuses links, devices and paths that lead out. */
const filesOf = function* (archive: Buffer): Generator<readonly [string, Buffer]> {
  let longName: string | undefined
  let count = 0
  for (const { name, type, content } of rawEntries(archive)) {
    if (++count > pluginLimits.entries) refuse(`The archive has more than ${pluginLimits.entries} files`)
    if (type === 'x') longName = extendedPath(content)
    else if (type === 'L') longName = content.toString('utf8').replace(/\0.*$/s, '')
    else if (type === '0') {
      yield [placeOf(longName ?? name), content]
      longName = undefined
    } else if (type === '5') longName = undefined
    else if (type !== 'g')
      refuse(
        `The archive contains "${name}", which is a link or a device. Only files and folders are allowed`,
      )
  }
}

/**
 * Unpacks a package of npm into a folder.
 * @param isWanted whether a file is unpacked; all are when absent
 * @throws MarineDataError `invalid-value` for links, paths that lead out of the folder, and archives that are too large
 */
export const unpackTarball = (
  bytes: Buffer,
  folder: string,
  isWanted: (place: string) => boolean = () => true,
): void => {
  for (const [place, content] of filesOf(unzip(bytes))) {
    if (place === '' || !isWanted(place)) continue
    const file = join(folder, place)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { flag: 'wx' })
  }
}
