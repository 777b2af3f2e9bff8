import type { ProblemCode } from './problem-codes.ts'
import type { Fault, Problem } from './problem-document.ts'
import { defaultProductWord, type ProductWord } from '#naming/product-word.ts'

/**
 * The catalogue of problems. Every error response has one of these codes. The list is closed, so the codes of a kind of
 * resources are here too: clients compare codes, and the compiler and the documents know every one of them.
 */
export const problems = {
  'invalid-body': { status: 400, title: 'The body does not fit its schema', retryable: false },
  'invalid-value': { status: 400, title: 'The value is not valid', retryable: false },
  'unknown-units': { status: 400, title: 'Unknown unit', retryable: false },
  'invalid-query': { status: 400, title: 'The query does not fit its schema', retryable: false },
  'invalid-message': { status: 400, title: 'The stream message is not valid', retryable: false },
  'too-much-history': { status: 400, title: 'The question is for too much history', retryable: false },
  'bad-request': { status: 400, title: 'The request is malformed', retryable: false },
  'invalid-settings': { status: 400, title: 'The settings are not valid', retryable: false },
  unauthenticated: { status: 401, title: 'Sign in first', retryable: false },
  'wrong-secret': { status: 401, title: 'Wrong name, pass-phrase or code', retryable: false },
  forbidden: { status: 403, title: 'Not allowed', retryable: false },
  'not-declared': { status: 403, title: 'The manifest does not allow this', retryable: false },
  'cross-origin': { status: 403, title: 'Cross-origin requests are not allowed', retryable: false },
  'tls-required': { status: 403, title: 'An encrypted connection is required', retryable: false },
  'not-found': { status: 404, title: 'Not found', retryable: false },
  'autopilot-not-found': { status: 404, title: 'No such autopilot', retryable: false },
  'no-default-autopilot': { status: 404, title: 'No autopilot is registered', retryable: false },
  'plugin-not-found': { status: 404, title: 'No such plugin', retryable: false },
  'alert-not-found': { status: 404, title: 'No such alert', retryable: false },
  'route-not-found': { status: 404, title: 'No such route', retryable: false },
  'waypoint-not-found': { status: 404, title: 'No such waypoint', retryable: false },
  'control-not-found': { status: 404, title: 'The path cannot be set', retryable: false },
  'device-not-found': { status: 404, title: 'No such device', retryable: false },
  'unknown-verb': { status: 404, title: 'No such verb', retryable: false },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here', retryable: false },
  'too-slow': { status: 408, title: 'The request took too long to arrive', retryable: true },
  'not-engaged': { status: 409, title: 'The autopilot is not engaged', retryable: false },
  'not-allowed-in-mode': { status: 409, title: 'Not allowed in the present mode', retryable: false },
  'wrong-direction': { status: 409, title: 'The wind does not allow this direction', retryable: false },
  busy: { status: 409, title: 'Another manoeuvre is under way', retryable: true },
  'input-stale': { status: 409, title: 'A required input is stale', retryable: true },
  'helm-held': { status: 409, title: 'Another client holds the helm', retryable: false },
  'helm-contested': { status: 409, title: 'Two clients steer against each other', retryable: false },
  'idempotency-conflict': { status: 409, title: 'The key was used for another request', retryable: false },
  'anchor-no-position': { status: 409, title: 'There is no fresh position', retryable: true },
  'anchor-not-down': { status: 409, title: 'The anchor is not down', retryable: false },
  'route-in-use': { status: 409, title: 'The route is active', retryable: false },
  'boat-changed': { status: 409, title: 'Someone else changed the boat', retryable: false },
  'no-next-leg': { status: 409, title: 'There is no next leg', retryable: false },
  'not-raised-by-hand': { status: 409, title: 'The alert was not raised manually', retryable: false },
  'device-taken': { status: 409, title: 'The device belongs to another plugin', retryable: false },
  'plugin-not-running': { status: 409, title: 'The plugin is not running', retryable: true },
  'plugin-budget': { status: 409, title: 'All plugins together use too much', retryable: false },
  'not-claimed': { status: 409, title: 'Nothing can be sent on the bus now', retryable: true },
  'name-taken': { status: 409, title: 'The name is in use', retryable: false },
  'fixed-by-settings': { status: 409, title: 'The settings decide this', retryable: false },
  'last-owner': { status: 409, title: 'A boat needs at least one owner', retryable: false },
  'already-claimed': { status: 410, title: 'The boat already has an owner', retryable: false },
  'too-large': { status: 413, title: 'The body is too large', retryable: false },
  'unsupported-media-type': { status: 415, title: 'The content type is not accepted', retryable: false },
  misdirected: { status: 421, title: 'The host name does not belong to this server', retryable: false },
  'upgrade-required': { status: 426, title: 'Open a WebSocket at this address', retryable: false },
  'too-many-requests': { status: 429, title: 'Too many requests', retryable: true },
  'headers-too-large': { status: 431, title: 'The address and headers are too large', retryable: false },
  internal: { status: 500, title: 'The server failed', retryable: true },
  'unsupported-action': { status: 501, title: 'The device cannot do this', retryable: false },
  'no-history-provider': { status: 501, title: 'No history provider is available', retryable: false },
  'rejected-by-device': { status: 502, title: 'The device refused', retryable: false },
  'plugin-failed': { status: 502, title: 'The plugin failed', retryable: false },
  'autopilot-offline': { status: 503, title: 'The autopilot is off-line', retryable: true },
  'bus-unavailable': { status: 503, title: 'The bus is not available', retryable: true },
  'no-provider': { status: 503, title: 'No provider is available', retryable: true },
  'shutting-down': { status: 503, title: 'The server is shutting down', retryable: true },
  unconfirmed: { status: 504, title: 'No report confirmed the command in time', retryable: false },
  'storage-full': { status: 507, title: 'The storage is full', retryable: false },
} as const satisfies Record<ProblemCode, { status: number; title: string; retryable: boolean }>

/** Effect of the failed request: none, unknown, or applied nevertheless. */
export type Outcome = 'none' | 'unknown' | 'applied'

export interface ProblemDetails {
  readonly errors?: readonly Fault[]
  readonly outcome?: Outcome
}

/** An error with a code from the catalogue. Every transport converts it to the same problem document. */
export class MarineDataError extends Error {
  override readonly name = 'MarineDataError'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(
    code: ProblemCode,
    message: string,
    details: ProblemDetails & { readonly cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** Converts an error to its problem document. */
export const problemOf = (error: MarineDataError, word: ProductWord = defaultProductWord): Problem => {
  const { status, title, retryable } = problems[error.code]
  return {
    type: `urn:mrn:${word}:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    retryable,
    outcome: error.details.outcome ?? (error.code === 'unconfirmed' ? 'unknown' : 'none'),
    errors: [...(error.details.errors ?? [])],
    state: 'FAILED',
    statusCode: status,
    message: error.message,
  }
}
