import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** The result of reading a blob. A damaged blob is an expected outcome, not an exception. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string }

export const damaged = (reason: string): { readonly ok: false; readonly reason: string } => ({
  ok: false,
  reason,
})

const params = {
  [constants.ZSTD_c_compressionLevel]: 9,
  // A changed bit must not become a plausible depth.
  [constants.ZSTD_c_checksumFlag]: 1,
}

/** No blob that we write is larger. It limits what a damaged one can occupy. */
const largestBlob = 32 * 1024 * 1024

/** Smaller blobs gain nothing from compression, and a day has 1,440 of them to read. */
const smallestCompressed = 512
/** First byte of a blob that is not compressed; a compressed one begins with 0x28. Then its checksum. */
const plainMark = 0
const plainHead = 5

export const compress = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length >= smallestCompressed) return zstdCompressSync(bytes, { params })
  const plain = new Uint8Array(plainHead + bytes.length)
  plain[0] = plainMark
  new DataView(plain.buffer).setUint32(1, crc32(bytes))
  plain.set(bytes, plainHead)
  return plain
}

const readPlain = (blob: Uint8Array): Decoded<Uint8Array> => {
  if (blob.length < plainHead) return damaged('too short')
  const bytes = blob.subarray(plainHead)
  const isIntact = new DataView(blob.buffer, blob.byteOffset).getUint32(1) === crc32(bytes)
  return isIntact ? { ok: true, value: bytes } : damaged('the checksum is wrong')
}

export const decompress = (blob: Uint8Array): Decoded<Uint8Array> => {
  if (blob[0] === plainMark) return readPlain(blob)
  try {
    return { ok: true, value: zstdDecompressSync(blob, { maxOutputLength: largestBlob }) }
  } catch (error) {
    return damaged(`not decompressed: ${String(error)}`)
  }
}
