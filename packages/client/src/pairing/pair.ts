import { MarineDataError, type PairingMade } from '@marinedata/model'
import type { MarineDataClient } from '../marine-data-client.ts'
import type { RequestOptions } from '../request-json.ts'

/** A pending pairing. It can be stored and continued: only the owner of the verifier can collect the token. */
export interface Pairing {
  readonly id: string
  /** Six digits to show: the owner of the boat enters them on the console, under More, Access. */
  readonly digits: string
  readonly verifier: string
  /** Milliseconds since 1970, by the clock of this device. */
  readonly endsAt: number
}

export interface PairOptions {
  /** The name under which the owner sees this program. */
  readonly name: string
  /** Called once with the digits to show. */
  readonly onDigits: (digits: string) => void
  readonly signal?: AbortSignal
}

const askEveryMs = 1_000

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text: string): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  // Absent in pages on an unencrypted connection.
  const { subtle } = crypto as Partial<typeof crypto>
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha-256.ts')
  return sha256(bytes)
}

/** Asks a boat for access. */
export const requestPairing = async (
  client: MarineDataClient,
  name: string,
  options: RequestOptions = {},
): Promise<Pairing> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(await digestOf(verifier))
  const { id, digits, seconds }: PairingMade = await client.call('POST access/pairings', {
    body: { name, challenge },
    ...options,
  })
  return { id, digits, verifier, endsAt: Date.now() + seconds * 1_000 }
}

/**
 * Whether the owner has approved the pairing: the token, or true when the browser stores it as a cookie. A boat that
 * cannot be reached, or that asks for patience, counts as not yet.
 *
 * @throws MarineDataError when the owner has rejected it or it has expired
 */
export const collectPairing = async (
  client: MarineDataClient,
  { id, verifier }: Pick<Pairing, 'id' | 'verifier'>,
  keep: 'cookie' | 'token' = 'token',
): Promise<string | boolean> => {
  try {
    const answer = await client.call('POST access/pairings/{id}/collect', {
      params: { id },
      body: { verifier, keep },
    })
    return 'state' in answer ? false : (answer.token ?? true)
  } catch (error) {
    if (error instanceof MarineDataError && error.code !== 'too-many-requests') throw error
    return false
  }
}

const pause = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, askEveryMs)
    signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * Pairs this program with a boat: asks for access, shows six digits, and waits until the owner has approved them.
 *
 * @returns the token. Store it: the boat gives it once
 * @throws MarineDataError `unauthenticated` when the digits have expired, or as the boat responds
 */
export const pair = async (
  client: MarineDataClient,
  { name, onDigits, signal }: PairOptions,
): Promise<string> => {
  const pairing = await requestPairing(client, name, signal === undefined ? {} : { signal })
  onDigits(pairing.digits)
  while (Date.now() < pairing.endsAt) {
    signal?.throwIfAborted()
    const token = await collectPairing(client, pairing)
    if (typeof token === 'string') return token
    await pause(signal)
  }
  throw new MarineDataError('unauthenticated', `Nobody approved "${name}" in time. Pair again.`)
}
