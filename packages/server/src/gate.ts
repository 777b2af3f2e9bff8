import type { Caller } from '@marinedata/core'
import type { Scope } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'

/** Someone who asks over the network. */
export interface Visitor extends Caller {
  readonly address: string
  readonly isEncrypted: boolean
}

/** The one gate of every transport. */
export interface Gate {
  /**
   * Who asks, nobody included.
   * @throws MarineDataError when it may not be asked in this way, whoever asks
   */
  identify(request: IncomingMessage): Visitor
  /** The same for a stream, which a browser opens with a ticket instead of a cookie. */
  identifyStream(request: IncomingMessage): Visitor
  /** @throws MarineDataError when that is not for this caller */
  authorise(caller: Caller, scope: Scope): void
  /** Whether someone who was let in may stay. */
  isGood(caller: Caller): boolean
}

const loopback = /^(?:127(?:\.[0-9]{1,3}){3}|::1)$/

/** An address as people write it: version 4 stays version 4. */
export const plainAddress = (address: string | undefined): string =>
  address === undefined ? 'unknown' : address.startsWith('::ffff:') ? address.slice(7) : address

export const isLoopback = (address: string): boolean =>
  address === 'localhost' || loopback.test(plainAddress(address))
