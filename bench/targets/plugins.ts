import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BenchError } from '../bench-error.ts'
import { requestOnce } from '../sockets/http-request.ts'
import { ignoredFolder, repositoryRoot } from './places.ts'

/** A plugin of the benchmark, as it is put into a data folder. */
export interface InstalledPlugin {
  readonly name: string
  /** The file in `plugins/` that it runs. */
  readonly program: 'batteries' | 'idle' | 'pilot'
  /** Any value; it is written to a file. */
  readonly manifest: { readonly version: string }
}

const installPlugin = (folder: string, { name, program, manifest }: InstalledPlugin): void => {
  mkdirSync(folder, { recursive: true })
  const description = { name, version: manifest.version, type: 'module', exports: './index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
  writeFileSync(join(folder, 'marinedata-plugin.json'), JSON.stringify({ ...manifest, name }))
  copyFileSync(join(ignoredFolder, 'plugins', `${program}.js`), join(folder, 'index.js'))
}

/** Installs plugins where our server finds them, with the built package that they import. */
export const installPlugins = (dataFolder: string, plugins: readonly InstalledPlugin[]): void => {
  if (plugins.length === 0) return
  const modules = join(dataFolder, 'plugins', 'node_modules', '@marinedata')
  mkdirSync(modules, { recursive: true })
  symlinkSync(join(repositoryRoot, 'packages/plugin-api'), join(modules, 'plugin-api'))
  for (const plugin of plugins) installPlugin(join(dataFolder, 'plugins', plugin.name), plugin)
}

interface Asked {
  readonly port: number
  readonly name: string
}

const api = '/marinedata/v2/api/plugins'
const answerLimitMs = 15_000

const post = async ({ port, name }: Asked, verb: string, input: unknown = {}): Promise<unknown> => {
  const path = `${api}/${name}/${verb}`
  const body = JSON.stringify(input)
  const answer = await requestOnce({ port, path, method: 'POST', body, limitMs: answerLimitMs })
  if (answer.status !== 200)
    throw new BenchError(`POST ${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`)
  return JSON.parse(answer.body)
}

/** Enables a plugin. Returns the milliseconds until it is running. */
export const enablePlugin = async (asked: Asked): Promise<number> => {
  const askedAt = performance.now()
  await post(asked, 'enable')
  return performance.now() - askedAt
}

export const disablePlugin = async (asked: Asked): Promise<void> => void (await post(asked, 'disable'))

/** Calls an action of a plugin. Returns its result. */
export const askPlugin = async (asked: Asked, action: string, input: unknown): Promise<unknown> => {
  const answer = await post(asked, `actions/${action}`, input)
  return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : undefined
}

export interface PluginState {
  readonly pid: number
  readonly devices: number
}

/** The server's report about a running plugin. */
export const readPlugin = async ({ port, name }: Asked): Promise<PluginState> => {
  const { status, body } = await requestOnce({ port, path: `${api}/${name}` })
  const report = (status === 200 ? JSON.parse(body) : {}) as { pid?: unknown; devices?: readonly unknown[] }
  if (typeof report.pid !== 'number')
    throw new BenchError(`Plugin "${name}" does not run: ${body.slice(0, 300)}`)
  return { pid: report.pid, devices: report.devices?.length ?? 0 }
}
