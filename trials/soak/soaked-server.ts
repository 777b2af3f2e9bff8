import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')
const patienceMs = 60_000
/** Of the kernel's accounting, on all common machines. */
const ticksPerSecond = 100

/** What a server holds after a garbage collection. */
export interface Vitals {
  readonly heapMb: number
  /** The part of the heap that is the log of recent changes: it fills for minutes and has a limit of its own. */
  readonly logMb: number
  readonly residentMb: number
  readonly timers: number
  readonly descriptors: number
  readonly sessions: number
  readonly groups: number
  readonly indexEntries: number
  readonly contexts: number
}

interface Memory {
  readonly heapUsed: number
  readonly external: number
  readonly rss: number
  readonly timers: number
}

interface PluginState {
  readonly name: string
  readonly enabled: boolean
  readonly state: string
}

const metricOf = (text: string, name: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`marinedata_${name} `))
  if (line === undefined) throw new Error(`/metrics has no marinedata_${name}`)
  return Number(line.slice(line.indexOf(' ') + 1))
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const deadline = setTimeout(() => reject(new Error(`The server did not listen: ${text}`)), patienceMs)
    const note = (chunk: Buffer): void => {
      text += chunk.toString()
      const url = /listening on (\S+) /.exec(text)?.[1]
      if (url === undefined) return
      clearTimeout(deadline)
      resolve(url)
    }
    child.stdout?.on('data', note)
    child.stderr?.on('data', note)
    child.once('exit', (code) => {
      clearTimeout(deadline)
      reject(new Error(`The server ended with ${code}: ${text}`))
    })
  })

export interface ServerOptions {
  readonly folder: string
  readonly settings: object
  /** Further environment variables, such as those of a moved clock. */
  readonly environment?: Readonly<Record<string, string>>
  /** Runs the bundled program, which must be built, instead of the sources: the cost is that of a boat. */
  readonly isBundled?: boolean
  /** Paths of further plugins. */
  readonly plugins?: readonly string[]
}

const programs = {
  sources: [
    '--conditions=@marinedata/source',
    '--expose-gc',
    '--import',
    new URL('./vitals-on-request.ts', import.meta.url).pathname,
    join(root, 'packages/server/src/cli/main.ts'),
  ],
  bundled: [join(root, 'packages/server/dist/cli/main.js')],
} as const

/** The real server in its own process, without access control, on a free port of loopback. */
export class SoakedServer implements AsyncDisposable {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start({
    folder,
    settings,
    environment = {},
    isBundled = false,
    plugins = [],
  }: ServerOptions): Promise<SoakedServer> {
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
    const program = isBundled ? programs.bundled : programs.sources
    const words = [
      '--open',
      '--port',
      '0',
      '--data',
      folder,
      ...plugins.flatMap((path) => ['--plugin', path]),
    ]
    const child = spawn(process.execPath, [...program, ...words], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...environment },
    })
    try {
      return new SoakedServer(child, await listening(child))
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  /** The processor time that the server has used, in seconds. */
  get processorSeconds(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'latin1')
    const [userTicks, systemTicks] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(userTicks) + Number(systemTicks)) / ticksPerSecond
  }

  async vitals(): Promise<Vitals> {
    const answer = once(this.#child, 'message', { signal: AbortSignal.timeout(patienceMs) })
    this.#child.send('vitals')
    const [memory] = (await answer) as [Memory]
    const metrics = await this.ask('GET', '/metrics')
    return {
      heapMb: (memory.heapUsed + memory.external) / 1e6,
      logMb: metricOf(metrics, 'stream_log_bytes') / 1e6,
      residentMb: memory.rss / 1e6,
      timers: memory.timers,
      descriptors: readdirSync(`/proc/${this.#child.pid}/fd`).length,
      sessions: metricOf(metrics, 'stream_sessions'),
      groups: metricOf(metrics, 'stream_groups'),
      indexEntries: metricOf(metrics, 'stream_index_entries'),
      contexts: metricOf(metrics, 'contexts'),
    }
  }

  /** Waits until all plugins that should run do. */
  async pluginsRun(): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const answer = await this.ask('GET', '/marinedata/v2/api/plugins')
      const plugins = Object.values(JSON.parse(answer) as Readonly<Record<string, PluginState>>)
      const late = plugins.filter(({ enabled, state }) => enabled && state !== 'running')
      if (late.length === 0) return
      if (performance.now() > deadline) throw new Error(`Not running: ${JSON.stringify(late)}`)
      await sleep(200)
    }
  }

  /** The text of a response with any status. */
  async ask(method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(this.url + path, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    return await answer.text()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(deadline)
  }
}
