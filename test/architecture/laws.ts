/** A package of ours and what its sources may import. The table of ARCHITECTURE.md, as data. */
export interface PackageLaw {
  /** Folder, relative to the repository; `*` stands for one folder name. */
  readonly folder: string
  /** Packages of ours, by folder name, that every file may import. */
  readonly imports: readonly string[]
  /** Packages of ours that only tests may import besides. */
  readonly testImports: readonly string[]
  /** Node's own modules that sources may import; tests may import any. */
  readonly builtins: 'any' | readonly string[]
  /** Time and chance come in from outside: no wall clock is read here. */
  readonly timeless: boolean
  /** How the folders directly under `src/` stand to each other. */
  readonly folders: FolderLaw
}

export interface FolderLaw {
  /** Folders stay apart: a file imports its own folder and the files directly in `src/`. */
  readonly apart: boolean
  /** Files directly in `src/`, or whole folders (`compose/`), that join the folders. Only these may import across; no folder imports them. */
  readonly wiring: readonly string[]
  /** Types may cross between the folders: only values make wiring. */
  readonly typesCross: boolean
  /** Packages of ours whose values only wiring files import; types may be imported anywhere. */
  readonly wiredOnly: readonly string[]
  /** Exceptions, by folder: other folders or wiring files that it may import. */
  readonly may: Readonly<Record<string, readonly string[]>>
}

const open: FolderLaw = { apart: false, wiring: ['index.ts'], typesCross: true, wiredOnly: [], may: {} }
const apart: FolderLaw = { apart: true, wiring: ['index.ts'], typesCross: false, wiredOnly: [], may: {} }

export const packageLaws: Readonly<Record<string, PackageLaw>> = {
  model: {
    folder: 'packages/model',
    imports: [],
    testImports: [],
    builtins: [],
    timeless: true,
    folders: open,
  },
  core: {
    folder: 'packages/core',
    imports: ['model'],
    testImports: [],
    builtins: ['node:buffer'],
    timeless: true,
    folders: apart,
  },
  'plugin-api': {
    folder: 'packages/plugin-api',
    imports: ['model'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: { ...open, wiring: ['index.ts', 'host.ts', 'testing.ts'] },
  },
  client: {
    folder: 'packages/client',
    imports: ['model'],
    testImports: [],
    // Runs in browsers too.
    builtins: [],
    timeless: false,
    folders: open,
  },
  server: {
    folder: 'packages/server',
    imports: ['model', 'core', 'plugin-api'],
    testImports: ['client'],
    builtins: 'any',
    timeless: false,
    folders: {
      apart: true,
      wiring: ['compose.ts', 'compose/', 'index.ts'],
      typesCross: true,
      wiredOnly: ['core'],
      may: { cli: ['compose.ts', 'compose/access.ts', 'settings'] },
    },
  },
  console: {
    folder: 'packages/console',
    imports: ['model', 'client'],
    testImports: [],
    builtins: [],
    timeless: false,
    folders: open,
  },
  plugins: {
    folder: 'plugins/*',
    imports: ['model', 'plugin-api'],
    testImports: ['client'],
    builtins: 'any',
    timeless: false,
    folders: open,
  },
  bench: {
    folder: 'bench',
    imports: ['model', 'core', 'client', 'plugin-api'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: open,
  },
}

/** npm name → row of the table above. Nobody imports the server, the console or a plugin. */
export const packageByName: ReadonlyMap<string, string> = new Map([
  ['@marinedata/model', 'model'],
  ['@marinedata/core', 'core'],
  ['@marinedata/plugin-api', 'plugin-api'],
  ['@marinedata/client', 'client'],
  ['@marinedata/console', 'console'],
  ['@marinedata/bench', 'bench'],
  ['marinedata', 'server'],
])

/** Further doors of a package, and who may come in by them: in sources, and in tests. */
export const sideDoors: ReadonlyMap<
  string,
  { readonly sources: readonly string[]; readonly tests: readonly string[] }
> = new Map([
  ['@marinedata/plugin-api/host', { sources: ['server', 'bench'], tests: ['server', 'plugin-api'] }],
  ['@marinedata/plugin-api/testing', { sources: [], tests: ['server', 'plugin-api', 'plugins'] }],
])

/** Names that say a kind of code instead of a thing: never for a file or a folder. */
export const emptyNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'manager',
  'types',
  'constants',
]

/** Source files per folder; tests, generated files and a package's index are not counted. */
export const filesPerFolder = 15

export const runtimeLimits = {
  /** Third-party packages named by the server and by the packages of ours that it brings. */
  direct: 12,
  /** All third-party packages that an installed server has. */
  installed: 75,
  licences: [
    'MIT',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    '0BSD',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'Unlicense',
  ],
} as const
