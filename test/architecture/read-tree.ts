import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest-violations.ts'
import type { SourceFile } from './read-source.ts'

export const repository = join(import.meta.dirname, '..', '..')

const skipped = new Set(['node_modules', 'dist', '.bench', 'coverage'])

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(join(repository, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !skipped.has(entry.name))
      .map((entry) => `${folder}/${entry.name}`)
  } catch {
    // A missing folder has no files.
    return []
  }
}

function filesIn(folder: string): SourceFile[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true })
  const own = entries
    .filter((entry) => entry.isFile() && /\.(?:tsx?|json|css)$/.test(entry.name))
    .map((entry) => `${folder}/${entry.name}`)
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }))
  return [...own, ...foldersIn(folder).flatMap(filesIn)]
}

/** Every source and test of every package, plugin and of the bench. */
export function readTree(): SourceFile[] {
  const roots = [...foldersIn('packages'), ...foldersIn('plugins')]
  const inner = roots.flatMap(foldersIn).filter((folder) => /\/(?:src|test|testing)$/.test(folder))
  return [...inner, 'bench'].flatMap(filesIn)
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(repository, path), 'utf8'))
}

export function readManifests(): Manifest[] {
  // npm has validated these files before any test runs.
  return [...foldersIn('packages'), ...foldersIn('plugins'), 'bench'].map(
    (folder) => readJson(`${folder}/package.json`) as Manifest,
  )
}
