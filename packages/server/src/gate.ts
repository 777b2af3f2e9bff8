import type { Caller } from '@marinedata/core'
import type { Actor, Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'

/** A caller over the network. */
export interface Visitor extends Caller {
  readonly address: string
  readonly isEncrypted: boolean
}

/** The interface that a request is for: native, or Signal K compatibility. */
export type Door = 'own' | 'family'

/** A door of people and programs, or the one of pages of plugins, whose address itself is their credential. */
export type RouteDoor = Door | 'page'

/** The target of a request. */
export interface Entrance {
  /** `own` when absent. */
  readonly door?: RouteDoor
  /** Public: invalid credentials are ignored. */
  readonly isPublic?: boolean
}

/** Authenticates and authorises the requests of every transport. */
export interface Gate {
  /**
   * Identifies the caller of a request. A caller without credentials is anonymous.
   * @throws MarineDataError when the request itself is not acceptable, or its credentials are invalid
   */
  identify(request: IncomingMessage, entrance?: Entrance): Visitor
  /** Identifies the caller of a stream. A browser opens it with a ticket instead of a cookie. */
  identifyStream(request: IncomingMessage, door?: Door): Visitor
  /** @throws MarineDataError when the caller does not have the scope */
  authorise(caller: Caller, scope: Scope): void
  /** Whether the credentials of an admitted caller are still valid. */
  isGood(caller: Caller): boolean
}

const loopback = /^(?:127(?:\.[0-9]{1,3}){3}|::1)$/

/** Formats an address: IPv4-mapped IPv6 addresses become IPv4. */
export const plainAddress = (address: string | undefined): string =>
  address === undefined ? 'unknown' : address.startsWith('::ffff:') ? address.slice(7) : address

export const isLoopback = (address: string): boolean =>
  address === 'localhost' || loopback.test(plainAddress(address))

/** The actor of a request. */
export const actorOf = ({
  principal: { kind, id, name },
  address,
}: Pick<Visitor, 'principal' | 'address'>): Actor => ({ kind, id, name, address })
