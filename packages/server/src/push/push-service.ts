import { MarineDataError } from '@marinedata/model'
import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto'
import { encryptPush, type PushKeys } from './message-encryption.ts'

/** A browser at its push service. */
export interface PushTarget {
  readonly endpoint: string
  readonly keys: PushKeys
}

/** `gone`: the browser has unsubscribed. */
export type PushOutcome =
  | { readonly state: 'accepted' }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly reason: string; readonly mayRetry: boolean }

export interface PushServiceOptions {
  /** The server's key pair as JSON, from `newPushKeys`. */
  readonly keys: string
  /** Origins of additional push services. */
  readonly services?: readonly string[]
}

/** The push services of the browsers: Chrome and Edge, Firefox, Safari, Edge on Windows. */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
]

const isKnownService = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && knownHosts.some((host) => host.test(hostname))

const requestMs = 10_000
/** How long a push service stores a message for a phone without a connection. */
const storedSeconds = 600
const tokenSeconds = 12 * 3_600
/** Only for the push service, which may report problems there. Boats have no public address. */
const contact = 'mailto:push@marinedata.invalid'

/** A new key pair with which the server identifies itself to push services (VAPID), as JSON. */
export const newPushKeys = (): string =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }))

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const isFinal = (status: number): boolean => status < 500 && status !== 429 && status !== 408

/** Sends encrypted messages to the push services of browsers (RFC 8030, 8291, 8292). */
export class PushService {
  readonly #jwk: JsonWebKey
  readonly #services: ReadonlySet<string>

  constructor({ keys, services = [] }: PushServiceOptions) {
    // Only `newPushKeys` writes the keys.
    this.#jwk = JSON.parse(keys) as JsonWebKey
    this.#services = new Set(services)
  }

  /** The public key, as a page needs it to subscribe: an uncompressed point, base64url. */
  get publicKey(): string {
    const [x, y] = [this.#jwk.x, this.#jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
    return Buffer.concat([Uint8Array.of(4), x ?? Buffer.alloc(0), y ?? Buffer.alloc(0)]).toString('base64url')
  }

  /**
   * Checks that an address belongs to a push service. Otherwise a client could let the server send requests to any
   * address.
   * @throws MarineDataError `invalid-value`
   */
  checkEndpoint(endpoint: string): void {
    const url = URL.parse(endpoint)
    if (url !== null && url.username === '' && (isKnownService(url) || this.#services.has(url.origin))) return
    throw new MarineDataError(
      'invalid-value',
      `"${url?.origin ?? endpoint}" is not a known push service. Add it to "push.services" in the settings`,
    )
  }

  /** Sends a message. Never rejects. */
  async send({ endpoint, keys }: PushTarget, message: object, signal: AbortSignal): Promise<PushOutcome> {
    try {
      this.checkEndpoint(endpoint)
      const body = encryptPush(Buffer.from(JSON.stringify(message)), keys)
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: this.#headers(endpoint),
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
      })
      await response.body?.cancel()
      return outcomeOf(response.status)
    } catch (error) {
      return {
        state: 'failed',
        reason: `The push service cannot be reached: ${reasonOf(error)}`,
        mayRetry: true,
      }
    }
  }

  #headers(endpoint: string): Record<string, string> {
    const claims = {
      aud: new URL(endpoint).origin,
      exp: Math.floor(Date.now() / 1_000) + tokenSeconds,
      sub: contact,
    }
    const unsigned = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
    const key = createPrivateKey({ key: this.#jwk, format: 'jwk' })
    const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
    return {
      authorization: `vapid t=${unsigned}.${signature.toString('base64url')}, k=${this.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(storedSeconds),
      urgency: 'high',
    }
  }
}

const outcomeOf = (status: number): PushOutcome => {
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status >= 200 && status < 300) return { state: 'accepted' }
  return {
    state: 'failed',
    reason: `The push service answered with status ${status}`,
    mayRetry: !isFinal(status),
  }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
