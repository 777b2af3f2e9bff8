import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { manifestFile, type PluginManifest } from '#protocol/manifest.ts'
import { askManifest } from './ask-manifest.ts'
import { moduleProgram } from './program.ts'
import { findSandbox } from './sandbox/find-sandbox.ts'

const storedIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const namesItsOwnProgram = (manifest: unknown): boolean =>
  typeof manifest === 'object' && manifest !== null && 'run' in manifest

/**
 * Asks the plugin in a folder for its manifest and writes it to the file there, unless the file says so already.
 * @returns the manifest when the file was written; a plugin in another language keeps its file by hand
 */
export const writeManifest = async (folder: string): Promise<PluginManifest | undefined> => {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return undefined
  const file = join(folder, manifestFile)
  const stored = storedIn(file)
  if (namesItsOwnProgram(stored)) return undefined
  const manifest = await askManifest(moduleProgram(folder), await findSandbox())
  if (isDeepStrictEqual(stored, manifest)) return undefined
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}
