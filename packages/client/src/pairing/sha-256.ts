// SHA-256 (FIPS 180-4) for unencrypted pages, on which browsers offer no Web Crypto.

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const isPrime = (number: number): boolean => {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false
  return true
}

const primes = Array.from({ length: 310 }, (_, at) => at + 2)
  .filter(isPrime)
  .slice(0, 64)
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const beginning = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** Pads to whole blocks of 64 bytes: the message, a one bit, zeros, and the length in bits. */
const padded = (bytes: Uint8Array): DataView => {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 4, bytes.length * 8)
  return view
}

/** The message schedule of a block. */
const schedule = (view: DataView, offset: number): Int32Array => {
  const words = new Int32Array(64)
  const word = (at: number): number => words[at] ?? 0
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4)
  for (let at = 16; at < 64; at++) {
    const [early, late] = [word(at - 15), word(at - 2)]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[at] = word(at - 16) + small + word(at - 7) + large
  }
  return words
}

const stirred = (state: Int32Array, word: number): Int32Array => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  const choice = (e & f) ^ (~e & g)
  const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + word
  const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
  return Int32Array.of(first + second, a, b, c, d + first, e, f, g)
}

/** SHA-256 digest. */
export const sha256 = (bytes: Uint8Array): Uint8Array => {
  const view = padded(bytes)
  let digest = beginning
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const mixed = schedule(view, offset).reduce<Int32Array>(
      (state, word, at) => stirred(state, ((constants[at] ?? 0) + word) | 0),
      digest,
    )
    digest = digest.map((word, at) => word + (mixed[at] ?? 0))
  }
  const out = new DataView(new ArrayBuffer(32))
  for (const [at, word] of digest.entries()) out.setInt32(at * 4, word)
  return new Uint8Array(out.buffer)
}
