import { MarineDataError } from '@marinedata/model'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { every } from '../system-clock.ts'
import { ChangeListeners, pinOf, type Certificates, type Credentials } from './credentials.ts'
import { dateFault, validityOf } from './validity.ts'

export interface GivenCertificateOptions {
  /** A file with the certificate and those above it, as PEM. */
  readonly certificate: string
  /** A file with its private key, as PEM, without a pass-phrase. */
  readonly key: string
  /** How often the files are looked at; 5 s when absent. */
  readonly lookEveryMs?: number
}

/** What serves at the moment: the given certificate, or the boat's own. */
type Serving = Pick<Certificates, 'current' | 'warnings' | 'renewIfDue'>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Throws, with a sentence, for anything that a server could not use. */
const readGiven = ({ certificate: path, key: keyPath }: GivenCertificateOptions): Serving => {
  const [cert, key] = [readFileSync(path, 'utf8'), readFileSync(keyPath, 'utf8')]
  const certificate = new X509Certificate(cert)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new MarineDataError('invalid-settings', `${keyPath} is not the key of that certificate`)
  // Refuses what the TLS library would not serve, such as keys that are too weak.
  createSecureContext({ cert, key })
  const pin = pinOf(certificate.publicKey)
  return {
    current: () => ({ key, cert, caPem: undefined, caFingerprint: undefined, pin }),
    warnings: (now) => {
      const fault = dateFault(validityOf(certificate), now)
      return fault === undefined ? [] : [`The certificate ${path} ${fault}`]
    },
    renewIfDue: () => false,
  }
}

const isSame = (one: Credentials, other: Credentials): boolean =>
  one.cert === other.cert && one.key === other.key

/**
 * A certificate that the skipper brings along, read again and again, so that a renewed one is served without a restart.
 * As long as it cannot be used, the last one that could is served, or else the boat's own: a wrong file is no reason to be
 * without TLS at sea.
 */
export class GivenCertificates implements Certificates {
  readonly #options: GivenCertificateOptions
  readonly #listeners = new ChangeListeners()
  readonly #looking: Disposable
  /** Opened only when there was nothing else to start with. */
  readonly #own: Certificates | undefined
  #serving: Serving
  #trouble: string | undefined

  constructor(options: GivenCertificateOptions, openOwn: () => Certificates) {
    this.#options = options
    const given = this.#read("the boat's own")
    if (given === undefined) {
      this.#own = openOwn()
      this.#own.onChange(() => this.#listeners.tell())
      this.#serving = this.#own
    } else this.#serving = given
    this.#looking = every(options.lookEveryMs ?? 5_000, () => this.#look())
  }

  get repairs(): readonly string[] {
    return this.#own?.repairs ?? []
  }

  current(): Credentials {
    return this.#serving.current()
  }

  warnings(now: number): readonly string[] {
    return [...(this.#trouble === undefined ? [] : [this.#trouble]), ...this.#serving.warnings(now)]
  }

  renewIfDue(now: number): boolean {
    return this.#serving.renewIfDue(now)
  }

  onChange(listener: () => void): Disposable {
    return this.#listeners.add(listener)
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]()
    this.#own?.[Symbol.dispose]()
    this.#listeners[Symbol.dispose]()
  }

  #look(): void {
    const [before, trouble] = [this.#serving, this.#trouble]
    this.#serving = this.#read(before === this.#own ? "the boat's own" : 'the one before') ?? before
    if (this.#trouble !== trouble || !isSame(this.#serving.current(), before.current()))
      this.#listeners.tell()
  }

  #read(instead: string): Serving | undefined {
    try {
      const given = readGiven(this.#options)
      this.#trouble = undefined
      return given
    } catch (error) {
      const { certificate } = this.#options
      this.#trouble = `The certificate ${certificate} cannot be used: ${messageOf(error)}. Instead, ${instead} is served`
      return undefined
    }
  }
}
