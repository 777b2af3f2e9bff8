import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchError } from '../bench-error.ts'
import { peerCommand } from './peer.ts'
import { ignoredFolder, makeDataFolder, removeDataFolder, repositoryRoot } from './places.ts'
import { installPlugins, type InstalledPlugin } from './plugins.ts'
import { readAddress, startServer, type ServerCommand, type ServerProcess } from './server-process.ts'

/** `corked` is a second bare engine, for fan-out only. */
export type TargetName = 'ours' | 'bare' | 'corked' | 'peer'

export type BareProgram = 'ws-echo' | 'ws-corked' | 'fastify-route' | 'http-tree'

export interface TargetWish {
  /** The bare engine with the same job as the workload. */
  readonly bare: BareProgram
  /** Allows more contexts than a boat needs by default. */
  readonly manyContexts?: boolean
  /**
   * Plugins installed in addition to our default ones. They are disabled at first. With an empty list, the default plugins of
   * every boat run. When absent, no plugins run, because the bare engine and the peer have no plugins either.
   */
  readonly plugins?: readonly InstalledPlugin[]
}

export interface Target extends ServerProcess, AsyncDisposable {
  /** The root of the tree, to which sub-paths are appended. */
  readonly api: string
  /** The whole tree. */
  readonly root: string
  readonly stream: string
}

const ourProgram = join(repositoryRoot, 'packages/server/dist/cli/main.js')
const bareFolder = join(ignoredFolder, 'bare')
const startLimitMs = 10_000

const ourSettingsForManyContexts = { bounds: { contexts: 60_000, values: 1_000_000 } }

const ourCommand = (dataFolder: string, wish: TargetWish): ServerCommand => {
  if (!existsSync(ourProgram)) throw new BenchError(`${ourProgram} does not exist: run "npm run build" first`)
  if (wish.manyContexts === true) {
    writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify(ourSettingsForManyContexts))
  }
  installPlugins(dataFolder, wish.plugins ?? [])
  const safe = wish.plugins === undefined ? ['--safe'] : []
  return {
    command: [process.execPath, ourProgram, '--open', '--port', '0', '--data', dataFolder, ...safe],
    cwd: repositoryRoot,
    readPort: readAddress,
    limitMs: startLimitMs,
  }
}

const bareCommand = (program: BareProgram | 'idle-child'): ServerCommand => ({
  command: [process.execPath, join(bareFolder, `${program}.js`)],
  cwd: repositoryRoot,
  readPort: readAddress,
  limitMs: startLimitMs,
})

/** Starts a child that does nothing and waits for the line that it prints. */
export const startBareChild = (): Promise<ServerProcess> =>
  startServer({
    ...bareCommand('idle-child'),
    // It does not listen on any port.
    readPort: (output) => (output.includes('\n') ? 0 : undefined),
  })

/** Builds the bare engines and the plugins like our server, so that type stripping does not count against them. */
export const buildPrograms = async (): Promise<void> => {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  for (const folder of ['bare', 'plugins']) {
    const args = [compiler, '-p', join(repositoryRoot, 'bench', folder, 'tsconfig.build.json')]
    await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  }
}

type CommandMaker = (dataFolder: string, wish: TargetWish) => ServerCommand | Promise<ServerCommand>

const commandByTarget: Readonly<Record<TargetName, CommandMaker>> = {
  ours: ourCommand,
  bare: (_dataFolder, { bare }) => bareCommand(bare),
  corked: () => bareCommand('ws-corked'),
  peer: peerCommand,
}

/** Starts a target with an empty data folder. Disposing of it kills the process and removes the folder. */
export const startTarget = async (name: TargetName, wish: TargetWish): Promise<Target> => {
  const dataFolder = makeDataFolder()
  const family = name === 'peer' ? 'signalk' : 'marinedata'
  try {
    const server = await startServer(await commandByTarget[name](dataFolder, wish))
    return {
      ...server,
      api: `/${family}/v1/api`,
      // The peer redirects without the trailing slash.
      root: `/${family}/v1/api${name === 'peer' ? '/' : ''}`,
      stream: `/${family}/v1/stream`,
      [Symbol.asyncDispose]: async () => {
        await server.stop()
        removeDataFolder(dataFolder)
      },
    }
  } catch (error) {
    removeDataFolder(dataFolder)
    throw error
  }
}
