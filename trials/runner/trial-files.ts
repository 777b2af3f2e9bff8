import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Trial } from './trial.ts'

export interface FoundTrial {
  readonly file: string
  readonly trial: Trial
}

/** The names of the trials in a folder, each a folder with a file `trial.ts`. */
export function trialNames(folder: string): string[] {
  return globSync('*/trial.ts', { cwd: folder })
    .map(dirname)
    .filter((name) => name !== 'runner')
    .toSorted()
}

export async function loadTrial(folder: string, name: string): Promise<FoundTrial> {
  const known = trialNames(folder)
  if (!known.includes(name)) throw new Error(`There is no trial "${name}". Use ${known.join(', ')}`)
  const file = join(folder, name, 'trial.ts')
  const { trial } = (await import(pathToFileURL(file).href)) as { readonly trial: Trial }
  if (trial.name !== basename(dirname(file))) throw new Error(`${file} exports a trial named "${trial.name}"`)
  return { file, trial }
}
