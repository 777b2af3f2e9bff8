import { checkOf, identifierPattern, Type, type Static } from '@marinedata/model'
import { isProved, prove } from './proof.ts'
import { createPublicKey, type KeyObject } from 'node:crypto'

const strict = { additionalProperties: false } as const
const vesselIdentifier = Type.String({ pattern: identifierPattern('vessels'), maxLength: 256 })
const signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$', description: 'Ed25519, base64url' })

/** `POST /join` at the fleet's address. The code is given by someone ashore, and can be used once. */
export const JoinRequest = Type.Object(
  {
    code: Type.String({ pattern: '^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$' }),
    vessel: vesselIdentifier,
    name: Type.String({ maxLength: 64, description: 'of the boat; empty if it has none' }),
    key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'the Ed25519 public key, base64url' }),
    proof: signature,
  },
  strict,
)
export type JoinRequest = Static<typeof JoinRequest>
export const joinRequest = checkOf<JoinRequest>(JoinRequest)

export const JoinAnswer = Type.Object(
  { fleet: Type.String({ minLength: 1, maxLength: 64, description: 'name of the fleet, for people' }) },
  strict,
)
export type JoinAnswer = Static<typeof JoinAnswer>
export const joinAnswer = checkOf<JoinAnswer>(JoinAnswer)

/** `POST /leave` at the fleet's address: the fleet forgets the key. A boat that joins again makes a new key. */
export const LeaveRequest = Type.Object({ vessel: vesselIdentifier, proof: signature }, strict)
export type LeaveRequest = Static<typeof LeaveRequest>
export const leaveRequest = checkOf<LeaveRequest>(LeaveRequest)

/** The public key in the form of `JoinRequest`. */
export const keyText = (key: KeyObject): string => {
  const { x } = key.export({ format: 'jwk' })
  return x ?? ''
}

/** @throws when the text is no Ed25519 key */
export const keyOfText = (text: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })

interface JoiningClaim {
  readonly host: string
  readonly vessel: string
}

/** Proofs of the owner of the key. Neither can be mistaken for a hello, whose nonce has another length. */
export const proveJoining = ({ host, vessel }: JoiningClaim, code: string, key: KeyObject): string =>
  prove({ nonce: code, host, vessel, log: 'join' }, key)
export const isJoiningProved = ({ code, vessel, key, proof }: JoinRequest, host: string): boolean =>
  isProved({ nonce: code, host, vessel, log: 'join' }, proof, keyOfText(key))

export const proveLeaving = ({ host, vessel }: JoiningClaim, key: KeyObject): string =>
  prove({ nonce: 'leave', host, vessel, log: 'leave' }, key)
export const isLeavingProved = ({ vessel, proof }: LeaveRequest, host: string, key: KeyObject): boolean =>
  isProved({ nonce: 'leave', host, vessel, log: 'leave' }, proof, key)
