import type { Hello } from '@marinedata/uplink-protocol'
import type { KeyObject } from 'node:crypto'
import type { Ownership } from './ownership.ts'

/** Whose boat it is, and the mark of what it sends. */
export type BoatOwner = Pick<Ownership, 'id' | 'began'> & { readonly tenant: string }

/** A boat that has joined. */
export interface JoinedBoat {
  readonly key: KeyObject
  readonly owner: BoatOwner
  /** Stores how long the log of a new owner's boat is. Absent: that is known, or does not matter. */
  readonly begin?: (log: string, head: Hello['head']) => Promise<BoatOwner>
}
