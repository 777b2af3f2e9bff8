import { MarineDataError } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { constants, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** Content types of files that others have written. A file of any other kind is sent as bytes. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.pbf': 'application/x-protobuf',
  '.txt': 'text/plain; charset=utf-8',
}

/** The files below a folder, each with its path in it, which begins with a slash. Links are not followed. */
export const filesIn = (folder: string): readonly (readonly [path: string, file: string])[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [file.slice(folder.length), file] as const
    })

/**
 * Sends a file of a listing. A link that has replaced it since is not followed.
 * @throws MarineDataError `not-found` when it is gone or larger than the limit
 */
export const sendFile = async (
  reply: FastifyReply,
  file: string,
  mostBytes = Infinity,
): Promise<FastifyReply> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw new MarineDataError('not-found', 'The file is gone', { cause: error })
  })
  const { size } = await handle.stat()
  if (size > mostBytes) {
    await handle.close()
    throw new MarineDataError('not-found', `The file has ${size} bytes; the limit is ${mostBytes}`)
  }
  return reply
    .type(types[extname(file).toLowerCase()] ?? 'application/octet-stream')
    .send(handle.createReadStream())
}
