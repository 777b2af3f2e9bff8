import { Timestamp } from '#data/delta.ts'
import { PersonRole, scopes, TokenRole } from '#scopes.ts'
import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const

/** The name of a person or device, such as a phone or a gateway. */
export const HolderName = Type.String({
  $id: 'HolderName',
  pattern:
    '^[^\\u0000-\\u0020\\u007f-\\u00a0\\u202a-\\u202e\\u2066-\\u2069](?:[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]{0,62}[^\\u0000-\\u0020\\u007f-\\u00a0\\u202a-\\u202e\\u2066-\\u2069])?$',
  description:
    '1 to 64 characters, with no space at either end, no control characters and none that change the direction of the text',
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

const code = Type.String({ minLength: 6, maxLength: 64, description: 'the printed or displayed code' })

/** How the client stores the secret: a browser as a cookie, a program as a token. */
export const Keeping = Type.Enum(['cookie', 'token'], { $id: 'Keeping' })
export type Keeping = 'cookie' | 'token'
const keep = Type.Optional(Keeping)

/** Creates the first owner with the setup code, or another person with the code of an invitation. */
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

/** The caller as identified by the server. */
export const Visitor = Type.Object(
  {
    boat: Type.Enum(['unclaimed', 'claimed', 'open'], {
      description: 'unclaimed: no owner yet. open: demo mode, for this machine only',
    }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'null when not signed in' }),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.Enum([...scopes])),
    mayAdminister: Type.Boolean({
      description: 'also false for an owner on an unencrypted connection',
    }),
  },
  { $id: 'Visitor' },
)
export type Visitor = Static<typeof Visitor>

/** Permits people ashore to command the boat. */
export const ShoreSessionRequest = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 900,
        description: 'the session ends so long after the last command from ashore; 900 when absent',
      }),
    ),
  },
  { $id: 'ShoreSessionRequest', additionalProperties: false },
)
export type ShoreSessionRequest = Static<typeof ShoreSessionRequest>

/** Whether people ashore may command the boat. */
export const ShoreSessionView = Type.Object(
  {
    open: Type.Boolean(),
    by: Type.Optional(Type.String({ description: 'who permitted it' })),
    seconds: Type.Optional(Type.Integer({ minimum: 0, description: 'until it ends without a command' })),
  },
  { $id: 'ShoreSessionView' },
)
export type ShoreSessionView = Static<typeof ShoreSessionView>

/** Whether apps of the Signal K family are served. */
export const FamilySwitchView = Type.Object(
  {
    open: Type.Boolean({ description: 'they are served now' }),
    wanted: Type.Boolean({ description: 'they are served after the next start of the server' }),
    fixed: Type.Boolean({
      description: 'settings.json or the command line decides, and it cannot be switched',
    }),
  },
  { $id: 'FamilySwitchView' },
)
export type FamilySwitchView = Static<typeof FamilySwitchView>

export const FamilySwitchRequest = Type.Object(
  { wanted: Type.Boolean({ description: 'serve them after the next start of the server' }) },
  { $id: 'FamilySwitchRequest', ...strict },
)
export type FamilySwitchRequest = Static<typeof FamilySwitchRequest>

/** What a token may do on a stream of the family that is opened with the token in its address. */
export const TokenInAddress = Type.Enum(['read', 'all'], {
  $id: 'TokenInAddress',
  description: 'all: what its role allows',
})
export type TokenInAddress = 'read' | 'all'

/** A token or session, without its secret. */
export const Credential = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['session', 'token'], { description: 'session: a person who signed in' }),
    name: Type.String(),
    role: TokenRole,
    paths: Type.Optional(Type.Array(Type.String(), { description: 'paths that it may write or set' })),
    // Only apps of the Signal K family have one: all others are refused with a token in the address.
    tokenInAddress: Type.Optional(TokenInAddress),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    usedAt: Type.Optional(Timestamp),
    usedFrom: Type.Optional(Type.String({ description: 'the address of the last use' })),
  },
  { $id: 'Credential' },
)
export type Credential = Static<typeof Credential>

export const CredentialChange = Type.Object(
  { tokenInAddress: TokenInAddress },
  { $id: 'CredentialChange', ...strict },
)
export type CredentialChange = Static<typeof CredentialChange>

/** The result of signing in. The token is returned only here, and not at all when it is stored in a cookie. */
export const SignedIn = Type.Object(
  { credential: Credential, token: Type.Optional(Type.String()) },
  { $id: 'SignedIn' },
)
export type SignedIn = Static<typeof SignedIn>

const days = Type.Optional(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 3_650,
    description: 'days until it expires; never when absent',
  }),
)
const paths = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
    minItems: 1,
    maxItems: 64,
    description:
      'path patterns that a device may write, required for the role device; for the role crew the controls that it may set, all when absent; not allowed for others',
  }),
)

export const TokenRequest = Type.Object(
  { name: HolderName, role: TokenRole, paths, days },
  { $id: 'TokenRequest', ...strict },
)
export type TokenRequest = Static<typeof TokenRequest>

/** The token is returned only here. */
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
      Type.Number({ exclusiveMinimum: 0, maximum: 30, description: 'days until it expires; 1 when absent' }),
    ),
  },
  { $id: 'InvitationRequest', ...strict },
)
export type InvitationRequest = Static<typeof InvitationRequest>

/** The code is returned only here. It can be used once, to choose a name and a pass-phrase. */
export const InvitationMade = Type.Object(
  { id: Type.String(), code: Type.String(), role: PersonRole, expiresAt: Timestamp },
  { $id: 'InvitationMade' },
)
export type InvitationMade = Static<typeof InvitationMade>

/** An invitation that nobody has used yet. Its code is not stored. */
export const Invitation = Type.Object(
  { id: Type.String(), role: PersonRole, expiresAt: Timestamp },
  { $id: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

/** A device without a keyboard requests a token. It later proves with the verifier that it made the request. */
export const PairingRequest = Type.Object(
  {
    name: HolderName,
    challenge: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'base64url of the SHA-256 of a verifier that only the device knows',
    }),
  },
  { $id: 'PairingRequest', ...strict },
)
export type PairingRequest = Static<typeof PairingRequest>

export const PairingMade = Type.Object(
  {
    id: Type.String(),
    digits: Type.String({ description: 'six digits to display on the device' }),
    seconds: Type.Integer({ description: 'seconds until the request expires' }),
  },
  { $id: 'PairingMade' },
)
export type PairingMade = Static<typeof PairingMade>

/** A pending device as shown to the owner. The digits are not included: the owner reads them on the device. */
export const Pairing = Type.Object(
  {
    id: Type.String(),
    name: HolderName,
    address: Type.String(),
    askedAt: Timestamp,
    family: Type.Optional(Type.Boolean({ description: 'an app of the Signal K family: it shows no digits' })),
  },
  { $id: 'Pairing' },
)
export type Pairing = Static<typeof Pairing>

export const PairingApproval = Type.Object(
  {
    digits: Type.Optional(
      Type.String({ pattern: '^[0-9]{6}$', description: 'absent only for an app of the Signal K family' }),
    ),
    role: TokenRole,
    paths,
    days,
  },
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
    seconds: Type.Integer({ description: 'seconds until it expires' }),
  },
  { $id: 'StreamTicket' },
)
export type StreamTicket = Static<typeof StreamTicket>
