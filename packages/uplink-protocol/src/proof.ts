import { sign, verify, type KeyObject } from 'node:crypto'
import { subprotocol } from './limits.ts'

/** The fields that a boat signs to prove its identity. */
export interface Claim {
  readonly nonce: string
  /** The name of the gateway that the boat dialled: a proof for one fleet is worth nothing at another. */
  readonly host: string
  readonly vessel: string
  readonly log: string
}

/** The parts must not contain a line feed. */
const signedBytes = ({ nonce, host, vessel, log }: Claim): Uint8Array =>
  new TextEncoder().encode([subprotocol, nonce, host, vessel, log].join('\n'))

/** @param key an Ed25519 private key */
export const prove = (claim: Claim, key: KeyObject): string =>
  sign(null, signedBytes(claim), key).toString('base64url')

/** @param key the Ed25519 public key that the boat had when it joined */
export const isProved = (claim: Claim, proof: string, key: KeyObject): boolean => {
  const parts = Object.values(claim) as string[]
  if (parts.some((part) => part.includes('\n'))) return false
  return verify(null, signedBytes(claim), key, Buffer.from(proof, 'base64url'))
}
