import type { TSchema } from '@marinedata/model'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { defaultMemoryMegabytes, type Need, type PluginManifest } from '#protocol/manifest.ts'
import type { Program } from './program.ts'
import { settingMembers } from './setting-members.ts'

export type StartedManifest = Pick<PluginManifest, 'run' | 'needs' | 'memory' | 'settings'>

/** V8 ends itself at its heap limit; the rest of the process gets as much again before the server ends it. */
const heapShare = 0.5

/** The folders from which a module at that place can import. */
const importableFrom = (folder: string): string[] => {
  const folders = [folder]
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules')
    if (existsSync(modules)) folders.push(modules)
    if (dirname(at) === at) return folders
  }
}

const ownPackages = ['@marinedata/plugin-api', '@marinedata/model']

// A linked package lives elsewhere, and what it needs lives around it.
const linkedFolders = (folder: string): string[] => {
  const folders: string[] = []
  let from = folder
  for (const name of ownPackages) {
    const found = createRequire(join(from, 'package.json'))
      .resolve.paths(name)
      ?.map((modules) => join(modules, name))
      .find((place) => existsSync(place))
    if (found === undefined) continue
    from = realpathSync(found)
    folders.push(...importableFrom(from))
  }
  return folders
}

/** The files that the settings name and their schema grants to be read. */
const grantedFiles = (schema: TSchema | undefined, settings: Readonly<Record<string, unknown>>): string[] => {
  return settingMembers(schema).flatMap(([name, { grants }]) => {
    const file = settings[name]
    return grants === 'read' && typeof file === 'string' && isAbsolute(file) ? [file] : []
  })
}

const flagByNeed: Partial<Record<Need, string>> = {
  'read-files': '--allow-fs-read=*',
  'write-files': '--allow-fs-write=*',
  processes: '--allow-child-process',
  'native-code': '--allow-addons',
}

const permissionFlags = (
  program: Program,
  manifest: StartedManifest,
  settings: Readonly<Record<string, unknown>>,
) => {
  const readable = new Set([
    ...importableFrom(program.folder),
    ...linkedFolders(program.folder),
    ...grantedFiles(manifest.settings, settings),
  ])
  return [
    '--permission',
    ...[...readable].map((path) => `--allow-fs-read=${path}`),
    ...(manifest.needs ?? []).flatMap((need) => flagByNeed[need] ?? []),
  ]
}

/** Whoever runs from its sources runs its plugins from theirs. */
const inheritedConditions = (): string[] =>
  process.execArgv.filter((word) => word.startsWith('--conditions=') || word.startsWith('-C='))

/** The program and its words. No shell ever sees them. */
export const commandLine = (
  program: Program,
  manifest: StartedManifest,
  settings: Readonly<Record<string, unknown>>,
): readonly [string, ...string[]] => {
  const { run, memory = defaultMemoryMegabytes } = manifest
  const [first, ...rest] = run ?? []
  if (first !== undefined) return [first, ...rest]
  return [
    process.execPath,
    ...inheritedConditions(),
    `--max-old-space-size=${Math.round(memory * heapShare)}`,
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    // What a plugin needs is in its manifest, where the skipper reads it.
    '--disable-warning=SecurityWarning',
    ...permissionFlags(program, manifest, settings),
    program.entry ?? '.',
  ]
}

/** All that a plugin is told of the machine it runs on. */
export const environmentOf = (name: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  MARINEDATA_PLUGIN: name,
})
