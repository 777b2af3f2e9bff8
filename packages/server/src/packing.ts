import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'

/** How bytes are packed, by the names that HTTP has for it. */
export type Packing = 'identity' | 'gzip' | 'br' | 'zstd'

const unpackers = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

/**
 * Unpacks in one of Node's own threads.
 * @throws whatever zlib throws when the bytes are damaged, or would be more than `limit`
 */
export const unpacked = async (bytes: Uint8Array, packing: Packing, limit: number): Promise<Uint8Array> =>
  packing === 'identity' ? bytes : await unpackers[packing](bytes, { maxOutputLength: limit })
