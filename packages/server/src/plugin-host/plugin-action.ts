import { checkOf, MarineDataError } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'

/** The limits of one command or action. */
export interface CommandOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

type ActionClaim = NonNullable<PluginManifest['actions']>[string]

/**
 * The declaration of an action, when the input fits it.
 * @throws MarineDataError `not-found` for an unknown action, `invalid-body` for an input that does not fit
 */
export const checkedClaim = (manifest: PluginManifest, action: string, input: unknown): ActionClaim => {
  const claims = manifest.actions ?? {}
  const claim = Object.hasOwn(claims, action) ? claims[action] : undefined
  if (claim === undefined)
    throw new MarineDataError('not-found', `Plugin "${manifest.name}" has no action "${action}"`)
  const errors = checkOf(claim.input ?? { type: 'object', additionalProperties: false }).faults(input)
  if (errors.length > 0)
    throw new MarineDataError('invalid-body', `The input of action "${action}" is invalid`, { errors })
  return claim
}

/** Whether the plugin ended before it answered. It may have executed the command nevertheless. */
export const hasPluginEnded = (error: unknown): error is MarineDataError =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** Converts the error of an action into the one that the client receives. */
export const actionError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed') return error
  const outcome = hasPluginEnded(error) ? 'unknown' : 'none'
  return new MarineDataError('plugin-failed', (error as Error).message, { outcome, cause: error })
}
