import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchError } from '../bench-error.ts'
import { ignoredFolder } from './places.ts'
import type { ServerCommand } from './server-process.ts'

const version = '2.32.0'
// This version requires a release of its streams package that the registry does not have.
const streamsVersion = '6.0.0'
const installLimitMs = 300_000
const folder = join(ignoredFolder, 'peer')
const program = join(folder, 'node_modules', 'signalk-server', 'bin', 'signalk-server')

/** Installs signalk-server once, outside git, without install scripts. */
export const installPeer = async (): Promise<void> => {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  const dependencies = { 'signalk-server': version }
  const overrides = { '@signalk/streams': streamsVersion }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev']
  await promisify(execFile)('npm', args, { cwd: folder, timeout: installLimitMs })
  if (!existsSync(program)) throw new BenchError(`npm installed no signalk-server ${version}`)
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new BenchError('No free port'))
      })
    })
    probe.on('error', reject)
  })

const readPeerPort = (output: string): number | undefined => {
  const port = /running at 0\.0\.0\.0:(\d+)/.exec(output)?.[1]
  return port === undefined ? undefined : Number(port)
}

/** How to start the peer: no security, no plugins, and enough connections per address. */
export const peerCommand = async (dataFolder: string): Promise<ServerCommand> => {
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ interfaces: {}, pipedProviders: [] }))
  return {
    command: [process.execPath, program, '-c', dataFolder],
    cwd: dataFolder,
    env: { PORT: String(await freePort()), MAX_WS_CONNECTIONS_PER_IP: '100000' },
    readPort: readPeerPort,
    limitMs: 30_000,
  }
}
