import type { DeltaRefusal, Principal, Session } from '@marinedata/core'
import {
  checkOf,
  MarineDataError,
  selfContext,
  SubscribeMessage,
  UnsubscribeMessage,
  type Check,
  type Scope,
} from '@marinedata/model'

/** What the stream's verbs act on; wired in one place. */
export interface StreamActions {
  /** Takes in a delta; gives the first refusal when any of it was refused. */
  accept(delta: unknown, principal: Principal): DeltaRefusal | undefined
  subscribe(session: Session, message: SubscribeMessage): void
  unsubscribe(session: Session, context: string, paths: readonly string[]): void
}

export interface VerbCall {
  readonly session: Session
  readonly message: object
  readonly principal: Principal
}

/** A verb of the stream: the member that names it, who may use it, and what it does. */
export interface Verb {
  readonly member: string
  readonly scope: Scope
  readonly run: (call: VerbCall, actions: StreamActions) => void
}

const checked = <T>(check: Check<T>, message: object): T => {
  if (check.accepts(message)) return message
  const errors = check.faults(message)
  throw new MarineDataError('invalid-message', 'The message does not fit its schema', { errors })
}

/** A delta may carry a `requestId`, as every message may; it is not part of the delta. */
const withoutRequestId = (message: object): object => {
  if (!Object.hasOwn(message, 'requestId')) return message
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'requestId'))
}

const subscribeCheck = checkOf<SubscribeMessage>(SubscribeMessage)
const unsubscribeCheck = checkOf<UnsubscribeMessage>(UnsubscribeMessage)

/** Everything a client can say; a message is of the first verb whose member it has. */
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
    },
  },
  {
    member: 'subscribe',
    scope: 'read',
    run: ({ message, session }, actions) => actions.subscribe(session, checked(subscribeCheck, message)),
  },
  {
    member: 'unsubscribe',
    scope: 'read',
    run: ({ message, session }, actions) => {
      const { context, unsubscribe } = checked(unsubscribeCheck, message)
      actions.unsubscribe(
        session,
        context ?? selfContext,
        unsubscribe.map(({ path }) => path),
      )
    },
  },
]
