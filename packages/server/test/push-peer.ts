import type { PushMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type KeyObject,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as the browser gets it from its push service. */
export interface ReceivedPush {
  readonly at: number
  readonly message: PushMessage
  readonly headers: IncomingMessage['headers']
}

/** Derives keys from a secret and a salt. */
const deriving =
  (secret: Uint8Array, salt: Uint8Array) =>
  (info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser: decrypts as RFC 8291 says, with keys of its own. */
class Browser {
  readonly #ecdh = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly #public = this.#ecdh.generateKeys()

  get keys() {
    return { p256dh: this.#public.toString('base64url'), auth: this.#auth.toString('base64url') }
  }

  decrypt(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#public, sender])
    const secret = deriving(this.#ecdh.computeSecret(sender), this.#auth)(info, 32)
    const derive = deriving(secret, salt)
    const key = derive('Content-Encoding: aes128gcm\0', 16)
    const nonce = derive('Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushMessage
  }
}

/** The server's public key from the header of a request. */
const keyOf = (point: Buffer): KeyObject => {
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

/** Checks the token of RFC 8292 as a push service does. */
const checkToken = (authorization: string, audience: string): void => {
  const [, unsigned = '', signature = '', key = ''] =
    /^vapid t=([^.]+\.[^.]+)\.([^,]+), k=(.+)$/.exec(authorization) ?? []
  const options = { key: keyOf(Buffer.from(key, 'base64url')), dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(unsigned), options, Buffer.from(signature, 'base64url')))
  const claims = Buffer.from(unsigned.split('.')[1] ?? '', 'base64url').toString()
  const { aud, exp, sub } = JSON.parse(claims) as Record<string, unknown>
  const seconds = Number(exp) - Date.now() / 1_000
  assert.equal(aud, audience)
  assert.ok(seconds > 0 && seconds <= 86_400)
  assert.equal(typeof sub, 'string')
}

/** A push service with one browser. It answers with `status`, and refuses wrong tokens. */
export class PushPeer implements AsyncDisposable {
  readonly received: ReceivedPush[] = []
  readonly refused: unknown[] = []
  status = 201
  readonly #browser = new Browser()
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then((status) => response.writeHead(status).end())
  })

  static async start(): Promise<PushPeer> {
    const peer = new PushPeer()
    peer.#server.listen(0, '127.0.0.1')
    await once(peer.#server, 'listening')
    return peer
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The body with which the browser's page registers. */
  request(name: string) {
    return { name, endpoint: `${this.origin}/send/one`, keys: this.#browser.keys }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      checkToken(request.headers.authorization ?? '', this.origin)
      const message = this.#browser.decrypt(Buffer.concat(chunks))
      if (this.status === 201)
        this.received.push({ at: performance.now(), message, headers: request.headers })
      return this.status
    } catch (error) {
      this.refused.push(error)
      return 403
    }
  }
}
