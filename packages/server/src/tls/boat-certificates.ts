import { MarineDataError } from '@marinedata/model'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { Authority } from './authority.ts'
import {
  authorityNames,
  invalidNames,
  permanentNames,
  presentAddresses,
  type NameSources,
} from './boat-names.ts'
import { isPermitted } from './certified-name.ts'
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
  /** The authority's certificate before it was issued again for more names; devices may still have it installed. */
  readonly #former: X509Certificate | undefined
  readonly #keys: KeyPair
  #server: X509Certificate
  /** Contains all names, also those that the former certificate of the authority does not permit. */
  #wider: X509Certificate | undefined
  #writeError: string | undefined

  /**
   * @param now milliseconds of the wall clock
   * @throws MarineDataError `storage-full` when keys cannot be saved, `invalid-settings` when they cannot be read
   */
  constructor(options: BoatCertificateOptions, now: number) {
    this.#options = options
    this.#folder = new TlsFolder(options.folder)
    this.#authority = this.#openAuthority(now)
    this.#former = this.#openFormer()
    this.#keys = this.#openKeys()
    const saved = this.#openServer()
    this.#server = saved ?? this.#issue(now)
    this.#wider = this.#issueWider(now)
    if (saved === undefined) this.#save()
    else this.renewIfDue(now)
  }

  get repairs(): readonly string[] {
    return this.#repairs
  }

  current(): Credentials {
    const { pem, certificate } = this.#authority
    const wider = this.#wider
    return {
      key: keyPem(this.#keys),
      cert: this.#server.toString() + pem,
      ...(wider && {
        wider: { cert: wider.toString() + pem, isFor: (name: string) => !this.#isForAll(name) },
      }),
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
    const widest = this.#wider ?? this.#server
    const isMissing =
      this.#names().some((name) => !coversName(this.#server, name)) ||
      this.#allNames().some((name) => !coversName(widest, name))
    if (!isMissing && !isDue(validityOf(this.#server), validity, now)) return false
    this.#server = this.#issue(now)
    this.#wider = this.#issueWider(now)
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
    const created = Authority.create({ boatName, names: authorityNames(this.#options), now })
    this.#folder.write('ca.key', created.keyPem)
    this.#folder.write('ca.pem', created.pem)
    return created
  }

  #openFormer(): X509Certificate | undefined {
    const pem = this.#folder.read('ca-former.pem')
    try {
      const former = pem === undefined ? undefined : new X509Certificate(pem)
      // The key differs: the authority has been replaced.
      return former?.publicKey.equals(this.#authority.certificate.publicKey) === true ? former : undefined
    } catch {
      return undefined
    }
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

  /** All names that the authority permits. */
  #allNames(): string[] {
    const wanted = new Set([...permanentNames(this.#options), ...presentAddresses(this.#options)])
    return [...wanted].filter((name) => this.#authority.permits(name))
  }

  /** Whether the former certificate of the authority also permits a name. */
  #isForAll(name: string): boolean {
    return this.#former === undefined || isPermitted(name, this.#former.raw)
  }

  /** The names of the certificate that all devices accept. */
  #names(): string[] {
    return this.#allNames().filter((name) => this.#isForAll(name))
  }

  #issueWider(now: number): X509Certificate | undefined {
    return this.#former === undefined ? undefined : this.#issue(now, this.#allNames())
  }

  #issue(now: number, names = this.#names()): X509Certificate {
    return this.#authority.certify({
      commonName: names.find((name) => isIP(name) === 0 && name.length <= commonNameLength) ?? 'localhost',
      publicKey: this.#keys.publicKey,
      validity: serverValidity(now, this.#authority.validity),
      names,
    })
  }

  /** Saves the certificate. An unsaved certificate is still used: the next start issues another. */
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
  'Run "marinedata access authority --renew" and restart the server. Phones must then install it again'

/**
 * Issues the authority's certificate again, with the same key, for the present names and every `.local` name. The
 * former certificate is saved beside it, so that devices that have installed it continue to trust the boat. A running
 * server uses it after a restart.
 * @param now milliseconds of the wall clock
 * @returns the SHA-256 fingerprint of the new certificate
 * @throws MarineDataError `not-found` without an authority, `storage-full`
 */
export const renewAuthority = (options: BoatCertificateOptions, now: number): string => {
  const folder = new TlsFolder(options.folder)
  const [pem, key] = [folder.read('ca.pem'), folder.read('ca.key')]
  const present = pem === undefined || key === undefined ? undefined : Authority.read(pem, key)
  if (present === undefined)
    throw new MarineDataError(
      'not-found',
      `${options.folder} has no certificate authority yet. The server creates it at its first start`,
    )
  const renewed = present.reissue(authorityNames(options), now)
  // The oldest certificate stays: it permits the fewest names.
  if (folder.read('ca-former.pem') === undefined) folder.write('ca-former.pem', present.pem)
  folder.write('ca.pem', renewed.pem)
  return renewed.certificate.fingerprint256
}

/**
 * Removes the former certificate of the authority: devices that have only that one no longer trust the boat.
 * @throws MarineDataError `storage-full`
 */
export const forgetFormerAuthority = (folder: string): void => new TlsFolder(folder).remove('ca-former.pem')

const coversName = (server: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? server.checkHost(name, { subject: 'never' }) : server.checkIP(name)) !== undefined
