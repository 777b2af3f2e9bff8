import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { bwrapArguments } from './bwrap-arguments.ts'
import { noGrants } from './settings-grants.ts'

/** The path of bubblewrap, or the reason why plugins cannot be sandboxed. */
export type Sandbox = { readonly bwrap: string } | { readonly missing: string }

/** A machine that needs longer to start `true` cannot run plugins either. */
const deadlineMs = 10_000
const run = promisify(execFile)

/** The first executable of this name in the folders. */
export const programIn = (folders: readonly string[], name: string): string | undefined =>
  folders
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((place) => {
      try {
        accessSync(place, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

export const searchPath = (): string[] => (process.env['PATH'] ?? '').split(delimiter)

const trialArguments = (): string[] => {
  const nothing = { readable: [], needs: [], grants: noGrants, boatFolder: undefined, ownFolder: undefined }
  return [...bwrapArguments({ ...nothing, folder: '/' }), '--', 'true']
}

const failureOf = (error: unknown): string => {
  const { killed, stderr, message } = error as { killed?: boolean; stderr?: string; message: string }
  if (killed === true) return `it did not answer within ${deadlineMs / 1000} s`
  return (stderr ?? '').trim().split('\n')[0] || message
}

/**
 * Checks whether plugins can be sandboxed on this machine, by running `true` in a sandbox.
 * @param place path of `bwrap`; searched in `PATH` by default
 */
export const findSandbox = async (
  place: string | undefined = programIn(searchPath(), 'bwrap'),
): Promise<Sandbox> => {
  if (process.platform !== 'linux') return { missing: 'the sandbox needs Linux' }
  if (place === undefined)
    return { missing: 'the program "bwrap" is not installed; install the package "bubblewrap"' }
  try {
    await run(place, trialArguments(), { timeout: deadlineMs, killSignal: 'SIGKILL' })
    return { bwrap: place }
  } catch (error) {
    return { missing: `"${place}" cannot start a sandbox, are user namespaces allowed? ${failureOf(error)}` }
  }
}
