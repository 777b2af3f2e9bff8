import type { Frame, Principal } from '@marinedata/core'
import type { Door, Visitor } from '../gate.ts'

/** Context for answering a message in a dialect. */
export interface DialectCall {
  readonly visitor: Visitor
  /** Runs a message of the native dialect, if the caller may. */
  readonly run: (message: object) => unknown
  /** Sends an answer later. */
  readonly reply: (message: object) => void
}

/** How the stream is spoken at one of its addresses. The subscriptions and the access rules are the same at all of them. */
export interface StreamDialect {
  readonly path: string
  /** Whose credentials open the stream; `own` when absent. */
  readonly door?: Door
  readonly hello: (principal: Principal) => object
  readonly hasHeartbeats: boolean
  /** The bytes of a frame; absent when it is sent as it is. Equal frames should be encoded once. */
  readonly wireOf?: (frame: Frame) => Uint8Array
  /** Answers a message of a client; absent for the native dialect. */
  readonly answer?: (message: object, call: DialectCall) => object | undefined
}
