import type { Heartbeat, Hello, Problem, SentDelta } from '@marinedata/model'

/** A message that the server refused, with its request id if it had one. */
export type StreamProblem = Pick<Problem, 'code' | 'detail' | 'errors'> & { readonly requestId?: string }

/** A parsed message of the stream. */
export type StreamFrame =
  | { readonly kind: 'delta'; readonly delta: SentDelta }
  | { readonly kind: 'heartbeat'; readonly heartbeat: Heartbeat['heartbeat'] }
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'problem'; readonly problem: StreamProblem }
  /** A message with a request id was carried out. */
  | { readonly kind: 'done'; readonly requestId: string }
  /** A message of a newer server. */
  | { readonly kind: 'other' }

const other: StreamFrame = { kind: 'other' }

/**
 * Parses a message. The kind is recognized by its characteristic members; the content is not validated, because the
 * server sends valid messages.
 */
export const readFrame = (text: string): StreamFrame => {
  const message = objectOf(text)
  if (message === undefined) return other
  if (Array.isArray(message['updates'])) return { kind: 'delta', delta: message as SentDelta }
  if (isObject(message['heartbeat'])) return { kind: 'heartbeat', ...(message as Heartbeat) }
  if (typeof message['code'] === 'string') return { kind: 'problem', problem: message as StreamProblem }
  if (typeof message['self'] === 'string') return { kind: 'hello', hello: message as Hello }
  const { requestId, state } = message
  if (typeof requestId === 'string' && state === 'COMPLETED') return { kind: 'done', requestId }
  return other
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const objectOf = (text: string): Record<string, unknown> | undefined => {
  try {
    const message: unknown = JSON.parse(text)
    return isObject(message) ? message : undefined
  } catch {
    return undefined
  }
}
