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
 * The wanted sum, and the sum above which something has grown. The wanted one is that of as many processes of Node that
 * do nothing, so it needs fewer processes or a smaller Node. The result contains both, measured in the same run.
 */
const limits = { wantedMegabytes: 130, megabytes: 250 }
const settleMs = 60_000
const patienceMs = 120_000
/** Until a process of Node that does nothing has started. */
const bareMs = 5_000

const nameOf = (pid: number): string => {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  if (/(^|\/)bwrap\0/.test(command)) return 'sandbox'
  return /plugin-([a-z0-9-]+)\/dist\//.exec(command)?.[1] ?? 'server'
}

interface Measured {
  /** Proportional megabytes by the name of the plugin. */
  readonly each: Readonly<Record<string, number>>
  /** Megabytes that no file backs: the system cannot drop and read them again. */
  readonly ownMb: number
}

/** The memory of a process and its descendants. */
const memoryOf = (root: number): Measured => {
  const each: Record<string, number> = {}
  let ownMb = 0
  for (const pid of processTree(root)) {
    const name = nameOf(pid)
    const memory = readMemory(pid)
    each[name] = (each[name] ?? 0) + memory.proportionalMb
    ownMb += memory.ownMb
  }
  return { each, ownMb }
}

/** Proportional megabytes of that many processes of Node that do nothing. */
const bareMegabytes = async (node: string, count: number): Promise<number> => {
  const children = Array.from({ length: count }, () =>
    spawn(node, ['--eval', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'], env: {} }),
  )
  try {
    await sleep(bareMs)
    return children.reduce((sum, { pid = 0 }) => sum + readMemory(pid).proportionalMb, 0)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map((child) => once(child, 'exit')))
  }
}

/** The service of a package, without systemd, in folders of its own. */
class Service implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-idle-'))
  readonly #tree: string

  constructor(tree: string) {
    this.#tree = tree
    for (const name of ['data', 'cache']) mkdirSync(join(this.#folder, name))
  }

  /** The Node of the package. */
  get node(): string {
    return join(this.#tree, serviceIn(this.#tree).words[0] ?? '')
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
  async measure(waitMs: number): Promise<Measured> {
    const child = await this.#started()
    await sleep(waitMs)
    const memory = memoryOf(child.pid ?? 0)
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
  const { each, ownMb } = await service.measure(settleMs)
  const megabytes = rounded(Object.values(each).reduce((sum, value) => sum + value, 0))
  return {
    pass: megabytes <= limits.megabytes,
    proportionalMegabytes: megabytes,
    ownMegabytes: rounded(ownMb),
    limitMegabytes: limits.megabytes,
    wantedMegabytes: limits.wantedMegabytes,
    bareMegabytes: rounded(await bareMegabytes(service.node, 1 + defaultPlugins.length)),
    each: Object.fromEntries(Object.entries(each).map(([name, value]) => [name, rounded(value)])),
  }
}
