/** Result of parsing the first bytes of a TLS connection. */
export type ServerName =
  | { readonly kind: 'name'; readonly name: string }
  /** More bytes are needed. */
  | { readonly kind: 'incomplete' }
  /** Not TLS, or without a name. */
  | { readonly kind: 'none' }

const none: ServerName = { kind: 'none' }
const recordHead = 5
const handshakeRecord = 22
const clientHello = 1
const serverNameExtension = 0
const hostName = 0
/** The longest record of TLS. */
const longestRecord = 16_384

/** Reads fields of known length; past the end it is `undefined`, never a guess. */
class Fields {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(length: number): number | undefined {
    const field = this.bytes(length)
    return field?.readUIntBE(0, length)
  }

  bytes(length: number): Buffer | undefined {
    if (this.#at + length > this.#bytes.length) return undefined
    return this.#bytes.subarray(this.#at, (this.#at += length))
  }

  /** A field that starts with its length. */
  vector(lengthBytes: number): Buffer | undefined {
    const length = this.number(lengthBytes)
    return length === undefined ? undefined : this.bytes(length)
  }
}

const extensionsOf = (hello: Buffer): Buffer | undefined => {
  const fields = new Fields(hello)
  const versionAndRandom = fields.bytes(2 + 32)
  const session = fields.vector(1)
  const ciphers = fields.vector(2)
  const compressions = fields.vector(1)
  const isComplete = [versionAndRandom, session, ciphers, compressions].every((field) => field !== undefined)
  return isComplete ? fields.vector(2) : undefined
}

const nameIn = (extensions: Buffer): string | undefined => {
  const fields = new Fields(extensions)
  while (!fields.isAtEnd) {
    const type = fields.number(2)
    const content = fields.vector(2)
    if (content === undefined) return undefined
    if (type !== serverNameExtension) continue
    const names = new Fields(new Fields(content).vector(2) ?? Buffer.alloc(0))
    return names.number(1) === hostName ? names.vector(2)?.toString('latin1').toLowerCase() : undefined
  }
  return undefined
}

const helloNameOf = (record: Buffer): string | undefined => {
  const handshake = new Fields(record)
  const hello = handshake.number(1) === clientHello ? handshake.vector(3) : undefined
  const extensions = hello === undefined ? undefined : extensionsOf(hello)
  return extensions === undefined ? undefined : nameIn(extensions)
}

/** The name that a client asks for in the first bytes of its TLS connection (RFC 6066). It is not encrypted. */
export const serverNameOf = (bytes: Buffer): ServerName => {
  if (bytes.length > 0 && bytes[0] !== handshakeRecord) return none
  if (bytes.length < recordHead) return { kind: 'incomplete' }
  const length = bytes.readUInt16BE(3)
  if (length > longestRecord) return none
  if (bytes.length < recordHead + length) return { kind: 'incomplete' }
  const name = helloNameOf(bytes.subarray(recordHead, recordHead + length))
  return name === undefined || name === '' ? none : { kind: 'name', name }
}
