import { MarineDataError } from '@marinedata/model'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { Authority } from './authority.ts'
import { invalidNames, permanentNames, presentAddresses, type NameSources } from './boat-names.ts'
import { ChangeListeners, pinOf, type Certificates, type Credentials } from './credentials.ts'
import { keyPem, createKeyPair, readKeyPair, type KeyPair } from './key-pair.ts'
import { TlsFolder } from './tls-folder.ts'
import { dateFault, isDue, serverValidity, validityOf } from './validity.ts'

export interface BoatCertificateOptions extends NameSources {
  /** The data folder; keys and certificates are in `tls/` under it. */
  readonly folder: string
  /** For the common name of the authority; the host name when absent. */
  readonly boatName?: string
}

/** The maximum length of a common name (X.509). */
const commonNameLength = 64

/**
 * The boat's own authority and the server certificate that it issues. Both are created at the first start and saved.
 * The server key is kept at all renewals, and with it the pin.
 */
export class BoatCertificates implements Certificates {
  readonly #options: BoatCertificateOptions
  readonly #folder: TlsFolder
  readonly #listeners = new ChangeListeners()
  readonly #repairs: string[] = []
  readonly #authority: Authority
  readonly #keys: KeyPair
  #server: X509Certificate
  #writeError: string | undefined

  /**
   * @param now milliseconds of the wall clock
   * @throws MarineDataError `storage-full` when keys cannot be saved, `invalid-settings` when they cannot be read
   */
  constructor(options: BoatCertificateOptions, now: number) {
    this.#options = options
    this.#folder = new TlsFolder(options.folder)
    this.#authority = this.#openAuthority(now)
    this.#keys = this.#openKeys()
    const saved = this.#openServer()
    this.#server = saved ?? this.#issue(now)
    if (saved === undefined) this.#save()
    else this.renewIfDue(now)
  }

  get repairs(): readonly string[] {
    return this.#repairs
  }

  current(): Credentials {
    const { pem, certificate } = this.#authority
    return {
      key: keyPem(this.#keys),
      cert: this.#server.toString() + pem,
      caPem: pem,
      caFingerprint: certificate.fingerprint256,
      pin: pinOf(this.#keys.publicKey),
    }
  }

  warnings(now: number): readonly string[] {
    const fault = dateFault(this.#authority.validity, now)
    const refused = permanentNames(this.#options).filter((name) => !this.#authority.permits(name))
    return [
      ...(this.#writeError === undefined ? [] : [this.#writeError]),
      ...(fault === undefined ? [] : [`The boat's certificate authority ${fault}. ${replaceAuthority}`]),
      ...refused.map(
        (name) => `The boat's certificate authority does not permit the name "${name}". ${replaceAuthority}`,
      ),
      ...invalidNames(this.#options).map((name) => `"${name}" is neither a DNS name nor an address`),
    ]
  }

  renewIfDue(now: number): boolean {
    const { validity } = this.#authority
    const isMissing = this.#names().some((name) => !coversName(this.#server, name))
    if (!isMissing && !isDue(validityOf(this.#server), validity, now)) return false
    this.#server = this.#issue(now)
    this.#save()
    this.#listeners.notify()
    return true
  }

  onChange(listener: () => void): Disposable {
    return this.#listeners.add(listener)
  }

  [Symbol.dispose](): void {
    this.#listeners[Symbol.dispose]()
  }

  #openAuthority(now: number): Authority {
    const [pem, key] = [this.#folder.read('ca.pem'), this.#folder.read('ca.key')]
    const saved = pem === undefined || key === undefined ? undefined : Authority.read(pem, key)
    if (saved !== undefined) return saved
    const existed = pem !== undefined || key !== undefined
    this.#noteRepair("The boat's certificate authority (tls/ca.pem, tls/ca.key)", {
      existed,
      remedy: 'phones and browsers must install the new one',
    })
    if (existed) this.#folder.setAside('ca.pem', 'ca.key')
    const { boatName = this.#options.hostName } = this.#options
    const created = Authority.create({ boatName, names: permanentNames(this.#options), now })
    this.#folder.write('ca.key', created.keyPem)
    this.#folder.write('ca.pem', created.pem)
    return created
  }

  #openKeys(): KeyPair {
    const pem = this.#folder.read('server.key')
    const saved = pem === undefined ? undefined : readKeyPair(pem)
    if (saved !== undefined) return saved
    const existed = pem !== undefined
    this.#noteRepair("The server's key (tls/server.key)", {
      existed,
      remedy: 'apps that use the old pin must be paired again',
    })
    if (existed) this.#folder.setAside('server.key')
    const created = createKeyPair()
    this.#folder.write('server.key', keyPem(created))
    return created
  }

  /** The saved server certificate; undefined when a new one must be issued. */
  #openServer(): X509Certificate | undefined {
    const pem = this.#folder.read('server.pem')
    if (pem === undefined) return undefined
    const saved = this.#parseServer(pem)
    // After a repair of the authority or the key, the certificate is outdated, not damaged.
    if (saved !== undefined || this.#repairs.length > 0) return saved
    this.#noteRepair("The server's certificate (tls/server.pem)", {
      existed: true,
      remedy: 'phones and apps are not affected',
    })
    this.#folder.setAside('server.pem')
    return undefined
  }

  /** Undefined unless the certificate belongs to the server's key and the authority. */
  #parseServer(pem: string): X509Certificate | undefined {
    try {
      const server = new X509Certificate(pem)
      const isOurs = server.publicKey.equals(this.#keys.publicKey) && this.#authority.hasCertified(server)
      return isOurs ? server : undefined
    } catch {
      return undefined
    }
  }

  /** Records a repair. A part that never existed is not a repair: this is the first start. */
  #noteRepair(part: string, { existed, remedy }: { existed: boolean; remedy: string }): void {
    if (existed)
      this.#repairs.push(`${part} was damaged and replaced: ${remedy}. The damaged files now end in .damaged`)
    else if (this.#folder.read('server.pem') !== undefined)
      this.#repairs.push(`${part} was missing and replaced: ${remedy}`)
  }

  /** All names for the certificate that the authority permits. */
  #names(): string[] {
    const wanted = new Set([...permanentNames(this.#options), ...presentAddresses(this.#options)])
    return [...wanted].filter((name) => this.#authority.permits(name))
  }

  #issue(now: number): X509Certificate {
    const names = this.#names()
    return this.#authority.certify({
      commonName: names.find((name) => isIP(name) === 0 && name.length <= commonNameLength) ?? 'localhost',
      publicKey: this.#keys.publicKey,
      validity: serverValidity(now, this.#authority.validity),
      names,
    })
  }

  /** Saves the certificate. One that cannot be saved is used all the same: the next start issues another. */
  #save(): void {
    this.#writeError = undefined
    try {
      this.#folder.write('server.pem', this.#server.toString())
    } catch (error) {
      if (!(error instanceof MarineDataError)) throw error
      this.#writeError = `${error.message}: the server's new certificate is used, but not saved`
    }
  }
}

const replaceAuthority =
  'To create a new one, remove tls/ca.pem and tls/ca.key and restart the server. Phones must then install it'

const coversName = (server: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? server.checkHost(name, { subject: 'never' }) : server.checkIP(name)) !== undefined
