import { createHash, type KeyObject } from 'node:crypto'
import { spkiOf } from './certificate.ts'

/** What a TLS server shows and proves. */
export interface Credentials {
  /** The private key, as PEM. */
  readonly key: string
  /** The server's certificate and those above it, as PEM. */
  readonly cert: string
  /** The boat's own authority, as PEM; undefined where the certificate is by someone else. */
  readonly caPem: string | undefined
  /** The authority's SHA-256 fingerprint, `AB:CD:…`, as phones and browsers show it. */
  readonly caFingerprint: string | undefined
  /** By this an app knows the server, whoever certified it: see {@link pinOf}. */
  readonly pin: string
}

/** Credentials that are renewed while the server runs. */
export interface Certificates extends Disposable {
  current(): Credentials
  /** What had to be put right at the start, a sentence each. */
  readonly repairs: readonly string[]
  /** What the skipper should know of at this moment, a sentence each. */
  warnings(now: number): readonly string[]
  /**
   * Makes a new certificate when the time has come, or when the machine has other addresses; true when it did. Cheap
   * when there is nothing to do, so that a clock that was set is noticed soon. What the disk does not take is served all
   * the same, and is one of the warnings.
   * @param now milliseconds of the wall clock
   */
  renewIfDue(now: number): boolean
  /** Calls back when there is something new to serve, or to warn of. */
  onChange(listener: () => void): Disposable
}

/** SHA-256 of the public key (SPKI), in base64url: the same for every certificate of that key. */
export const pinOf = (publicKey: KeyObject): string =>
  createHash('sha256').update(spkiOf(publicKey)).digest('base64url')

/** Those who want to hear of changes. */
export class ChangeListeners implements Disposable {
  readonly #listeners = new Set<() => void>()

  add(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
