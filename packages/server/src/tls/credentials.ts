import { createHash, type KeyObject } from 'node:crypto'
import { spkiOf } from './certificate.ts'

/** Key and certificate of a TLS server. */
export interface Credentials {
  /** The private key, as PEM. */
  readonly key: string
  /** The server's certificate and its chain, as PEM. */
  readonly cert: string
  /** Served for names that `cert` must not contain; absent when `cert` contains all names. */
  readonly wider?: { readonly cert: string; readonly isFor: (name: string) => boolean }
  /** The certificate of the boat's own authority, as PEM; undefined when another authority issued the certificate. */
  readonly caPem: string | undefined
  /** The SHA-256 fingerprint of the authority, `AB:CD:…`, as phones and browsers show it. */
  readonly caFingerprint: string | undefined
  /** Identifies the server to apps, independent of the issuer: see {@link pinOf}. */
  readonly pin: string
}

/** Certificates that are renewed while the server runs. */
export interface Certificates extends Disposable {
  current(): Credentials
  /** Damage that was repaired at the start, one sentence each. */
  readonly repairs: readonly string[]
  /** Present problems with the certificates, one sentence each. */
  warnings(now: number): readonly string[]
  /**
   * Issues a new certificate when the old one expires soon or the machine has new addresses; true when it did. Cheap
   * when there is nothing to do, so that it can be called often and notices a clock change soon. A certificate that
   * cannot be written to disk is used all the same, and reported as a warning.
   * @param now milliseconds of the wall clock
   */
  renewIfDue(now: number): boolean
  /** Calls the listener when the credentials or the warnings have changed. */
  onChange(listener: () => void): Disposable
}

/** SHA-256 of the public key (SPKI) in base64url: equal for all certificates of that key. */
export const pinOf = (publicKey: KeyObject): string =>
  createHash('sha256').update(spkiOf(publicKey)).digest('base64url')

export class ChangeListeners implements Disposable {
  readonly #listeners = new Set<() => void>()

  add(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
