import type { Heartbeat, Hello, Problem, SentDelta } from '@marinedata/model'

/** A message that the server refused, with the id of the request when it had one. */
export type StreamProblem = Problem & { readonly requestId?: string }

/** What one frame of the stream says. */
export type StreamFrame =
  | { readonly kind: 'delta'; readonly delta: SentDelta }
  | { readonly kind: 'heartbeat'; readonly heartbeat: Heartbeat['heartbeat'] }
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'problem'; readonly problem: StreamProblem }
  /** An answer that all is well, or something that a later server says. */
  | { readonly kind: 'other' }

const other: StreamFrame = { kind: 'other' }

/** Tells frames apart by the members that only they have; the server keeps the schemas, so they are not checked again. */
export const readFrame = (text: string): StreamFrame => {
  const message = objectOf(text)
  if (message === undefined) return other
  if (Array.isArray(message['updates'])) return { kind: 'delta', delta: message as SentDelta }
  if (isObject(message['heartbeat'])) return { kind: 'heartbeat', ...(message as Heartbeat) }
  if (typeof message['code'] === 'string') return { kind: 'problem', problem: message as StreamProblem }
  if (typeof message['self'] === 'string') return { kind: 'hello', hello: message as Hello }
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
