import { MarineDataError } from '@marinedata/model'
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { Authority } from './authority.ts'
import { impossibleNames, lastingNames, presentAddresses, type NameSources } from './boat-names.ts'
import { ChangeListeners, pinOf, type Certificates, type Credentials } from './credentials.ts'
import { keyPem, makeKeyPair, readKeyPair, type KeyPair } from './key-pair.ts'
import { TlsFolder } from './tls-folder.ts'
import { dateFault, isDue, serverValidity, validityOf } from './validity.ts'

export interface BoatCertificateOptions extends NameSources {
  /** The data folder; keys and certificates are in `tls/` under it. */
  readonly folder: string
  /** For the authority's own name; the machine's when it has none. */
  readonly boatName?: string
}

/** X.509 allows no longer common name. */
const commonNameLength = 64

/**
 * The boat's own authority and the server's certificate by it, made at the first start and kept. The server's key stays
 * the same through all renewals, and with it the pin.
 */
export class BoatCertificates implements Certificates {
  readonly #options: BoatCertificateOptions
  readonly #folder: TlsFolder
  readonly #listeners = new ChangeListeners()
  readonly #repairs: string[] = []
  readonly #authority: Authority
  readonly #keys: KeyPair
  #server: X509Certificate
  #trouble: string | undefined

  /**
   * @param now milliseconds of the wall clock
   * @throws MarineDataError `storage-full` when keys cannot be kept, `invalid-settings` when they cannot be read
   */
  constructor(options: BoatCertificateOptions, now: number) {
    this.#options = options
    this.#folder = new TlsFolder(options.folder)
    this.#authority = this.#openAuthority(now)
    this.#keys = this.#openKeys()
    const known = this.#openServer()
    this.#server = known ?? this.#issue(now)
    if (known === undefined) this.#keep()
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
    const refused = lastingNames(this.#options).filter((name) => !this.#authority.permits(name))
    return [
      ...(this.#trouble === undefined ? [] : [this.#trouble]),
      ...(fault === undefined ? [] : [`The boat's certificate authority ${fault}. ${anew}`]),
      ...refused.map(
        (name) =>
          `The boat's certificate authority was made before "${name}" and cannot speak for it. ${anew}`,
      ),
      ...impossibleNames(this.#options).map((name) => `"${name}" is neither a DNS name nor an address`),
    ]
  }

  renewIfDue(now: number): boolean {
    const { validity } = this.#authority
    const isMissing = this.#names().some((name) => !answersTo(this.#server, name))
    if (!isMissing && !isDue(validityOf(this.#server), validity, now)) return false
    this.#server = this.#issue(now)
    this.#keep()
    this.#listeners.tell()
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
    const known = pem === undefined || key === undefined ? undefined : Authority.read(pem, key)
    if (known !== undefined) return known
    const wasThere = pem !== undefined || key !== undefined
    this.#noteRepair("The boat's certificate authority (tls/ca.pem, tls/ca.key)", {
      wasThere,
      remedy: 'phones and browsers have to be given the new one',
    })
    if (wasThere) this.#folder.setAside('ca.pem', 'ca.key')
    const { boatName = this.#options.hostName } = this.#options
    const made = Authority.make({ boatName, names: lastingNames(this.#options), now })
    this.#folder.write('ca.key', made.keyPem)
    this.#folder.write('ca.pem', made.pem)
    return made
  }

  #openKeys(): KeyPair {
    const pem = this.#folder.read('server.key')
    const known = pem === undefined ? undefined : readKeyPair(pem)
    if (known !== undefined) return known
    const wasThere = pem !== undefined
    this.#noteRepair("The server's key (tls/server.key)", {
      wasThere,
      remedy: 'apps that know the old pin have to be linked again',
    })
    if (wasThere) this.#folder.setAside('server.key')
    const made = makeKeyPair()
    this.#folder.write('server.key', keyPem(made))
    return made
  }

  /** The server's certificate as it was kept; undefined when another has to be made. */
  #openServer(): X509Certificate | undefined {
    const pem = this.#folder.read('server.pem')
    if (pem === undefined) return undefined
    const known = this.#soundServer(pem)
    // After a repair of what it rests on, the certificate is not damaged but merely old.
    if (known !== undefined || this.#repairs.length > 0) return known
    this.#noteRepair("The server's certificate (tls/server.pem)", {
      wasThere: true,
      remedy: 'phones and apps will not notice',
    })
    this.#folder.setAside('server.pem')
    return undefined
  }

  #soundServer(pem: string): X509Certificate | undefined {
    try {
      const server = new X509Certificate(pem)
      const isOurs = server.publicKey.equals(this.#keys.publicKey) && this.#authority.hasCertified(server)
      return isOurs ? server : undefined
    } catch {
      return undefined
    }
  }

  /** A part that was never there is no repair: this is the first start. */
  #noteRepair(part: string, { wasThere, remedy }: { wasThere: boolean; remedy: string }): void {
    if (wasThere)
      this.#repairs.push(`${part} was damaged and made anew: ${remedy}. What was there ends in .damaged now`)
    else if (this.#folder.read('server.pem') !== undefined)
      this.#repairs.push(`${part} was gone and made anew: ${remedy}`)
  }

  /** All that the certificate should name, as far as the authority may. */
  #names(): string[] {
    const wanted = new Set([...lastingNames(this.#options), ...presentAddresses(this.#options)])
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

  /** A certificate that cannot be kept serves all the same: the next start makes another. */
  #keep(): void {
    this.#trouble = undefined
    try {
      this.#folder.write('server.pem', this.#server.toString())
    } catch (error) {
      if (!(error instanceof MarineDataError)) throw error
      this.#trouble = `${error.message}: the server's new certificate is used, but not kept`
    }
  }
}

const anew =
  'Remove tls/ca.pem and tls/ca.key and start again to have a new one, which phones must then be given'

const answersTo = (server: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? server.checkHost(name, { subject: 'never' }) : server.checkIP(name)) !== undefined
