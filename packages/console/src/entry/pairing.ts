import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import type { PairingMade } from '@marinedata/model'

/** A device that has asked to be let in. Only this page can collect what it is given: it keeps the verifier. */
export interface AskedPairing {
  readonly id: string
  readonly digits: string
  readonly verifier: string
  /** On the calendar of this device. */
  readonly endsAt: number
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text: string): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  // Absent on a line that others can listen to.
  const { subtle } = crypto as Partial<Crypto>
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha-256.ts')
  return sha256(bytes)
}

export const askPairing = async (client: MarineDataClient, name: string): Promise<AskedPairing> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(await digestOf(verifier))
  const body = { name, challenge }
  const { id, digits, seconds } = await client.call<PairingMade>('POST', 'access/pairings', { body })
  return { id, digits, verifier, endsAt: Date.now() + seconds * 1_000 }
}

/** Whether the owner has let this device in; a line that fails for a moment is no answer. */
export const isLetIn = async (client: MarineDataClient, { id, verifier }: AskedPairing): Promise<boolean> => {
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

/** Kept while it waits: a phone may put the page to sleep and load it anew. */
export const keepPairing = (pairing: AskedPairing | undefined): void => {
  if (pairing === undefined) sessionStorage.removeItem(keptKey)
  else sessionStorage.setItem(keptKey, JSON.stringify(pairing))
}

export const keptPairing = (): AskedPairing | undefined => {
  const text = sessionStorage.getItem(keptKey)
  // Written by this very page.
  return text === null ? undefined : (JSON.parse(text) as AskedPairing)
}
