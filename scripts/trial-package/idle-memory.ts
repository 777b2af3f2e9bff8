import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processTree, readMemory } from '../../bench/targets/process-probe.ts'
import { defaultPlugins } from '../../packages/server/src/cli/default-plugins.ts'
import { serviceIn } from './unpacked.ts'

/**
 * The wanted sum, and the sum above which something has grown. Eight processes of Node that do nothing take 100 MB: each
 * 8 MB of its own, and together the 32 MB of the program. The rest is the code and the data of the server and plugins.
 */
const limits = { wantedMegabytes: 130, megabytes: 270 }
const settleMs = 60_000
const patienceMs = 120_000

const nameOf = (pid: number): string => {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  if (/(^|\/)bwrap\0/.test(command)) return 'sandbox'
  return /plugin-([a-z0-9-]+)\/dist/.exec(command)?.[1] ?? 'server'
}

/** Proportional megabytes of a process and its descendants, by the name of the plugin. */
const memoryByName = (root: number): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const pid of processTree(root)) {
    const name = nameOf(pid)
    sums[name] = (sums[name] ?? 0) + readMemory(pid).proportionalMb
  }
  return sums
}

/** The service of a package, without systemd, in folders of its own. */
class Service implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-idle-'))
  readonly #tree: string

  constructor(tree: string) {
    this.#tree = tree
    for (const name of ['data', 'cache']) mkdirSync(join(this.#folder, name))
  }

  async #started(): Promise<ChildProcess> {
    const { words, env } = serviceIn(this.#tree)
    const [node = '', main = ''] = words.map((word) => join(this.#tree, word))
    const [data, cache] = [join(this.#folder, 'data'), join(this.#folder, 'cache')]
    const child = spawn(node, [main, '--data', data, '--port', '0'], {
      env: { ...env, PATH: '/usr/bin:/bin', HOME: data, MARINEDATA_DATA: data, NODE_COMPILE_CACHE: cache },
      stdio: 'ignore',
    })
    const deadline = performance.now() + patienceMs
    const hasStarted = (): boolean => {
      const names = new Set(processTree(child.pid ?? 0).map(nameOf))
      return defaultPlugins.every((name) => names.has(name))
    }
    for (; !hasStarted(); await sleep(200))
      if (performance.now() > deadline || child.exitCode !== null)
        throw new Error('the plugins did not start')
    return child
  }

  /** Starts it, waits, and stops it. */
  async measure(waitMs: number): Promise<Record<string, number>> {
    const child = await this.#started()
    await sleep(waitMs)
    const memory = memoryByName(child.pid ?? 0)
    child.kill('SIGTERM')
    await once(child, 'exit')
    return memory
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * Measures the memory of the server and its default plugins without clients, a minute after the start. The first start
 * fills the cache of compiled code. Node is the file of this package alone, so no other program shares its pages.
 */
export const tryIdleMemory = async (tree: string): Promise<Readonly<Record<string, unknown>>> => {
  using service = new Service(tree)
  await service.measure(5_000)
  const memory = await service.measure(settleMs)
  const megabytes = rounded(Object.values(memory).reduce((sum, value) => sum + value, 0))
  return {
    pass: megabytes <= limits.megabytes,
    proportionalMegabytes: megabytes,
    limitMegabytes: limits.megabytes,
    wantedMegabytes: limits.wantedMegabytes,
    each: Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, rounded(value)])),
  }
}
