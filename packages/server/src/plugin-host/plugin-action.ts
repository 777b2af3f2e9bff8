import { MarineDataError } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'

/** The limits of one command or action. */
export interface CommandOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

export type ActionClaim = NonNullable<PluginManifest['actions']>[string]
export type ActionRole = NonNullable<ActionClaim['role']>

/**
 * The declaration of an action.
 * @throws MarineDataError `not-found` for an unknown action
 */
export const claimOfAction = ({ name, actions = {} }: PluginManifest, action: string): ActionClaim => {
  const claim = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (claim === undefined)
    throw new MarineDataError('not-found', `Plugin "${name}" has no action "${action}"`)
  return claim
}

/** Whether the plugin ended before it answered. It may have executed the command nevertheless. */
export const hasPluginEnded = (error: unknown): error is MarineDataError =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** Converts the error of an action for the client. */
export const actionError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed') return error
  const outcome = hasPluginEnded(error) ? 'unknown' : 'none'
  return new MarineDataError('plugin-failed', (error as Error).message, { outcome, cause: error })
}
