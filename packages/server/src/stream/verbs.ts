import type { DeltaRefusal, Principal, Session } from '@marinedata/core'
import {
  checkOf,
  MarineDataError,
  selfContext,
  SubscribeMessage,
  UnsubscribeMessage,
  type Check,
  type LogStart,
  type Scope,
} from '@marinedata/model'

/** The operations that messages of the stream run. */
export interface StreamActions {
  /** Accepts a delta; returns the first refusal when a part of it was refused. */
  accept(delta: unknown, principal: Principal): DeltaRefusal | undefined
  /** Returns where a reader of the log starts. */
  subscribe(session: Session, message: SubscribeMessage): LogStart
  unsubscribe(session: Session, context: string, paths: readonly string[]): void
}

export interface VerbCall {
  readonly session: Session
  readonly message: object
  readonly principal: Principal
}

/** A kind of message: the member that identifies it, the required scope, and the operation. */
export interface Verb {
  readonly member: string
  readonly scope: Scope
  /** Returns members of the reply. They are also sent to a client that wants no reply. */
  readonly run: (call: VerbCall, actions: StreamActions) => object | undefined
}

const validated = <T>(check: Check<T>, message: object): T => {
  if (check.accepts(message)) return message
  const errors = check.faults(message)
  throw new MarineDataError('invalid-message', 'The message does not fit its schema', { errors })
}

/** Removes `requestId`, which every message may have and which is not part of a delta. */
const withoutRequestId = (message: object): object => {
  if (!Object.hasOwn(message, 'requestId')) return message
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'requestId'))
}

const subscribeCheck = checkOf<SubscribeMessage>(SubscribeMessage)
const unsubscribeCheck = checkOf<UnsubscribeMessage>(UnsubscribeMessage)

/** All kinds of messages. A message is of the first kind whose member it has. */
export const verbs: readonly Verb[] = [
  {
    member: 'updates',
    scope: 'write',
    run: ({ message, principal }, actions) => {
      const refusal = actions.accept(withoutRequestId(message), principal)
      if (refusal !== undefined)
        throw new MarineDataError(
          'invalid-message',
          `The delta was refused: ${refusal.reason}. ${refusal.describe()}`,
          { errors: refusal.faults() },
        )
      return undefined
    },
  },
  {
    member: 'subscribe',
    scope: 'read',
    run: ({ message, session }, actions) => {
      const start = actions.subscribe(session, validated(subscribeCheck, message))
      return start.position === undefined ? undefined : start
    },
  },
  {
    member: 'unsubscribe',
    scope: 'read',
    run: ({ message, session }, actions) => {
      const { context, unsubscribe } = validated(unsubscribeCheck, message)
      actions.unsubscribe(
        session,
        context ?? selfContext,
        unsubscribe.map(({ path }) => path),
      )
      return undefined
    },
  },
]
