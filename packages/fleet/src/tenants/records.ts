import { checkOf, identifierPattern, Type, type Static } from '@marinedata/model'
import { Ownership, PastOwners } from '#store/ownership.ts'

const text = Type.String({ minLength: 1, maxLength: 64 })
const time = Type.String({ format: 'date-time' })

/** A part of a tenant's identity that can be a key: `club-kiel`. */
const tenantPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const tenant = Type.String({ pattern: tenantPattern, maxLength: 64 })

/** Seconds without contact before an alarm is raised; `off` disables it. */
const SilentAfter = Type.Union([Type.Literal('off'), Type.Integer({ minimum: 10, maximum: 31 * 86_400 })])
export type SilentAfter = Static<typeof SilentAfter>
export const checkSilentAfter = checkOf<SilentAfter>(SilentAfter)

/** An owner of boats. Owners cannot see each other's boats. */
const Tenant = Type.Object({
  id: tenant,
  name: text,
  createdAt: time,
  silentAfter: Type.Optional(SilentAfter),
})
export type Tenant = Static<typeof Tenant>
export const checkTenant = checkOf<Tenant>(Tenant)

/** A boat that has joined, by its token. */
const Boat = Type.Object({
  vessel: Type.String({ pattern: identifierPattern('vessels'), maxLength: 256 }),
  key: Type.String({ description: 'the Ed25519 public key, base64url' }),
  tenant,
  name: Type.String({ maxLength: 64 }),
  joinedAt: time,
  /** Absent: it joined before ownerships were stored. */
  ownership: Type.Optional(Ownership),
  /** Absent: as its tenant says. */
  silentAfter: Type.Optional(SilentAfter),
})
export type Boat = Static<typeof Boat>
export const checkBoat = checkOf<Boat>(Boat)

export const checkPastOwners = checkOf<PastOwners>(PastOwners)

/** A code with which one boat may join, by its digest. */
const JoinCode = Type.Object({
  tenant,
  createdBy: text,
  expiresAt: time,
  usedBy: Type.Optional(Type.Object({ vessel: Type.String(), key: Type.String() })),
})
export type JoinCode = Static<typeof JoinCode>
export const checkJoinCode = checkOf<JoinCode>(JoinCode)

/** Someone who may look at the boats of a tenant, by the digest of the token. */
const Member = Type.Object({
  tenant,
  name: text,
  createdAt: time,
})
export type Member = Static<typeof Member>
export const checkMember = checkOf<Member>(Member)
