import type { Caller } from '@marinedata/core'
import type { Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'

/** A caller over the network. */
export interface Visitor extends Caller {
  readonly address: string
  readonly isEncrypted: boolean
}

/** Authenticates and authorises the requests of every transport. */
export interface Gate {
  /**
   * Identifies the caller of a request. A caller without credentials is anonymous.
   * @throws MarineDataError when the request itself is not acceptable, or its credentials are invalid
   */
  identify(request: IncomingMessage): Visitor
  /** Identifies the caller of a stream. A browser opens it with a ticket instead of a cookie. */
  identifyStream(request: IncomingMessage): Visitor
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
