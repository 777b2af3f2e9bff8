import { MarineDataError, Type, type TileFormat } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { unpacked, type Packing } from '../packing.ts'
import { accepts } from './compression.ts'
import type { RouteRequest } from './route.ts'

/** One tile as it is kept, packed or not. */
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

const largestUnpacked = 16 * 2 ** 20

const count = Type.Integer({ minimum: 0, maximum: 2 ** 26 })
/** Where a tile is: zoom, column from the west, row from the north. */
export const tileParams = { z: count, x: count, y: count }

const tagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the client has it already; a proxy may have made the tag a weak one. */
const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag))

const plain = async ({ bytes, packing }: Tile): Promise<Uint8Array> => {
  try {
    return await unpacked(bytes, packing, largestUnpacked)
  } catch (error) {
    throw new MarineDataError('not-found', 'The tile cannot be unpacked', { cause: error })
  }
}

/** Sends a tile as it is kept where the client takes it so, and unpacked where not. */
export const sendTile = async (
  request: RouteRequest<unknown, unknown, unknown>,
  reply: FastifyReply,
  tile: Tile,
): Promise<FastifyReply> => {
  const isTaken =
    tile.packing === 'identity' ||
    accepts(request.header('accept-encoding')?.toLowerCase() ?? '', tile.packing)
  const bytes = isTaken ? tile.bytes : await plain(tile)
  const tag = tagOf(bytes)
  reply.header('etag', tag)
  if (tile.packing !== 'identity') reply.header('vary', 'accept-encoding')
  if (isKnown(request.header('if-none-match'), tag)) return reply.code(304).send()
  if (isTaken && tile.packing !== 'identity') reply.header('content-encoding', tile.packing)
  return reply
    .header('content-type', tileTypes[tile.format])
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
}
