import { MarineDataError } from '@marinedata/model'
import { fileURLToPath } from 'node:url'
import { askManifest } from '#host/ask-manifest.ts'
import { readProgram, type Program } from '#host/program.ts'
import { findSandbox, type Sandbox } from '#host/sandbox/find-sandbox.ts'
import { settledSettings } from '#host/settled-settings.ts'
import { protocolVersion } from '#protocol/limits.ts'
import type { PluginManifest } from '#protocol/manifest.ts'
import { manifestDifference } from './manifest-difference.ts'
import { testSelf } from './test-boat.ts'
import type { TestedProcess } from './tested-process.ts'

/** A plugin on disk and what it says of itself. */
export interface TestedProgram {
  readonly program: Program
  readonly manifest: PluginManifest
  readonly sandbox: Sandbox
}

/** A plugin does not change while it is tested, so one without a manifest file is asked once. */
const askedByEntry = new Map<string | undefined, Promise<PluginManifest>>()

/** What the machine can do does not change either. */
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

/** Reads the plugin at a place: a folder, or a single module. */
export const testedProgram = async (place: string | URL): Promise<TestedProgram> => {
  const program = readProgram(typeof place === 'string' ? place : fileURLToPath(place))
  const sandbox = await sandboxHere()
  return { program, sandbox, manifest: program.manifest ?? (await askOnce(program, sandbox)) }
}

/** What the server says first. */
export const greeting = (protocols: readonly number[]) => ({
  protocols: [...protocols],
  server: { name: 'marinedata-testing', version: '0.0.0' },
})

/** A version of the protocol that nobody speaks. */
export const unknownVersion = 999_999

/**
 * Greets a plugin and starts it.
 * @throws MarineDataError when it tells another manifest than its file, or fails to start
 */
export const begin = async (
  tested: TestedProcess,
  { program, manifest }: TestedProgram,
  {
    settings,
    deadlineMs,
  }: { readonly settings: Readonly<Record<string, unknown>>; readonly deadlineMs: number },
): Promise<void> => {
  const hello = await tested.ask('hello', greeting([unknownVersion, protocolVersion]), deadlineMs)
  if (hello.protocol !== protocolVersion)
    throw new MarineDataError(
      'plugin-failed',
      `It answers hello with version ${String(hello.protocol)} of the protocol`,
    )
  const difference = hello.manifest === undefined ? undefined : manifestDifference(hello.manifest, manifest)
  if (difference !== undefined)
    throw new MarineDataError(
      'plugin-failed',
      `The plugin tells another manifest than ${program.manifest === undefined ? 'before' : 'its file'}: ${difference}`,
    )
  await tested.ask('start', { settings: { ...settings }, self: testSelf }, deadlineMs)
}

export const settingsFor = (
  { manifest }: TestedProgram,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => settledSettings(manifest.settings, given)
