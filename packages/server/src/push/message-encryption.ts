import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, base64url: its public key on P-256, and its secret of 16 bytes. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** Random values of one message. Only the test vector of the RFC sets them. */
export interface MessageSecrets {
  readonly privateKey?: Uint8Array
  readonly salt?: Uint8Array
}

const sizes = { record: 4_096, key: 16, nonce: 12, salt: 16, secret: 32 }
/** Marks the last record (RFC 8188). */
const lastRecord = Uint8Array.of(2)

/** Derives keys from a secret and a salt. */
const deriving =
  (secret: Uint8Array, salt: Uint8Array) =>
  (info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts a push message for one browser (RFC 8291, `aes128gcm`). The push service cannot read it.
 * @throws Error when the browser's key is not a point on P-256
 */
export const encryptPush = (plain: Uint8Array, keys: PushKeys, secrets: MessageSecrets = {}): Buffer => {
  const ecdh = createECDH('prime256v1')
  if (secrets.privateKey === undefined) ecdh.generateKeys()
  else ecdh.setPrivateKey(secrets.privateKey)
  const own = ecdh.getPublicKey()
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const shared = ecdh.computeSecret(theirs)
  const salt = secrets.salt ?? randomBytes(sizes.salt)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own])
  const secret = deriving(shared, Buffer.from(keys.auth, 'base64url'))(keyInfo, sizes.secret)
  const derive = deriving(secret, salt)
  const key = derive('Content-Encoding: aes128gcm\0', sizes.key)
  const nonce = derive('Content-Encoding: nonce\0', sizes.nonce)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(sizes.record)
  return Buffer.concat([
    salt,
    recordSize,
    Uint8Array.of(own.length),
    own,
    cipher.update(Buffer.concat([plain, lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}
