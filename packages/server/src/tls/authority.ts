import { X509Certificate } from 'node:crypto'
import {
  authorityCertificate,
  keyIdentifier,
  serverCertificate,
  type Subject,
  type Validity,
} from './certificate.ts'
import { isPermitted } from './certified-name.ts'
import { keyPem, createKeyPair, readKeyPair, type KeyPair } from './key-pair.ts'
import { authorityValidity, validityOf } from './validity.ts'

export interface NewAuthority {
  /** Part of the common name, which phones show in their list of trusted authorities. */
  readonly boatName: string
  readonly names: readonly string[]
  readonly now: number
}

/** The whole common name may have 64 characters (X.509). */
const boatNameLength = 36

/** The boat's own certificate authority. Name constraints limit it to the boat's names and to private addresses. */
export class Authority {
  readonly certificate: X509Certificate
  readonly pem: string
  readonly #keys: KeyPair

  private constructor(pem: string, keys: KeyPair) {
    this.certificate = new X509Certificate(pem)
    this.pem = pem
    this.#keys = keys
  }

  static create({ boatName, names, now }: NewAuthority): Authority {
    const keys = createKeyPair()
    const suffix = keyIdentifier(keys.publicKey).toString('hex', 0, 4)
    const commonName = `Boat authority of ${boatName.slice(0, boatNameLength).toWellFormed()} ${suffix}`
    const subject = { commonName, publicKey: keys.publicKey, names, validity: authorityValidity(now) }
    return new Authority(authorityCertificate(subject, keys.privateKey), keys)
  }

  /**
   * The same authority, with the same key and common name, for other names. Devices that have installed the former
   * certificate still accept what this one issues, for the names that the former one permits.
   */
  reissue(names: readonly string[], now: number): Authority {
    const { publicKey, privateKey } = this.#keys
    const subject = { commonName: this.#commonName, publicKey, names, validity: authorityValidity(now) }
    return new Authority(authorityCertificate(subject, privateKey), this.#keys)
  }

  /** Undefined when certificate and key do not form a valid authority. */
  static read(pem: string, key: string): Authority | undefined {
    const keys = readKeyPair(key)
    if (keys === undefined) return undefined
    try {
      const authority = new Authority(pem, keys)
      return authority.#isValid() ? authority : undefined
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

  /** Issues the certificate of a server. The caller must check that its names are permitted. */
  certify(server: Subject): X509Certificate {
    return new X509Certificate(serverCertificate(server, { commonName: this.#commonName, ...this.#keys }))
  }

  /** Whether a server's certificate was issued by this authority and its signature is valid. */
  hasCertified(server: X509Certificate): boolean {
    return server.checkIssued(this.certificate) && server.verify(this.#keys.publicKey)
  }

  /** Whether this is an authority with a valid signature, and its key issues verifiable certificates. */
  #isValid(): boolean {
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
