import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'

/** The start of an Ed25519 private key in PKCS #8; 32 bytes follow. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private key of a simulated boat: it follows from its name, so that both ends know it. */
export const privateKeyOf = (vessel: string): KeyObject => {
  const seed = Buffer.from(hash('sha256', `key of ${vessel}`, 'hex'), 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}

const known = new Map<string, KeyObject>()

/** The public key of a simulated boat; undefined for a vessel that is none. */
export const keyOfVessel = (vessel: string): KeyObject | undefined => {
  if (!vessel.startsWith('urn:mrn:imo:mmsi:2')) return undefined
  const key = known.get(vessel) ?? createPublicKey(privateKeyOf(vessel))
  known.set(vessel, key)
  return key
}
