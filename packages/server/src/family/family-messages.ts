import {
  checkOf,
  isMapName,
  MarineDataError,
  problems,
  SubscriptionRequest,
  type SubscribeMessage,
  type UnsubscribeMessage,
} from '@marinedata/model'
import { actorOf } from '../gate.ts'
import type { DialectCall, StreamDialect } from '../stream/stream-dialect.ts'
import type { PathCommands, PathPut } from './path-commands.ts'

const subscriptionCheck = checkOf<SubscriptionRequest>(SubscriptionRequest)
/** Paths that an app receives when it subscribes to the empty path. */
const attributePaths = ['name', 'mmsi', 'communication.*', 'registrations.*'] as const
const longestRequestId = 128

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listIn = (message: Members, name: string): readonly Members[] => {
  const list = message[name]
  return Array.isArray(list) ? list.filter(isMembers) : []
}

/** The context in our own names; undefined for a map that this server does not have. */
export const ownContextOf = (context: unknown): string | undefined => {
  if (context === undefined) return 'vessels.self'
  if (typeof context !== 'string') return undefined
  const [map = '', ...rest] = context.split('.')
  const own = map === 'atons' ? 'aton' : map
  return own === '*' || isMapName(own) ? [own, ...rest].join('.') : undefined
}

const pathsOf = (path: unknown): readonly unknown[] => (path === '' ? attributePaths : [path])

/** A period of 0 means as fast as possible, which is the default here. */
const periodIn = ({ period }: Members): object => (typeof period === 'number' && period > 0 ? { period } : {})

/** The entries that can be understood. */
const requestsOf = (message: Members): SubscriptionRequest[] =>
  listIn(message, 'subscribe').flatMap(({ path, policy, minPeriod, ...rest }) =>
    pathsOf(path).flatMap((one) => {
      const request = {
        path: one,
        ...periodIn(rest),
        ...(typeof minPeriod === 'number' && { minPeriod }),
        ...(typeof policy === 'string' && { policy }),
      }
      return subscriptionCheck.accepts(request) ? [request] : []
    }),
  )

/** A message for each entry: a bad one refuses itself only, because apps send all that they know in one message. */
const subscriptionsOf = (message: Members): SubscribeMessage[] => {
  const context = ownContextOf(message['context'])
  if (context === undefined) return []
  const { sendCachedValues, sendMeta } = message
  return requestsOf(message).map((request) => ({
    context,
    subscribe: [request],
    ...(typeof sendCachedValues === 'boolean' && { sendCachedValues }),
    ...((sendMeta === 'all' || sendMeta === 'none') && { sendMeta }),
  }))
}

const endsOf = (message: Members): UnsubscribeMessage[] => {
  const context = ownContextOf(message['context'])
  const paths = listIn(message, 'unsubscribe').flatMap(({ path }) => pathsOf(path))
  if (context === undefined) return []
  return paths
    .filter((path) => typeof path === 'string')
    .map((path) => ({ context, unsubscribe: [{ path }] }))
}

const sourceNames: ReadonlySet<string> = new Set(['source', '$source'])

/** Sensors name their host as the source. The server replaces it: a device writes under its own name. */
const withoutSource = (updates: unknown): unknown =>
  Array.isArray(updates)
    ? updates.map((update: unknown) =>
        isMembers(update)
          ? Object.fromEntries(Object.entries(update).filter(([name]) => !sourceNames.has(name)))
          : update,
      )
    : updates

/** Deltas stay strict: what an app writes is data of the boat. */
const deltaOf = ({ context, updates }: Members, { principal }: DialectCall['visitor']): object => {
  const own = ownContextOf(context)
  if (own === undefined)
    throw new MarineDataError('invalid-message', `There is no context ${String(context)}`)
  return { context: own, updates: principal.kind === 'device' ? withoutSource(updates) : updates }
}

type Run = DialectCall['run']

const runEach = (messages: readonly object[], run: Run): void => {
  for (const message of messages)
    try {
      run(message)
    } catch (error) {
      // A pattern that does not exist matches nothing. A caller who may not read is refused.
      if (!(error instanceof MarineDataError) || error.code !== 'invalid-message') throw error
    }
}

const runOwn = (message: Members, { run, visitor }: DialectCall): void => {
  if (Object.hasOwn(message, 'updates')) return void run(deltaOf(message, visitor))
  if (Object.hasOwn(message, 'subscribe')) return runEach(subscriptionsOf(message), run)
  if (Object.hasOwn(message, 'unsubscribe')) return runEach(endsOf(message), run)
  const request = Object.keys(message).find((name) => !['context', 'requestId', 'token'].includes(name))
  if (request !== undefined)
    throw new MarineDataError('method-not-allowed', `"${request}" is not supported here`)
}

const requestIdOf = ({ requestId }: Members): string | undefined =>
  typeof requestId === 'string' && requestId.length <= longestRequestId ? requestId : undefined

const replyTo = (requestId: string | undefined, statusCode: number, message: string): object | undefined =>
  requestId === undefined ? undefined : { requestId, state: 'COMPLETED', statusCode, message }

const putMembers: ReadonlySet<string> = new Set(['path', 'value', 'source'])

/** @throws MarineDataError `invalid-message` */
const putOf = (message: Members): PathPut => {
  const { put, context = 'vessels.self' } = message
  if (
    !isMembers(put) ||
    typeof put['path'] !== 'string' ||
    typeof context !== 'string' ||
    !Object.keys(put).every((name) => putMembers.has(name))
  )
    throw new MarineDataError('invalid-message', 'A put needs a path and a value, and no other members')
  const { path, value, source } = put
  const requestId = requestIdOf(message)
  return {
    context,
    path,
    value,
    ...(typeof source === 'string' && { source }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** Runs a command. It is under way when this returns, and its end is sent later. */
const runPut = (
  put: PathPut,
  commands: PathCommands,
  { visitor, reply }: DialectCall,
): object | undefined => {
  const isCommand = commands.isCommand(put)
  void commands.run(put, visitor, actorOf(visitor)).then(reply)
  return isCommand && put.requestId !== undefined ? commands.pending(put.requestId) : undefined
}

/**
 * Answers messages of apps of the family: with their request ids, or not at all.
 * @param commands undefined when nothing can be commanded
 */
export const familyAnswers =
  (commands: () => PathCommands | undefined): NonNullable<StreamDialect['answer']> =>
  (message, call) => {
    const members = message as Members
    const requestId = requestIdOf(members)
    const known = commands()
    try {
      if (known !== undefined && Object.hasOwn(members, 'put')) return runPut(putOf(members), known, call)
      runOwn(members, call)
      return replyTo(requestId, 200, 'OK')
    } catch (error) {
      if (!(error instanceof MarineDataError)) throw error
      return replyTo(requestId, problems[error.code].status, error.message)
    }
  }
