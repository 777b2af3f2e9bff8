import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const repositoryRoot = join(import.meta.dirname, '..', '..')

/** Ignored by git: the built bare engines and the installed peer. */
export const ignoredFolder = join(repositoryRoot, '.bench')

const temporary = new Set<string>()

export const makeDataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-bench-'))
  temporary.add(folder)
  return folder
}

export const removeDataFolder = (folder: string): void => {
  temporary.delete(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

process.on('exit', () => {
  for (const folder of temporary) removeDataFolder(folder)
})
