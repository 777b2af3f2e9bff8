import { Timestamp } from '#data/delta.ts'
import { PersonRole, scopes, TokenRole } from '#scopes.ts'
import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const

/** A name that people read: of a person, a phone, a gateway. */
export const HolderName = Type.String({
  $id: 'HolderName',
  pattern:
    '^[^\\u0000-\\u0020\\u007f-\\u00a0](?:[^\\u0000-\\u001f\\u007f-\\u009f]{0,62}[^\\u0000-\\u0020\\u007f-\\u00a0])?$',
  description: '1 to 64 characters, with no space at either end',
})
export type HolderName = Static<typeof HolderName>

export const passphraseLimits = { minLength: 12, maxLength: 256, differentLetters: 5 } as const
export const Passphrase = Type.String({
  $id: 'Passphrase',
  minLength: passphraseLimits.minLength,
  maxLength: passphraseLimits.maxLength,
  description: 'at least 12 characters; several words are better than one',
})
export type Passphrase = Static<typeof Passphrase>

const code = Type.String({ minLength: 6, maxLength: 64, description: 'as it was printed or shown' })

/** How the secret is kept by whoever asks: a browser keeps a cookie, a program a token. */
export const Keeping = Type.Enum(['cookie', 'token'], { $id: 'Keeping' })
export type Keeping = 'cookie' | 'token'
const keep = Type.Optional(Keeping)

/** Makes the first owner of a boat that has none. Used with the code of an invitation, makes another person. */
export const JoinRequest = Type.Object(
  { code, name: HolderName, passphrase: Passphrase, keep },
  { $id: 'JoinRequest', ...strict },
)
export type JoinRequest = Static<typeof JoinRequest>

export const SignInRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    passphrase: Type.String({ minLength: 1, maxLength: passphraseLimits.maxLength }),
    keep,
  },
  { $id: 'SignInRequest', ...strict },
)
export type SignInRequest = Static<typeof SignInRequest>

export const PassphraseChange = Type.Object(
  { current: Type.String({ minLength: 1, maxLength: passphraseLimits.maxLength }), passphrase: Passphrase },
  { $id: 'PassphraseChange', ...strict },
)
export type PassphraseChange = Static<typeof PassphraseChange>

/** Who the server takes the caller for. */
export const Visitor = Type.Object(
  {
    boat: Type.Enum(['unclaimed', 'claimed', 'open'], {
      description: 'unclaimed: nobody owns it yet. open: a demonstration, for this machine only',
    }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'null for nobody' }),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.Enum([...scopes])),
    mayAdminister: Type.Boolean({
      description: 'false also for an owner on a line that others could listen to',
    }),
  },
  { $id: 'Visitor' },
)
export type Visitor = Static<typeof Visitor>

/** What a secret is good for, without the secret. */
export const Credential = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['session', 'token'], { description: 'session: a person signed in' }),
    name: Type.String(),
    role: TokenRole,
    paths: Type.Optional(Type.Array(Type.String(), { description: 'what a device may write' })),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    usedAt: Type.Optional(Timestamp),
    usedFrom: Type.Optional(Type.String({ description: 'the address of the last use' })),
  },
  { $id: 'Credential' },
)
export type Credential = Static<typeof Credential>

/** Signed in. The token is shown here and never again; it is absent when a cookie keeps it. */
export const SignedIn = Type.Object(
  { credential: Credential, token: Type.Optional(Type.String()) },
  { $id: 'SignedIn' },
)
export type SignedIn = Static<typeof SignedIn>

const days = Type.Optional(
  Type.Number({ exclusiveMinimum: 0, maximum: 3_650, description: 'for ever when absent' }),
)
const paths = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: 64,
    description: 'patterns of the paths that a device may write; for the role device, and needed there',
  }),
)

export const TokenRequest = Type.Object(
  { name: HolderName, role: TokenRole, paths, days },
  { $id: 'TokenRequest', ...strict },
)
export type TokenRequest = Static<typeof TokenRequest>

/** The token is shown here and never again. */
export const TokenMade = Type.Object({ credential: Credential, token: Type.String() }, { $id: 'TokenMade' })
export type TokenMade = Static<typeof TokenMade>

export const Person = Type.Object(
  { name: HolderName, role: PersonRole, createdAt: Timestamp },
  { $id: 'Person' },
)
export type Person = Static<typeof Person>

export const RoleChange = Type.Object({ role: PersonRole }, { $id: 'RoleChange', ...strict })
export type RoleChange = Static<typeof RoleChange>

export const InvitationRequest = Type.Object(
  {
    role: PersonRole,
    days: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 30, description: 'until it is too late; 1 when absent' }),
    ),
  },
  { $id: 'InvitationRequest', ...strict },
)
export type InvitationRequest = Static<typeof InvitationRequest>

/** The code is shown here and never again; whoever uses it first chooses a name and a pass-phrase. */
export const InvitationMade = Type.Object(
  { code: Type.String(), role: PersonRole, expiresAt: Timestamp },
  { $id: 'InvitationMade' },
)
export type InvitationMade = Static<typeof InvitationMade>

/** A device without a keyboard asks to be let in; it proves at the end that it is the one that asked. */
export const PairingRequest = Type.Object(
  {
    name: HolderName,
    challenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'base64url of the SHA-256 of a verifier that the device keeps to itself',
    }),
  },
  { $id: 'PairingRequest', ...strict },
)
export type PairingRequest = Static<typeof PairingRequest>

export const PairingMade = Type.Object(
  {
    id: Type.String(),
    digits: Type.String({ description: 'six digits, to be shown on the device' }),
    seconds: Type.Integer({ description: 'so long it waits' }),
  },
  { $id: 'PairingMade' },
)
export type PairingMade = Static<typeof PairingMade>

/** A device that waits, as the owner sees it: without the digits, which the owner reads on the device. */
export const Pairing = Type.Object(
  { id: Type.String(), name: HolderName, address: Type.String(), askedAt: Timestamp },
  { $id: 'Pairing' },
)
export type Pairing = Static<typeof Pairing>

export const PairingApproval = Type.Object(
  { digits: Type.String({ pattern: '^[0-9]{6}$' }), role: TokenRole, paths, days },
  { $id: 'PairingApproval', ...strict },
)
export type PairingApproval = Static<typeof PairingApproval>

export const PairingCollection = Type.Object(
  { verifier: Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$' }), keep },
  { $id: 'PairingCollection', ...strict },
)
export type PairingCollection = Static<typeof PairingCollection>

export const PairingPending = Type.Object({ state: Type.Literal('PENDING') }, { $id: 'PairingPending' })
export type PairingPending = Static<typeof PairingPending>

export const StreamTicket = Type.Object(
  {
    ticket: Type.String({ description: 'for one stream, as `?ticket=`' }),
    seconds: Type.Integer({ description: 'so long it is good' }),
  },
  { $id: 'StreamTicket' },
)
export type StreamTicket = Static<typeof StreamTicket>
