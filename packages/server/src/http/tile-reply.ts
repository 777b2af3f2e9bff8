import { MarineDataError, Type, type TileFormat } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { unpacked, type Packing } from '../packing.ts'
import { accepts } from './compression.ts'
import type { RouteRequest } from './route.ts'

/** One tile as stored, compressed or not. */
export interface Tile {
  readonly bytes: Uint8Array
  readonly packing: Packing
  readonly format: TileFormat
}

export const tileTypes: Readonly<Record<TileFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pbf: 'application/vnd.mapbox-vector-tile',
}

const maxUncompressedBytes = 16 * 2 ** 20

const count = Type.Integer({ minimum: 0, maximum: 2 ** 26 })
/** The position of a tile: zoom, column from the west, row from the north. */
export const tileParams = { z: count, x: count, y: count }

const tagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the client has the tile already. Weak tags match too: a proxy may have weakened the tag. */
const isCached = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag))

const decompress = async ({ bytes, packing }: Tile): Promise<Uint8Array> => {
  try {
    return await unpacked(bytes, packing, maxUncompressedBytes)
  } catch (error) {
    throw new MarineDataError(
      'not-found',
      'The tile cannot be decompressed. The chart file may be damaged.',
      { cause: error },
    )
  }
}

/** Sends a tile as stored when the client accepts its compression, and decompressed otherwise. */
export const sendTile = async (
  request: RouteRequest<unknown, unknown, unknown>,
  reply: FastifyReply,
  tile: Tile,
): Promise<FastifyReply> => {
  const isAccepted =
    tile.packing === 'identity' ||
    accepts(request.header('accept-encoding')?.toLowerCase() ?? '', tile.packing)
  const bytes = isAccepted ? tile.bytes : await decompress(tile)
  const tag = tagOf(bytes)
  reply.header('etag', tag)
  if (tile.packing !== 'identity') reply.header('vary', 'accept-encoding')
  if (isCached(request.header('if-none-match'), tag)) return reply.code(304).send()
  if (isAccepted && tile.packing !== 'identity') reply.header('content-encoding', tile.packing)
  return reply
    .header('content-type', tileTypes[tile.format])
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
}
