import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'

/** Content encodings, by their HTTP names. */
export type Packing = 'identity' | 'gzip' | 'br' | 'zstd'

const unpackers = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

/**
 * Decompresses in Node's thread pool.
 * @throws zlib's error when the bytes are damaged, or when the result exceeds `limit` bytes
 */
export const unpacked = async (bytes: Uint8Array, packing: Packing, limit: number): Promise<Uint8Array> =>
  packing === 'identity' ? bytes : await unpackers[packing](bytes, { maxOutputLength: limit })
