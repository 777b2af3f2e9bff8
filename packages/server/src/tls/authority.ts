import { X509Certificate } from 'node:crypto'
import {
  authorityCertificate,
  keyIdentifier,
  serverCertificate,
  type Subject,
  type Validity,
} from './certificate.ts'
import { isPermitted } from './certified-name.ts'
import { keyPem, makeKeyPair, readKeyPair, type KeyPair } from './key-pair.ts'
import { authorityValidity, validityOf } from './validity.ts'

export interface NewAuthority {
  /** Shown where phones list whom they trust. */
  readonly boatName: string
  readonly names: readonly string[]
  readonly now: number
}

/** X.509 allows 64 characters for a name in all. */
const boatNameLength = 36

/** The boat's own certificate authority. It speaks for the boat's names and for private addresses, and for no others. */
export class Authority {
  readonly certificate: X509Certificate
  readonly pem: string
  readonly #keys: KeyPair

  private constructor(pem: string, keys: KeyPair) {
    this.certificate = new X509Certificate(pem)
    this.pem = pem
    this.#keys = keys
  }

  static make({ boatName, names, now }: NewAuthority): Authority {
    const keys = makeKeyPair()
    const mark = keyIdentifier(keys.publicKey).toString('hex', 0, 4)
    const commonName = `Boat authority of ${boatName.slice(0, boatNameLength).toWellFormed()} ${mark}`
    const subject = { commonName, publicKey: keys.publicKey, names, validity: authorityValidity(now) }
    return new Authority(authorityCertificate(subject, keys.privateKey), keys)
  }

  /** Undefined when the two are not a whole authority. */
  static read(pem: string, key: string): Authority | undefined {
    const keys = readKeyPair(key)
    if (keys === undefined) return undefined
    try {
      const authority = new Authority(pem, keys)
      return authority.#isWhole() ? authority : undefined
    } catch {
      return undefined
    }
  }

  get keyPem(): string {
    return keyPem(this.#keys)
  }

  get validity(): Validity {
    return validityOf(this.certificate)
  }

  permits(name: string): boolean {
    return isPermitted(name, this.certificate.raw)
  }

  /** The certificate of a server; whether its names are permitted is for the caller to see. */
  certify(server: Subject): X509Certificate {
    return new X509Certificate(serverCertificate(server, { commonName: this.#commonName, ...this.#keys }))
  }

  /** Whether a server's certificate is by this authority, and untouched. */
  hasCertified(server: X509Certificate): boolean {
    return server.checkIssued(this.certificate) && server.verify(this.#keys.publicKey)
  }

  /** Whether it is an authority, untouched, and what it certifies can be traced back to it. */
  #isWhole(): boolean {
    const { publicKey } = this.#keys
    const sample = { commonName: 'sample', publicKey, names: [], validity: this.validity }
    return (
      this.certificate.ca && this.certificate.verify(publicKey) && this.hasCertified(this.certify(sample))
    )
  }

  get #commonName(): string {
    const { CN } = this.certificate.toLegacyObject().subject
    return typeof CN === 'string' ? CN : ''
  }
}
