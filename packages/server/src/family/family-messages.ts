import {
  checkOf,
  isMapName,
  MarineDataError,
  problems,
  SubscriptionRequest,
  type SubscribeMessage,
  type UnsubscribeMessage,
} from '@marinedata/model'

const subscriptionCheck = checkOf<SubscriptionRequest>(SubscriptionRequest)
/** What apps subscribe to with the empty path. */
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

/** Deltas stay strict: what an app writes is data of the boat. */
const deltaOf = ({ context, updates }: Members): object => {
  const own = ownContextOf(context)
  if (own === undefined)
    throw new MarineDataError('invalid-message', `There is no context ${String(context)}`)
  return { context: own, updates }
}

type Run = (message: object) => object | undefined

const runEach = (messages: readonly object[], run: Run): void => {
  for (const message of messages)
    try {
      run(message)
    } catch (error) {
      // A pattern that does not exist matches nothing. A caller who may not read is refused.
      if (!(error instanceof MarineDataError) || error.code !== 'invalid-message') throw error
    }
}

const runOwn = (message: Members, run: Run): void => {
  if (Object.hasOwn(message, 'updates')) return void run(deltaOf(message))
  if (Object.hasOwn(message, 'subscribe')) return runEach(subscriptionsOf(message), run)
  if (Object.hasOwn(message, 'unsubscribe')) return runEach(endsOf(message), run)
  const request = Object.keys(message).find((name) => !['context', 'requestId', 'token'].includes(name))
  if (request !== undefined)
    throw new MarineDataError('method-not-allowed', `"${request}" is not supported here`)
}

const replyTo = (requestId: unknown, statusCode: number, message: string): object | undefined =>
  typeof requestId === 'string' && requestId.length <= longestRequestId
    ? { requestId, state: 'COMPLETED', statusCode, message }
    : undefined

/** Answers a message of an app of the family: with its request id, or not at all. */
export const answerFamily = (message: object, run: Run): object | undefined => {
  const members = message as Members
  const { requestId } = members
  try {
    runOwn(members, run)
    return replyTo(requestId, 200, 'OK')
  } catch (error) {
    if (!(error instanceof MarineDataError)) throw error
    return replyTo(requestId, problems[error.code].status, error.message)
  }
}
