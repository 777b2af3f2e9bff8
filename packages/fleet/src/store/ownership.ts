import { MarineDataError, Type, type Static } from '@marinedata/model'
import type { Layer } from '@marinedata/uplink-protocol'
import { randomUUID } from 'node:crypto'

const time = Type.String({ format: 'date-time' })

/** The time during which a vessel belongs to a tenant. */
export const Ownership = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'what marks the batches of this time' }),
  since: Type.String({ format: 'date-time', description: 'when the boat joined' }),
  isFirst: Type.Optional(
    Type.Literal(true, {
      description: 'nobody owned the vessel before, so its older records belong to it, too',
    }),
  ),
  began: Type.Optional(
    Type.Object(
      { log: Type.String(), events: Type.Integer({ minimum: 0 }), segments: Type.Integer({ minimum: 0 }) },
      { description: 'the log aboard at the first connection: these numbers are older than the ownership' },
    ),
  ),
  isUnmarked: Type.Optional(
    Type.Literal(true, { description: 'began before batches were marked, so unmarked ones belong to it' }),
  ),
})
export type Ownership = Static<typeof Ownership>

/** An ownership that has ended. */
export const PastOwnership = Type.Object({
  ...Ownership.properties,
  tenant: Type.String(),
  until: time,
})
export type PastOwnership = Static<typeof PastOwnership>

const mostPast = 64
/** The past owners of a vessel, the last one last. */
export const PastOwners = Type.Object({ owners: Type.Array(PastOwnership, { maxItems: mostPast }) })
export type PastOwners = Static<typeof PastOwners>

/** The owner in the record of a boat. */
interface OwnedBoat {
  readonly ownership?: Ownership
  readonly joinedAt: string
}

/** The ownership of a boat. A boat that joined before ownerships were stored owns its vessel since it joined. */
export const ownershipOf = ({ ownership, joinedAt }: OwnedBoat): Ownership =>
  ownership ?? { id: `joined-${Date.parse(joinedAt)}`, since: joinedAt, isUnmarked: true }

/** A boat with its ownership. */
export const withOwnership = <B extends OwnedBoat>(boat: B): B & { readonly ownership: Ownership } => ({
  ...boat,
  ownership: ownershipOf(boat),
})

/**
 * The ownership of a boat that joins. A tenant that had the vessel last continues its ownership: the boat was removed by
 * mistake, or has left and come back.
 * @throws MarineDataError `invalid-value` when the vessel had too many owners
 */
export const newOwnership = (past: readonly PastOwnership[], tenant: string, now: number): Ownership => {
  const last = past.at(-1)
  if (last?.tenant === tenant) {
    const { id, since, isFirst, isUnmarked, began } = last
    return {
      id,
      since,
      ...(isFirst && { isFirst }),
      ...(isUnmarked && { isUnmarked }),
      ...(began && { began }),
    }
  }
  if (past.length >= mostPast)
    throw new MarineDataError('invalid-value', `The vessel had ${mostPast} owners. Ask the operator`)
  // Ownerships do not overlap, also when the clocks of two machines differ.
  const since = Math.max(now, last === undefined ? 0 : Date.parse(last.until))
  const id = randomUUID()
  return { id, since: new Date(since).toISOString(), ...(last === undefined && { isFirst: true as const }) }
}

/** The past owners after an ownership has ended. A repeated end replaces the first one. */
export const endedOwnership = (past: readonly PastOwnership[], ended: PastOwnership): PastOwnership[] => [
  ...past.filter(({ id }) => id !== ended.id),
  ended,
]

/** Whether a log can have records of an earlier owner that only their numbers show: the clock may have been wrong. */
export const needsBegin = ({ isFirst, isUnmarked, began }: Ownership): boolean =>
  isFirst !== true && isUnmarked !== true && began === undefined

/** The highest number of a log that is older than the ownership; 0 if all are newer. */
export const lastBefore = ({ began }: Pick<Ownership, 'began'>, log: string, layer: Layer): number => {
  if (began?.log !== log) return 0
  return layer === 'events' ? began.events : began.segments
}

/** Unix milliseconds: older records belong to an earlier owner, or to no owner. */
export const recordsFrom = ({ isFirst, since }: Ownership): number =>
  isFirst === true ? Number.NEGATIVE_INFINITY : Date.parse(since)

/** The marks of the records that belong to an ownership. The writer stores unmarked records with an empty mark. */
export const marksOf = ({ id, isUnmarked }: Ownership): readonly [string, string] => [
  id,
  isUnmarked === true ? '' : id,
]
