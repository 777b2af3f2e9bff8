import { MarineDataError } from '@marinedata/model'
import { fileURLToPath } from 'node:url'
import { askManifest } from '#host/ask-manifest.ts'
import { folderOf } from '#host/command-line.ts'
import { readProgram, type Program } from '#host/program.ts'
import { findSandbox, type Sandbox } from '#host/sandbox/find-sandbox.ts'
import { resolveSettings, schemaOfEntered } from '#host/resolve-settings.ts'
import { protocolVersion } from '#protocol/limits.ts'
import type { PluginManifest } from '#protocol/manifest.ts'
import { manifestDifference } from './manifest-difference.ts'
import { testSelf } from './test-boat.ts'
import type { TestedProcess } from './tested-process.ts'

/** A plugin on disk and its manifest. */
export interface TestedProgram {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly sandbox: Sandbox
}

/** Manifests of plugins without a manifest file. A plugin does not change during a test, so each is started once. */
const askedByEntry = new Map<string | undefined, Promise<PluginManifest>>()

/** The sandbox of this machine, found once. */
const sandboxByMachine = new Map<'here', Promise<Sandbox>>()

const sandboxHere = async (): Promise<Sandbox> => {
  const found = sandboxByMachine.get('here') ?? findSandbox()
  sandboxByMachine.set('here', found)
  return await found
}

const askOnce = async (program: Program, sandbox: Sandbox): Promise<PluginManifest> => {
  const asked = askedByEntry.get(program.entry) ?? askManifest(program, sandbox)
  askedByEntry.set(program.entry, asked)
  return await asked
}

/** Reads a plugin: a folder or a single module. */
export const testedProgram = async (place: string | URL): Promise<TestedProgram> => {
  const program = readProgram(typeof place === 'string' ? place : fileURLToPath(place))
  const sandbox = await sandboxHere()
  return { program, sandbox, manifest: program.manifest ?? (await askOnce(program, sandbox)) }
}

/** The parameters of `hello`. */
export const greeting = (protocols: readonly number[]) => ({
  protocols: [...protocols],
  server: { name: 'marinedata-testing', version: '0.0.0' },
})

/** A protocol version that does not exist. */
export const unknownVersion = 999_999

/** Ends a start that hangs. Whether a plugin starts fast enough is judged by a case of its own. */
export const startPatienceMs = 30_000

/**
 * Sends `hello` and `start`.
 * @throws MarineDataError when the manifest differs from the file, or the plugin fails to start
 */
export const begin = async (
  tested: TestedProcess,
  { program, manifest }: TestedProgram,
  {
    settings,
    deadlineMs,
  }: { readonly settings: Readonly<Record<string, unknown>>; readonly deadlineMs: number },
): Promise<void> => {
  const hello = await tested.request('hello', greeting([unknownVersion, protocolVersion]), deadlineMs)
  if (hello.protocol !== protocolVersion)
    throw new MarineDataError(
      'plugin-failed',
      `It answered hello with protocol version ${String(hello.protocol)}`,
    )
  const difference = hello.manifest === undefined ? undefined : manifestDifference(hello.manifest, manifest)
  if (difference !== undefined)
    throw new MarineDataError(
      'plugin-failed',
      `The manifest of the plugin differs from ${program.manifest === undefined ? 'its earlier one' : 'its file'}: ${difference}`,
    )
  const folder = folderOf(manifest, { ownFolder: tested.folder })
  await tested.request('start', { settings: { ...settings }, self: testSelf, ...folder }, deadlineMs)
}

export const settingsFor = (
  { manifest }: TestedProgram,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => resolveSettings(schemaOfEntered(manifest.settings), given)
