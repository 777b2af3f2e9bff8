import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import type { PairingMade } from '@marinedata/model'

/** A pairing request. Only this page can collect the token, because it has the verifier. */
export interface PairingRequest {
  readonly id: string
  readonly digits: string
  readonly verifier: string
  /** By the clock of this device. */
  readonly endsAt: number
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text: string): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  // Absent on an unencrypted connection.
  const { subtle } = crypto as Partial<Crypto>
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha-256.ts')
  return sha256(bytes)
}

export const askPairing = async (client: MarineDataClient, name: string): Promise<PairingRequest> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(await digestOf(verifier))
  const body = { name, challenge }
  const { id, digits, seconds } = await client.call<PairingMade>('POST', 'access/pairings', { body })
  return { id, digits, verifier, endsAt: Date.now() + seconds * 1_000 }
}

/** Whether the owner has approved this device. A failed request counts as not yet. */
export const isApproved = async (
  client: MarineDataClient,
  { id, verifier }: PairingRequest,
): Promise<boolean> => {
  try {
    const path = ['access', 'pairings', id, 'collect']
    const { state } = await client.call<{ readonly state?: string }>('POST', path, {
      body: { verifier, keep: 'cookie' },
    })
    return state !== 'PENDING'
  } catch (error) {
    if (error instanceof MarineDataError && error.code !== 'too-many-requests') throw error
    return false
  }
}

const keptKey = 'marinedata.pairing'

/** Stored while pending: a phone may suspend the page and load it again. */
export const storePairing = (pairing: PairingRequest | undefined): void => {
  if (pairing === undefined) sessionStorage.removeItem(keptKey)
  else sessionStorage.setItem(keptKey, JSON.stringify(pairing))
}

export const storedPairing = (): PairingRequest | undefined => {
  const text = sessionStorage.getItem(keptKey)
  // Written by this page.
  return text === null ? undefined : (JSON.parse(text) as PairingRequest)
}
