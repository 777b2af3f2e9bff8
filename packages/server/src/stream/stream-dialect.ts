import type { Frame, Principal } from '@marinedata/core'
import type { Door } from '../gate.ts'

/** How the stream is spoken at one of its addresses. The subscriptions and the access rules are the same at all of them. */
export interface StreamDialect {
  readonly path: string
  /** Whose credentials open the stream; `own` when absent. */
  readonly door?: Door
  readonly hello: (principal: Principal) => object
  readonly hasHeartbeats: boolean
  /** The bytes of a frame; absent when it is sent as it is. Equal frames should be encoded once. */
  readonly wireOf?: (frame: Frame) => Uint8Array
  /**
   * Answers a message of a client; absent for the own language.
   * @param run runs a message of the own language, if the caller may
   */
  readonly answer?: (message: object, run: (message: object) => object | undefined) => object | undefined
}
