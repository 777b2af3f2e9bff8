import { realpathSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { defaultMemoryMegabytes, type Need, type PluginManifest } from '#protocol/manifest.ts'
import { bwrapWords } from './sandbox/bwrap-words.ts'
import type { Program } from './program.ts'
import { readablePlaces } from './sandbox/readable-places.ts'
import { programIn, searchPath, type Sandbox } from './sandbox/find-sandbox.ts'
import { grantsOf, type Grants } from './sandbox/settings-grants.ts'
import { isWithin } from './sandbox/within.ts'

export type StartedManifest = Pick<PluginManifest, 'run' | 'needs' | 'memory' | 'settings'>

/** Where a plugin runs: behind which walls, and beside which boat. */
export interface PluginPlace {
  readonly sandbox: Sandbox
  /** The data folder of the boat, which no plugin sees; undefined when there is no boat. */
  readonly boatFolder?: string | undefined
  /** The folder that belongs to this plugin; undefined when it is only asked who it is. */
  readonly ownFolder?: string | undefined
}

export interface StartOptions {
  readonly program: Program
  readonly manifest: StartedManifest
  /** The settings as a person has set them, without defaults. */
  readonly chosen: Readonly<Record<string, unknown>>
  readonly place: PluginPlace
}

/** V8 ends itself at its heap limit; the rest of the process gets as much again before the server ends it. */
const heapShare = 0.5

/** Where programs are, in the sandbox. */
const sandboxPath = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']

const flagsByNeed: Partial<Record<Need, readonly string[]>> = {
  'read-files': ['--allow-fs-read=*'],
  'write-files': ['--allow-fs-write=*'],
  processes: ['--allow-child-process'],
  'native-code': ['--allow-addons'],
  'serial-ports': ['--allow-fs-read=/dev', '--allow-fs-read=/sys', '--allow-fs-read=/proc/consoles'],
}

/** Folders that are the plugin's own: in the sandbox, `/tmp` is one too. */
const writableFolders = ({ sandbox, ownFolder }: PluginPlace): string[] => [
  ...('bwrap' in sandbox ? ['/tmp'] : []),
  ...(ownFolder === undefined ? [] : [ownFolder]),
]

const permissionFlags = ({ program, manifest, place }: StartOptions, grants: Grants): string[] => [
  '--permission',
  ...[...readablePlaces(program), ...grants.files, ...grants.portFolders].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  ...writableFolders(place).flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-write=${path}`]),
  ...(manifest.needs ?? []).flatMap((need) => flagsByNeed[need] ?? []),
  // It opens any file, whatever may be read.
  '--no-experimental-sqlite',
  // A signal must not open a debugger.
  '--disable-sigusr1',
]

/** Whoever runs from its sources runs its plugins from theirs. */
const inheritedConditions = (): string[] =>
  process.execArgv.filter((word) => word.startsWith('--conditions=') || word.startsWith('-C='))

type Words = readonly [string, ...string[]]

/** The program and its words, as they are without a sandbox. */
const plainWords = (options: StartOptions, grants: Grants): Words => {
  const { run, memory = defaultMemoryMegabytes } = options.manifest
  const [first, ...rest] = run ?? []
  // The machine may have several versions of Node, or none: "node" is the one that runs the server.
  if (first !== undefined) return [first === 'node' ? process.execPath : first, ...rest]
  return [
    process.execPath,
    ...inheritedConditions(),
    `--max-old-space-size=${Math.round(memory * heapShare)}`,
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    // What a plugin needs is in its manifest, where the skipper reads it.
    '--disable-warning=SecurityWarning',
    ...permissionFlags(options, grants),
    options.program.entry ?? '.',
  ]
}

/** The program by its real place when it is none of the machine's own, so that it can be shown in the sandbox. */
const programPlace = (name: string, folder: string): string => {
  const place = name.includes(sep)
    ? join(isAbsolute(name) ? '' : folder, name)
    : (programIn(sandboxPath, name) ?? programIn(searchPath(), name) ?? name)
  try {
    return isWithin('/usr', place) ? place : realpathSync(place)
  } catch {
    return place
  }
}

const sandboxedWords = (bwrap: string, options: StartOptions, grants: Grants): Words => {
  const { program, manifest, place } = options
  const [first, ...rest] = plainWords(options, grants)
  const command = programPlace(first, program.folder)
  const readable = [...readablePlaces(program), ...(isAbsolute(command) ? [command] : [])]
  const { boatFolder, ownFolder } = place
  const view = {
    folder: program.folder,
    readable,
    needs: manifest.needs ?? [],
    grants,
    boatFolder,
    ownFolder,
  }
  return [bwrap, '--info-fd', String(infoDescriptor), ...bwrapWords(view), '--', command, ...rest]
}

/** Where the sandbox tells the number of its first process. */
export const infoDescriptor = 3

/**
 * The program and its words. No shell ever sees them.
 * @throws MarineDataError `invalid-settings` when a setting names what may not be granted
 */
export const commandLine = (options: StartOptions): Words => {
  const { manifest, chosen, place } = options
  const grants = grantsOf(manifest.settings, chosen, place.boatFolder)
  return 'bwrap' in place.sandbox
    ? sandboxedWords(place.sandbox.bwrap, options, grants)
    : plainWords(options, grants)
}

/** All that a plugin is told of the machine it runs on. */
export const environmentOf = (name: string, { sandbox, ownFolder }: PluginPlace): Record<string, string> => ({
  PATH: ('bwrap' in sandbox ? sandboxPath : searchPath()).join(':'),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  MARINEDATA_PLUGIN: name,
  ...(ownFolder !== undefined && { HOME: ownFolder, MARINEDATA_PLUGIN_DATA: ownFolder }),
})
