import type { DeltaRefusal, DeviceRequester, Principal, Session } from '@marinedata/core'
import {
  checkOf,
  faultText,
  MarineDataError,
  PutMessage,
  selfContext,
  SubscribeMessage,
  UnsubscribeMessage,
  type Actor,
  type Check,
  type Control,
  type Fault,
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
  /** Sets a control; resolves when its device reports the value. */
  put(
    put: Pick<PutMessage['put'], 'path' | 'value'>,
    principal: Principal,
    requester: DeviceRequester,
  ): Promise<Control>
}

export interface VerbCall {
  readonly session: Session
  readonly message: object
  readonly principal: Principal
  readonly actor: Actor
}

/** Members of the reply. They are also sent to a client that wants no reply. */
type Members = object | undefined

/** A kind of message: the member that identifies it, the required scope, and the operation. */
export interface Verb {
  readonly member: string
  readonly scope: Scope
  readonly waitsForDevice?: true
  /** A verb that waits for a device returns a promise. */
  readonly run: (call: VerbCall, actions: StreamActions) => Members | Promise<Members>
}

const validated = <T>(check: Check<T>, message: object): T => {
  if (check.accepts(message)) return message
  const errors = check.faults(message)
  throw new MarineDataError('invalid-message', `The message is not valid: ${faultText(errors)}`, { errors })
}

/** Removes `requestId`, which every message may have and which is not part of a delta. */
const withoutRequestId = (message: object): object => {
  if (!Object.hasOwn(message, 'requestId')) return message
  return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'requestId'))
}

const subscribeCheck = checkOf<SubscribeMessage>(SubscribeMessage)
const unsubscribeCheck = checkOf<UnsubscribeMessage>(UnsubscribeMessage)

const putCheck = checkOf<PutMessage>(PutMessage)

const entryPath = /^\/subscribe\/([0-9]+)(\/.*)?$/

/** The faults of single entries; undefined when something else in the message is wrong too. */
const entryFaults = (error: unknown): readonly Fault[] | undefined => {
  if (!(error instanceof MarineDataError) || error.code !== 'invalid-message') return undefined
  const { errors = [] } = error.details
  return errors.length > 0 && errors.every(({ path }) => entryPath.test(path)) ? errors : undefined
}

const isFaults = (result: LogStart | readonly Fault[]): result is readonly Fault[] => Array.isArray(result)

const partlyRefused = (errors: readonly Fault[]): MarineDataError =>
  new MarineDataError('invalid-message', 'Some entries were refused. The others are subscribed', {
    errors,
    outcome: 'applied',
  })

const indexIn = ({ path }: Fault): number => Number(entryPath.exec(path)?.[1])

interface Entry {
  readonly entry: unknown
  /** In the message of the client. */
  readonly index: number
}

const inMessage = (fault: Fault, entries: readonly Entry[]): Fault => {
  const { index = 0 } = entries[indexIn(fault)] ?? {}
  return { ...fault, path: fault.path.replace(entryPath, `/subscribe/${index}$2`) }
}

/**
 * Subscribes. A bad entry refuses itself and not its message: a client that knows more than this server subscribes to
 * what both know.
 * @throws MarineDataError `invalid-message`, with the outcome `applied` when some entries were good
 */
const subscribeTo = (message: object, subscribe: (message: SubscribeMessage) => LogStart): LogStart => {
  const attempt = (entries: readonly Entry[], refused: readonly Fault[]): LogStart => {
    const start = ((): LogStart | readonly Fault[] => {
      try {
        const good = { ...message, subscribe: entries.map(({ entry }) => entry) }
        return subscribe(validated(subscribeCheck, good))
      } catch (error) {
        const faults = entryFaults(error)
        if (faults === undefined || new Set(faults.map(indexIn)).size === entries.length) throw error
        return faults
      }
    })()
    if (!isFaults(start)) {
      if (refused.length > 0) throw partlyRefused(refused)
      return start
    }
    const bad = new Set(start.map(indexIn))
    const rest = entries.filter((_entry, at) => !bad.has(at))
    return attempt(rest, [...refused, ...start.map((fault) => inMessage(fault, entries))])
  }
  const { subscribe: sent } = message as { readonly subscribe: unknown }
  // A reader of the log must miss nothing, so that it is subscribed to everything or to nothing.
  const isLog = Object.hasOwn(message, 'log') || Object.hasOwn(message, 'from')
  if (!Array.isArray(sent) || isLog) return subscribe(validated(subscribeCheck, message))
  return attempt(
    sent.map((entry: unknown, index) => ({ entry, index })),
    [],
  )
}

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
      const start = subscribeTo(message, (good) => actions.subscribe(session, good))
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
  {
    member: 'put',
    scope: 'control.command',
    waitsForDevice: true,
    run: async ({ message, principal, actor }, actions) => {
      const { path, value, idempotencyKey } = validated(putCheck, message).put
      return { control: await actions.put({ path, value }, principal, { actor, idempotencyKey }) }
    },
  },
]
