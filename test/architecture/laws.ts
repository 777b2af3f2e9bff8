import type { FloorLaw } from './floors.ts'

/** A package and what its sources may import. The table of ARCHITECTURE.md, as data. */
export interface PackageLaw {
  /** Folder, relative to the repository; `*` matches one folder name. */
  readonly folder: string
  /** Our packages, by folder name, that every file may import. */
  readonly imports: readonly string[]
  /** Our packages that only tests may import in addition. */
  readonly testImports: readonly string[]
  /** Node modules that sources may import; tests may import any. */
  readonly builtins: 'any' | readonly string[]
  /** Time and random numbers are passed in: reading the wall clock is forbidden. */
  readonly timeless: boolean
  /** How the folders directly under `src/` may depend on each other. */
  readonly folders: FolderLaw
}

export interface FolderLaw {
  /** Folders are independent: a file imports its own folder and the files directly in `src/`. */
  readonly apart: boolean
  /**
   * Files directly in `src/`, or whole folders (`compose/`), that connect the folders. Only these may import across
   * folders, and no folder imports them.
   */
  readonly wiring: readonly string[]
  /** Whether types may be imported across folders: only values count as wiring. */
  readonly typesCross: boolean
  /** Our packages whose values only wiring files import; types may be imported anywhere. */
  readonly wiredOnly: readonly string[]
  /** Exceptions by folder: other folders or wiring files that it may import. */
  readonly may: Readonly<Record<string, readonly string[]>>
  /** Which folders are above which. Types count as values, and tests as sources. */
  readonly floors?: FloorLaw
}

const open: FolderLaw = { apart: false, wiring: ['index.ts'], typesCross: true, wiredOnly: [], may: {} }
const apart: FolderLaw = { apart: true, wiring: ['index.ts'], typesCross: false, wiredOnly: [], may: {} }

export const consoleFloors: FloorLaw = {
  floors: [
    { name: 'entry', rooms: ['main.tsx'] },
    { name: 'roof', rooms: ['app'] },
    { name: 'screens', rooms: ['screens/*', 'entry', 'tour', 'fleet', 'pages'] },
    { name: 'views that screens share', rooms: ['dials', 'device'] },
    { name: 'alerts', rooms: ['alerts'] },
    { name: 'state that screens share', rooms: ['pilot', 'navigation', 'inputs'] },
    { name: 'parts', rooms: ['parts'] },
    { name: 'page', rooms: ['page'] },
    { name: 'theme', rooms: ['theme'] },
    { name: 'boat', rooms: ['boat'] },
    { name: 'units', rooms: ['units'] },
    { name: 'words', rooms: ['words'] },
  ],
  exceptions: [
    {
      from: 'screens/helm/helm-screen.tsx',
      to: 'screens/instruments/instruments-screen.tsx',
      reason: 'a boat without an autopilot opens the instruments in place of the helm',
    },
    {
      from: 'screens/history/graphs/use-graph.ts',
      to: 'screens/instruments/instruments.ts',
      reason: 'a graph shows any path of the boat, as an instrument does',
    },
    {
      from: 'screens/chart/panels/place-panels.tsx',
      to: 'screens/anchor/figures.ts',
      reason: 'the panel of a place offers to anchor up to the speed that the anchor screen allows',
    },
  ],
}

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
    folders: {
      ...apart,
      // Kinds of devices share the command path, and plugins that answer questions the choice of one of them. Other
      // folders compare and send rows and paths of the tree.
      may: {
        anchor: ['devices'],
        autopilots: ['devices'],
        controls: ['devices'],
        course: ['providers'],
        history: ['providers'],
        weather: ['providers'],
        intake: ['tree'],
        subscriptions: ['tree'],
      },
    },
  },
  'plugin-api': {
    folder: 'packages/plugin-api',
    imports: ['model'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: { ...open, wiring: ['index.ts', 'host.ts', 'testing.ts'] },
  },
  ais: {
    folder: 'packages/ais',
    imports: ['model'],
    testImports: [],
    builtins: [],
    timeless: true,
    folders: open,
  },
  history: {
    folder: 'packages/history',
    imports: ['model'],
    testImports: [],
    builtins: 'any',
    // Time comes in as a clock.
    timeless: true,
    folders: { ...open, wiring: ['index.ts', 'testing.ts'] },
  },
  'uplink-protocol': {
    folder: 'packages/uplink-protocol',
    imports: ['model'],
    testImports: [],
    builtins: ['node:crypto', 'node:zlib'],
    timeless: true,
    folders: open,
  },
  fleet: {
    folder: 'packages/fleet',
    imports: ['model', 'core', 'history', 'uplink-protocol', 'server'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: {
      ...apart,
      wiring: ['index.ts', 'compose/'],
      may: {
        gateway: ['store'],
        tenants: ['store'],
        writer: ['store'],
        reader: ['store'],
        cli: ['compose/processes.ts', 'compose/nats.ts', 'tenants'],
      },
    },
  },
  nmea0183: {
    folder: 'packages/nmea0183',
    imports: ['model', 'ais'],
    testImports: [],
    builtins: [],
    timeless: true,
    folders: open,
  },
  nmea2000: {
    folder: 'packages/nmea2000',
    imports: ['model', 'ais'],
    testImports: [],
    builtins: [],
    timeless: true,
    folders: open,
  },
  'pilot-simulators': {
    folder: 'packages/pilot-simulators',
    imports: ['inputs', 'nmea2000'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: open,
  },
  inputs: {
    folder: 'packages/inputs',
    imports: ['model', 'plugin-api'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: open,
  },
  create: {
    folder: 'packages/create',
    imports: ['model'],
    testImports: [],
    builtins: 'any',
    timeless: true,
    folders: open,
  },
  'create-marinedata-plugin': {
    folder: 'packages/create-marinedata-plugin',
    imports: ['create'],
    testImports: [],
    builtins: 'any',
    timeless: true,
    folders: open,
  },
  'create-marinedata-app': {
    folder: 'packages/create-marinedata-app',
    imports: ['create'],
    testImports: [],
    builtins: 'any',
    timeless: true,
    folders: open,
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
    imports: ['model', 'core', 'plugin-api', 'pilot-simulators'],
    testImports: ['client'],
    builtins: 'any',
    timeless: false,
    folders: {
      apart: true,
      wiring: ['compose.ts', 'compose/', 'features/', 'start-server.ts', 'index.ts'],
      typesCross: true,
      wiredOnly: ['core'],
      may: {
        // The command line shows the rights of a plugin as the plugin host does.
        cli: [
          'start-server.ts',
          'features/access.ts',
          'compose/signalk-import.ts',
          'settings',
          'backup',
          'doctor',
          'plugin-host',
          'process',
        ],
        // A restored database is opened as the server opens it.
        backup: ['storage'],
        // The second door to the same boat has the same routes and the same frames, in other words.
        family: ['http', 'stream'],
      },
    },
  },
  testing: {
    folder: 'packages/testing',
    imports: ['model', 'core', 'client', 'plugin-api', 'pilot-simulators', 'server'],
    testImports: [],
    builtins: 'any',
    timeless: false,
    folders: open,
  },
  'console-map': {
    folder: 'packages/console-map',
    imports: ['model'],
    testImports: [],
    builtins: [],
    timeless: false,
    folders: open,
  },
  console: {
    folder: 'packages/console',
    imports: ['model', 'client', 'console-map'],
    testImports: [],
    builtins: [],
    timeless: false,
    folders: { ...open, floors: consoleFloors },
  },
  plugins: {
    folder: 'plugins/*',
    imports: ['model', 'plugin-api', 'history', 'inputs', 'ais', 'nmea0183', 'nmea2000', 'uplink-protocol'],
    testImports: ['client', 'pilot-simulators'],
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

/** The test kit. Tests and these packages import it, by subject: `@marinedata/testing/until`. */
export const testKit = { name: '@marinedata/testing', importers: ['testing', 'bench'] } as const

/** npm name → row of the table above. The server, the console and the plugins are not imported by anyone. */
export const packageByName: ReadonlyMap<string, string> = new Map([
  ['@marinedata/model', 'model'],
  ['@marinedata/core', 'core'],
  ['@marinedata/plugin-api', 'plugin-api'],
  ['@marinedata/client', 'client'],
  ['@marinedata/ais', 'ais'],
  ['@marinedata/history', 'history'],
  ['@marinedata/uplink-protocol', 'uplink-protocol'],
  ['@marinedata/fleet', 'fleet'],
  ['@marinedata/nmea0183', 'nmea0183'],
  ['@marinedata/inputs', 'inputs'],
  ['@marinedata/nmea2000', 'nmea2000'],
  ['@marinedata/create', 'create'],
  ['create-marinedata-plugin', 'create-marinedata-plugin'],
  ['create-marinedata-app', 'create-marinedata-app'],
  ['@marinedata/pilot-simulators', 'pilot-simulators'],
  ['@marinedata/testing', 'testing'],
  ['@marinedata/console', 'console'],
  ['@marinedata/console-map', 'console-map'],
  ['@marinedata/bench', 'bench'],
  ['marinedata', 'server'],
])

/** Further entry points of a package, and who may import them: in sources, and in tests. */
export const sideDoors: ReadonlyMap<
  string,
  { readonly sources: readonly string[]; readonly tests: readonly string[] }
> = new Map([
  ['@marinedata/plugin-api/host', { sources: ['server', 'bench'], tests: ['server', 'plugin-api'] }],
  // The interface of a boat for reading, over boats ashore.
  ['marinedata/reading', { sources: ['fleet'], tests: ['fleet'] }],
  // What surrounds a program: settings, signals, errors, metrics.
  ['marinedata/process', { sources: ['fleet'], tests: ['fleet'] }],
  // Tests start a server in their process, with a data folder that they prepare.
  ['marinedata/start-server', { sources: ['testing'], tests: [] }],
  ['marinedata/boat-store', { sources: ['testing'], tests: [] }],
  ['marinedata/default-plugins', { sources: ['testing'], tests: [] }],
  // A program pairs once in its life: the code is loaded then.
  ['@marinedata/client/pairing', { sources: ['console'], tests: ['server'] }],
  // The first load computes bearings and distances. The map is loaded with the chart.
  ['@marinedata/console-map/earth', { sources: ['console'], tests: ['console'] }],
  // A fleet calls people ashore over the services that boats use.
  ['@marinedata/plugin-outgoing-alerts/calls', { sources: ['fleet'], tests: ['fleet'] }],
  ['@marinedata/history/testing', { sources: [], tests: ['history', 'plugins'] }],
  ['@marinedata/plugin-api/testing', { sources: [], tests: ['server', 'plugin-api', 'inputs', 'plugins'] }],
])

/** Generic names that describe a kind of code: forbidden for files and folders. */
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
  /** Third-party packages named by the server and by our packages that it includes. */
  direct: 12,
  /** All third-party packages of an installed server. */
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
