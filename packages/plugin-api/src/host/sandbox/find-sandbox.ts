import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { bwrapWords } from './bwrap-words.ts'
import { noGrants } from './settings-grants.ts'

/** The sandbox of the operating system: the program that makes one, or why there is none. */
export type Sandbox = { readonly bwrap: string } | { readonly missing: string }

/** A machine that takes longer to start nothing at all is not going to run plugins either. */
const deadlineMs = 10_000
const run = promisify(execFile)

/** Programs are looked for here; what is named with a slash is where it says. */
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

const trialWords = (): string[] => {
  const nothing = { readable: [], needs: [], grants: noGrants, boatFolder: undefined, ownFolder: undefined }
  return [...bwrapWords({ ...nothing, folder: '/' }), '--', 'true']
}

const failureOf = (error: unknown): string => {
  const { killed, stderr, message } = error as { killed?: boolean; stderr?: string; message: string }
  if (killed === true) return `it did not answer within ${deadlineMs / 1000} s`
  return (stderr ?? '').trim().split('\n')[0] || message
}

/**
 * Finds out whether plugins can be put into a sandbox here, by putting a program into one that does nothing.
 * @param place where `bwrap` is; looked for in `PATH` when absent
 */
export const findSandbox = async (
  place: string | undefined = programIn(searchPath(), 'bwrap'),
): Promise<Sandbox> => {
  if (process.platform !== 'linux') return { missing: 'the sandbox needs Linux' }
  if (place === undefined)
    return { missing: 'the program "bwrap" is not installed; install the package "bubblewrap"' }
  try {
    await run(place, trialWords(), { timeout: deadlineMs, killSignal: 'SIGKILL' })
    return { bwrap: place }
  } catch (error) {
    return { missing: `"${place}" cannot start a sandbox, are user namespaces allowed? ${failureOf(error)}` }
  }
}
