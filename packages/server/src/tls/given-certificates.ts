import { MarineDataError } from '@marinedata/model'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { every } from '../system-clock.ts'
import { ChangeListeners, pinOf, type Certificates, type Credentials } from './credentials.ts'
import { dateFault, validityOf } from './validity.ts'

export interface GivenCertificateOptions {
  /** Path of the certificate with its chain, as PEM. */
  readonly certificate: string
  /** Path of the private key, as PEM, without a pass-phrase. */
  readonly key: string
  /** Interval at which the files are read; 5 s when absent. */
  readonly pollMs?: number
}

/** The certificates in use: the given one, or the boat's own. */
type ActiveCertificates = Pick<Certificates, 'current' | 'warnings' | 'renewIfDue'>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** @throws for anything that a TLS server cannot use */
const readGiven = ({ certificate: path, key: keyPath }: GivenCertificateOptions): ActiveCertificates => {
  const [cert, key] = [readFileSync(path, 'utf8'), readFileSync(keyPath, 'utf8')]
  const certificate = new X509Certificate(cert)
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new MarineDataError('invalid-settings', `${keyPath} is not the key of the certificate`)
  // Rejects what the TLS library would not use, such as weak keys.
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
 * A certificate from files of the settings. The files are polled, so that a renewed certificate is used without a
 * restart. While they are not usable, the previous certificate is used, or else the boat's own: a wrong file must not
 * leave the boat without TLS at sea.
 */
export class GivenCertificates implements Certificates {
  readonly #options: GivenCertificateOptions
  readonly #listeners = new ChangeListeners()
  readonly #polling: Disposable
  /** Opened only when the given certificate is not usable at the start. */
  readonly #own: Certificates | undefined
  #active: ActiveCertificates
  #error: string | undefined

  constructor(options: GivenCertificateOptions, openOwn: () => Certificates) {
    this.#options = options
    const given = this.#read("the boat's own")
    if (given === undefined) {
      this.#own = openOwn()
      this.#own.onChange(() => this.#listeners.notify())
      this.#active = this.#own
    } else this.#active = given
    this.#polling = every(options.pollMs ?? 5_000, () => this.#poll())
  }

  get repairs(): readonly string[] {
    return this.#own?.repairs ?? []
  }

  current(): Credentials {
    return this.#active.current()
  }

  warnings(now: number): readonly string[] {
    return [...(this.#error === undefined ? [] : [this.#error]), ...this.#active.warnings(now)]
  }

  renewIfDue(now: number): boolean {
    return this.#active.renewIfDue(now)
  }

  onChange(listener: () => void): Disposable {
    return this.#listeners.add(listener)
  }

  [Symbol.dispose](): void {
    this.#polling[Symbol.dispose]()
    this.#own?.[Symbol.dispose]()
    this.#listeners[Symbol.dispose]()
  }

  #poll(): void {
    const [previous, error] = [this.#active, this.#error]
    this.#active = this.#read(previous === this.#own ? "the boat's own" : 'the previous one') ?? previous
    if (this.#error !== error || !isSame(this.#active.current(), previous.current())) this.#listeners.notify()
  }

  #read(fallback: string): ActiveCertificates | undefined {
    try {
      const given = readGiven(this.#options)
      this.#error = undefined
      return given
    } catch (error) {
      const { certificate } = this.#options
      const reason = messageOf(error)
      this.#error = `The certificate ${certificate} cannot be used: ${reason}. The server uses ${fallback} instead`
      return undefined
    }
  }
}
