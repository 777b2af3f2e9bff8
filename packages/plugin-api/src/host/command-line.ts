import { realpathSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { defaultMemoryMegabytes, type Need, type PluginManifest } from '#protocol/manifest.ts'
import { bwrapArguments } from './sandbox/bwrap-arguments.ts'
import type { Program } from './program.ts'
import { readablePaths } from './sandbox/readable-paths.ts'
import { programIn, searchPath, type Sandbox } from './sandbox/find-sandbox.ts'
import { grantsOf, type Grants } from './sandbox/settings-grants.ts'
import { isWithin } from './sandbox/within.ts'

export type StartedManifest = Pick<PluginManifest, 'run' | 'needs' | 'memory' | 'settings'>

/** Where a plugin runs: its sandbox and the folders it uses. */
export interface PluginPlace {
  readonly sandbox: Sandbox
  /** The server's data folder, hidden from every plugin; undefined when there is no server. */
  readonly boatFolder?: string | undefined
  /** The plugin's own writable folder; undefined when only its manifest is read. */
  readonly ownFolder?: string | undefined
}

export interface StartOptions {
  readonly program: Program
  readonly manifest: StartedManifest
  /** The settings that a person has set, without defaults. */
  readonly chosen: Readonly<Record<string, unknown>>
  readonly place: PluginPlace
  /** Its author debugs it: Node's inspector listens on this machine, and the plugin has the network for it. */
  readonly isInspected?: boolean
}

/**
 * Share of the memory limit for the V8 heap. The rest of the process gets the other half before the server kills it.
 */
const heapShare = 0.5

/** `PATH` inside the sandbox. */
const sandboxPath = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']

const flagsByNeed: Partial<Record<Need, readonly string[]>> = {
  'read-files': ['--allow-fs-read=*'],
  'write-files': ['--allow-fs-write=*'],
  processes: ['--allow-child-process'],
  'native-code': ['--allow-addons'],
  'serial-ports': ['--allow-fs-read=/dev', '--allow-fs-read=/sys', '--allow-fs-read=/proc/consoles'],
}

/** Folders that the plugin may write. In the sandbox, `/tmp` is private and writable too. */
const writableFolders = ({ sandbox, ownFolder }: PluginPlace): string[] => [
  ...('bwrap' in sandbox ? ['/tmp'] : []),
  ...(ownFolder === undefined ? [] : [ownFolder]),
]

const permissionFlags = ({ program, manifest, place }: StartOptions, grants: Grants): string[] => [
  '--permission',
  ...[...readablePaths(program), ...grants.files, ...grants.portFolders].map(
    (path) => `--allow-fs-read=${path}`,
  ),
  ...writableFolders(place).flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-write=${path}`]),
  ...(manifest.needs ?? []).flatMap((need) => flagsByNeed[need] ?? []),
  // node:sqlite opens any file, past the permission model.
  ...(manifest.needs?.includes('database') === true ? [] : ['--no-experimental-sqlite']),
  // SIGUSR1 must not open a debugger.
  '--disable-sigusr1',
]

/** Any free port of this machine: the process writes its address to stderr. */
const inspectorFlags = ['--inspect=127.0.0.1:0', '--allow-inspector']

/** Passes `--conditions` on: a server that runs from its sources runs its plugins from their sources. */
const inheritedConditions = (): string[] =>
  process.execArgv.filter((word) => word.startsWith('--conditions=') || word.startsWith('-C='))

type CommandArguments = readonly [string, ...string[]]

/** The program and its arguments without a sandbox. */
const plainCommand = (options: StartOptions, grants: Grants): CommandArguments => {
  const { run, memory = defaultMemoryMegabytes } = options.manifest
  const [first, ...rest] = run ?? []
  // The machine may have several versions of Node, or none: "node" is the one that runs the server.
  if (first !== undefined) return [first === 'node' ? process.execPath : first, ...rest]
  return [
    process.execPath,
    ...inheritedConditions(),
    `--max-old-space-size=${Math.round(memory * heapShare)}`,
    // The heaps of plugins are small. Threads that help to collect them would each take memory of their own.
    '--max-semi-space-size=1',
    '--single-threaded-gc',
    // For `releaseStartMemory`.
    '--expose-gc',
    '--disable-warning=ExperimentalWarning',
    // The owner sees what a plugin needs in its manifest, so Node need not warn about it.
    '--disable-warning=SecurityWarning',
    ...permissionFlags(options, grants),
    ...(options.isInspected === true ? inspectorFlags : []),
    options.program.entry ?? '.',
  ]
}

/** The program's real path. Programs outside `/usr` are resolved so that they can be mounted in the sandbox. */
const resolveProgram = (name: string, folder: string): string => {
  const place = name.includes(sep)
    ? join(isAbsolute(name) ? '' : folder, name)
    : (programIn(sandboxPath, name) ?? programIn(searchPath(), name) ?? name)
  try {
    return isWithin('/usr', place) ? place : realpathSync(place)
  } catch {
    return place
  }
}

const sandboxedCommand = (bwrap: string, options: StartOptions, grants: Grants): CommandArguments => {
  const { program, manifest, place } = options
  const [first, ...rest] = plainCommand(options, grants)
  const command = resolveProgram(first, program.folder)
  const readable = [...readablePaths(program), ...(isAbsolute(command) ? [command] : [])]
  const { boatFolder, ownFolder } = place
  const view = {
    folder: program.folder,
    readable,
    needs: [...(manifest.needs ?? []), ...(options.isInspected === true ? (['network'] as const) : [])],
    grants,
    boatFolder,
    ownFolder,
  }
  return [bwrap, '--info-fd', String(infoDescriptor), ...bwrapArguments(view), '--', command, ...rest]
}

/** File descriptor on which bubblewrap writes the pid of its first process. */
export const infoDescriptor = 3

/**
 * The program and its arguments. They are never passed through a shell.
 * @throws MarineDataError `invalid-settings` when a setting names a path that cannot be granted
 */
export const commandLine = (options: StartOptions): CommandArguments => {
  const { manifest, chosen, place } = options
  const grants = grantsOf(manifest.settings, chosen, place.boatFolder)
  return 'bwrap' in place.sandbox
    ? sandboxedCommand(place.sandbox.bwrap, options, grants)
    : plainCommand(options, grants)
}

/**
 * The folder that the server sends to a plugin in `start`: the plugin's own, if it needs a database. None when the folder
 * could not be created on a full or read-only disk.
 */
export const folderOf = (
  { needs = [] }: Pick<PluginManifest, 'needs'>,
  { ownFolder }: Pick<PluginPlace, 'ownFolder'>,
): { readonly folder?: string } =>
  needs.includes('database') && ownFolder !== undefined ? { folder: ownFolder } : {}

/**
 * glibc returns memory to the system that a process needed only while it started: the code of a plugin is compiled in
 * memory that it would keep otherwise, 4 to 7 MB in each. Other C libraries ignore these variables.
 */
const memoryVariables = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '16384',
}

/** The whole environment of a plugin; nothing is inherited from the server. */
export const environmentOf = (name: string, { sandbox, ownFolder }: PluginPlace): Record<string, string> => ({
  PATH: ('bwrap' in sandbox ? sandboxPath : searchPath()).join(':'),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  ...memoryVariables,
  MARINEDATA_PLUGIN: name,
  ...(ownFolder !== undefined && { HOME: ownFolder, MARINEDATA_PLUGIN_DATA: ownFolder }),
})
