import { sentenceOf, startPlugin, TestSerialPort, type StartedPlugin } from '@marinedata/plugin-api/testing'
import type { PluginInput } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('..', import.meta.url))

const hasPython = spawnSync('python3', ['--version']).status === 0
/** A developer's machine may lack Python; CI may not. */
export const skip = !hasPython && process.env['CI'] === undefined ? 'python3 is not installed' : false

export const heading = 'navigation.headingTrue'
/** True heading 90° from a gyro. */
export const east = sentenceOf('HEHDT,90.0,T')

/** A folder in which ports appear, and the plugin that scans it. */
export class Harbour implements AsyncDisposable {
  readonly folder: string
  readonly #stack = new AsyncDisposableStack()

  private constructor(folder: string) {
    this.folder = folder
    this.#stack.defer(() => rm(folder, { recursive: true, force: true }))
  }

  static async make(): Promise<Harbour> {
    return new Harbour(await mkdtemp(join(tmpdir(), 'ports-')))
  }

  get settings() {
    return { ports: [`${this.folder}/*`] }
  }

  idOf(name: string): string {
    return join(this.folder, name).slice(1).replaceAll('/', '-')
  }

  async port(
    name: string,
    { speed = 4_800, lines = [east] }: { readonly speed?: number; readonly lines?: readonly string[] } = {},
  ): Promise<TestSerialPort> {
    const port = await TestSerialPort.plugIn({ path: join(this.folder, name), speed, lines })
    return this.#stack.use(port)
  }

  async plugin(storage: Readonly<Record<string, unknown>> = {}): Promise<StartedPlugin> {
    return this.#stack.use(await startPlugin(here, { settings: this.settings, storage }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }
}

/** Waits until an input matches, and returns it. */
export const inputOf = async (
  plugin: StartedPlugin,
  id: string,
  isSo: (input: PluginInput) => boolean,
): Promise<PluginInput> => {
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(10)) {
    const input = plugin.inputs.find((each) => each.id === id)
    if (input !== undefined && isSo(input)) return input
  }
  return assert.fail(`The input is ${JSON.stringify(plugin.inputs)}, status ${plugin.status?.message}`)
}

export const isIn =
  (state: PluginInput['state']) =>
  (input: PluginInput): boolean =>
    input.state === state
