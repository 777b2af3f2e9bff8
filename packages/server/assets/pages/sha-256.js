/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// SHA-256 (FIPS 180-4), for pages without encryption: browsers give them no cryptography of their own.

/** The first 32 bits of the fractional part of a root. */
const fraction = (root) => ((root % 1) * 2 ** 32) | 0

const isPrime = (number) => {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false
  return true
}

const primes = Array.from({ length: 310 }, (_, at) => at + 2)
  .filter(isPrime)
  .slice(0, 64)
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const beginning = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits))

/** Whole blocks of 64 bytes: the message, a one, zeros, and its length in bits. */
const padded = (bytes) => {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8)
  return new DataView(blocks.buffer)
}

const schedule = (view, offset) => {
  const words = Array.from({ length: 16 }, (_, at) => view.getInt32(offset + at * 4))
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words.push((words[at - 16] + small + words[at - 7] + large) | 0)
  }
  return words
}

const stirred = ([a, b, c, d, e, f, g, h], word) => {
  const choice = (e & f) ^ (~e & g)
  const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + word
  const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
  return [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
}

/** The digest of bytes, as bytes. */
export const sha256 = (bytes) => {
  const view = padded(bytes)
  let digest = beginning
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const mixed = schedule(view, offset).reduce(
      (state, word, at) => stirred(state, (constants[at] + word) | 0),
      digest,
    )
    digest = digest.map((word, at) => (word + mixed[at]) | 0)
  }
  const out = new DataView(new ArrayBuffer(32))
  for (const [at, word] of digest.entries()) out.setInt32(at * 4, word)
  return new Uint8Array(out.buffer)
}
