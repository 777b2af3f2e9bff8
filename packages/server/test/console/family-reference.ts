import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'

const version = '2.32.0'
// This version requires a release of its streams package that the registry does not have.
const overrides = { '@signalk/streams': '6.0.0' }

/** The server has no setting for the address that it listens on. */
const loopbackOnly = `
import net from 'node:net'
const listen = net.Server.prototype.listen
net.Server.prototype.listen = function (port, ...rest) {
  const done = rest.find((one) => typeof one === 'function')
  return typeof port === 'object' ? listen.call(this, port, ...rest) : listen.call(this, Number(port), '127.0.0.1', done)
}
`

const install = (folder: string): string => {
  const dependencies = { 'signalk-server': version }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }))
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--silent']
  execFileSync('npm', words, { cwd: folder, timeout: timeLimit(300_000) })
  return folder
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/signalk`)).ok
  } catch {
    return false
  }
}

export interface Reference extends AsyncDisposable {
  readonly url: string
}

export interface ReferenceOptions {
  readonly name: string
  readonly mmsi: string
  /** Who signs in as the administrator; without it the server has no security. */
  readonly admin?: { readonly name: string; readonly passphrase: string }
}

/** Collections beside the standard ones. Freeboard-SK asks the plugin for these. */
const collections = ['tracks', 'infolayers', 'groups', 'symbols']

/** The server looks for plugins in its settings folder and not beside itself, where npm has installed this one. */
const enableResources = (program: string, folder: string): void => {
  const scope = join(folder, 'node_modules', '@signalk')
  mkdirSync(scope, { recursive: true })
  const plugin = join(program, 'node_modules', '@signalk', 'resources-provider')
  if (!existsSync(plugin)) throw new Error('npm installed no @signalk/resources-provider')
  symlinkSync(plugin, join(scope, 'resources-provider'))
  const standard = { routes: true, waypoints: true, notes: true, regions: true, charts: true }
  const configuration = { standard, custom: collections.map((name) => ({ name })) }
  mkdirSync(join(folder, 'plugin-config-data'))
  writeFileSync(
    join(folder, 'plugin-config-data', 'resources-provider.json'),
    JSON.stringify({ enabled: true, configuration }),
  )
}

const writeSettings = (folder: string, { name, mmsi }: ReferenceOptions): void => {
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ interfaces: {}, pipedProviders: [] }))
  const values = [{ path: '', value: { name, mmsi } }]
  const deltas = [{ context: 'vessels.self', updates: [{ values }] }]
  writeFileSync(join(folder, 'baseDeltas.json'), JSON.stringify(deltas))
  writeFileSync(join(folder, 'defaults.json'), JSON.stringify({ self: `urn:mrn:imo:mmsi:${mmsi}` }))
}

/** Installs signalk-server from npm. `SIGNALK_SERVER` names a folder in which it is installed already. */
export const installReference = async (): Promise<{ readonly path: string } & AsyncDisposable> => {
  const known = process.env['SIGNALK_SERVER']
  if (known !== undefined) return { path: known, [Symbol.asyncDispose]: () => Promise.resolve() }
  await using stack = new AsyncDisposableStack()
  const path = install(stack.use(await temporaryFolder()).path)
  const installed = stack.move()
  return { path, [Symbol.asyncDispose]: () => installed.disposeAsync() }
}

/** Runs an installed signalk-server with its plugin for resources, on loopback only. */
export const startReference = async (program: string, options: ReferenceOptions): Promise<Reference> => {
  await using stack = new AsyncDisposableStack()
  const bin = join(program, 'node_modules', 'signalk-server', 'bin', 'signalk-server')
  if (!existsSync(bin)) throw new Error(`npm installed no signalk-server ${version}`)
  const { path } = stack.use(await temporaryFolder())
  writeSettings(path, options)
  enableResources(program, path)
  const preload = join(path, 'loopback-only.mjs')
  writeFileSync(preload, loopbackOnly)
  const port = await freePort()
  const { admin } = options
  const child = spawn(
    process.execPath,
    ['--import', preload, bin, '-c', path, ...(admin === undefined ? [] : ['--securityenabled'])],
    {
      env: {
        ...process.env,
        PORT: String(port),
        NODE_OPTIONS: '',
        ...(admin && { ADMINUSER: `${admin.name}:${admin.passphrase}` }),
      },
      stdio: 'ignore',
    },
  )
  stack.defer(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const endsAt = performance.now() + timeLimit(60_000)
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > endsAt) throw new Error('signalk-server did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const running = stack.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
