/** Encodes texts as RFC 6455 frames, in one buffer for one write to the socket. */
export const wireOf = (texts: readonly string[]): Buffer => {
  const sizes = texts.map((text) => Buffer.byteLength(text))
  const total = sizes.reduce((sum, size) => sum + headSize(size) + size, 0)
  const wire = Buffer.allocUnsafe(total)
  let at = 0
  texts.forEach((text, index) => {
    at = writeHead(wire, at, sizes[index] ?? 0)
    at += wire.write(text, at)
  })
  return wire
}

const headSize = (size: number): number => {
  if (size < 126) return 2
  return size < 65_536 ? 4 : 10
}

const finalText = 0x81

const writeHead = (wire: Buffer, at: number, size: number): number => {
  wire[at] = finalText
  if (size < 126) {
    wire[at + 1] = size
    return at + 2
  }
  if (size < 65_536) {
    wire[at + 1] = 126
    return wire.writeUInt16BE(size, at + 2)
  }
  wire[at + 1] = 127
  return wire.writeBigUInt64BE(BigInt(size), at + 2)
}

/**
 * Encodes ASCII texts as a string in which each character is one byte. A frame for a single client is written this way,
 * without a buffer that the garbage collector has to collect.
 */
export const latin1WireOf = (texts: readonly string[]): string =>
  texts.map((text) => latin1Head(text.length) + text).join('')

const latin1Head = (size: number): string => {
  const head = Buffer.allocUnsafe(headSize(size))
  writeHead(head, 0, size)
  return head.toString('latin1')
}
