import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { manifestFile, type PluginManifest } from '#protocol/manifest.ts'
import { askManifest } from './ask-manifest.ts'
import { checkSchemas, moduleProgram } from './program.ts'
import { findSandbox } from './sandbox/find-sandbox.ts'

const readStored = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const hasRunCommand = (manifest: unknown): boolean =>
  typeof manifest === 'object' && manifest !== null && 'run' in manifest

/**
 * Reads the manifest from the plugin in a folder and writes the manifest file, unless the file is already equal.
 * A plugin with `run`, in another language, maintains its file by hand.
 * @returns the manifest when the file was written
 */
export const writeManifest = async (folder: string): Promise<PluginManifest | undefined> => {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  const file = join(folder, manifestFile)
  const stored = readStored(file)
  if (hasRunCommand(stored)) return undefined
  const manifest = await askManifest(moduleProgram(folder), await findSandbox())
  checkSchemas(manifest, 'The manifest')
  if (isDeepStrictEqual(stored, manifest)) return undefined
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}
