import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Release } from '../../scripts/package/release.ts'

const limits = { packages: 20, megabytes: 25, movingSeconds: 10 }
const patienceMs = 120_000

/** The environment of somebody without this repository: its Node, none of its packages, and an empty cache of npm. */
export const strangerEnvironment = (root: string, folder: string): NodeJS.ProcessEnv => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(bin, 'node'))
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !each.startsWith(root))
  return {
    // Without the variables of the npm that runs this.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    PATH: [bin, ...path].join(delimiter),
    npm_config_cache: join(folder, 'cache'),
    NODE_COMPILE_CACHE: undefined,
  }
}

/** An empty folder with the server and its plugins, installed by npm from the packed tarballs, with an empty cache. */
class Installation implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-npm-'))
  readonly #env: NodeJS.ProcessEnv

  constructor({ root, out }: Release) {
    this.#env = strangerEnvironment(root, this.#folder)
    mkdirSync(this.place)
    writeFileSync(join(this.place, 'package.json'), '{"private":true}')
    // `plugin-api` is for authors of plugins: npm would install what it depends on, too.
    const tarballs = globSync(join(out, 'marinedata-{plugin-,[0-9]}*.tgz')).filter(
      (file) => !file.includes('plugin-api'),
    )
    const words = ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs]
    run('npm', words, { cwd: this.place, env: this.#env })
  }

  get place(): string {
    return join(this.#folder, 'boat')
  }

  get packages(): number {
    const lock = JSON.parse(readFileSync(join(this.place, 'package-lock.json'), 'utf8')) as {
      readonly packages: object
    }
    // The first is the folder itself.
    return Object.keys(lock.packages).length - 1
  }

  /** Megabytes of all files. */
  get megabytes(): number {
    const files = globSync('node_modules/**/{*,.*}', { cwd: this.place, withFileTypes: true })
    const bytes = files
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
    return Math.round(bytes / 1e5) / 10
  }

  /** Seconds from `npx marinedata demo` until the boat has moved. */
  demo(): Promise<number> {
    return demoSeconds(['npx', '--no-install', 'marinedata', 'demo'], { cwd: this.place, env: this.#env })
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/**
 * Starts the demo and resolves when its boat has moved, with the seconds that it took.
 * @param words the command, which gets `--port 0`
 */
export const demoSeconds = async (
  words: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<number> => {
  const began = performance.now()
  const [program, ...rest] = words
  // npx would not pass the signal on, so it gets a group of its own.
  const child = spawn(program, [...rest, '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
  try {
    await hasMoved(() => {
      if (child.exitCode !== null)
        throw new Error(`${words.join(' ')} ended with ${child.exitCode}: ${printed}`)
      return /listening on (\S+)/.exec(printed)?.[1]
    })
    return Math.round((performance.now() - began) / 100) / 10
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

/** Resolves when the position of the own vessel is another than the first one. */
const hasMoved = async (address: () => string | undefined): Promise<void> => {
  const deadline = performance.now() + patienceMs
  let first: string | undefined
  for (; performance.now() < deadline; await sleep(50)) {
    const url = address()
    if (url === undefined) continue
    const answer = await fetch(`${url}/marinedata/v1/api/vessels/self/navigation/position/value`)
    if (answer.status !== 200) continue
    const position = await answer.text()
    first ??= position
    if (position !== first) return
  }
  throw new Error(`the boat did not move within ${patienceMs / 1_000} s`)
}

/** Installs the tarballs, and starts the demo twice: the second start is warm. */
export const tryNpm = async (release: Release): Promise<Readonly<Record<string, unknown>>> => {
  using installation = new Installation(release)
  const { packages, megabytes } = installation
  const firstSeconds = await installation.demo()
  const movingSeconds = await installation.demo()
  return {
    pass:
      packages <= limits.packages && megabytes <= limits.megabytes && movingSeconds <= limits.movingSeconds,
    packages,
    megabytes,
    firstSeconds,
    movingSeconds,
  }
}
