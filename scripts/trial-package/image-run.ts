import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../package/release.ts'

/** Emulated, a start takes most of a minute. */
const limitMs = 300_000

interface Blob {
  readonly digest: string
}

interface ImageConfig {
  readonly config: {
    readonly User: string
    readonly Env: readonly string[]
    readonly Entrypoint: readonly string[]
  }
}

// The image was written by this repository.
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** An image unpacked into a folder, as a container engine does it. */
export class UnpackedImage implements Disposable {
  readonly root: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-unpacked-'))
  readonly #config: ImageConfig['config']

  constructor(file: string) {
    run('tar', ['-xf', file, '-C', this.#folder])
    const blob = ({ digest }: Blob): string => join(this.#folder, 'blobs', digest.replace(':', '/'))
    const { manifests } = read(join(this.#folder, 'index.json')) as { manifests: readonly [Blob] }
    const manifest = read(blob(manifests[0])) as { config: Blob; layers: readonly Blob[] }
    this.#config = (read(blob(manifest.config)) as ImageConfig).config
    this.root = join(this.#folder, 'root')
    mkdirSync(this.root)
    for (const layer of manifest.layers) run('tar', ['-xzf', blob(layer), '-C', this.root])
  }

  /**
   * Starts the entry point in a chroot as the user of the image, waits for its first answer and ends it.
   * @param options `isEmulated`: by qemu, for another architecture
   */
  async start(options: { readonly isEmulated: boolean }): Promise<Readonly<Record<string, unknown>>> {
    const { User, Env, Entrypoint } = this.#config
    const emulator = options.isEmulated ? ['/qemu'] : []
    if (options.isEmulated) run('cp', ['/usr/bin/qemu-aarch64-static', join(this.root, 'qemu')])
    const began = performance.now()
    // Emulated plugins would need a kernel that starts foreign programs, so they stay off.
    const words = [
      ...emulator,
      ...Entrypoint,
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      ...(options.isEmulated ? ['--safe'] : []),
    ]
    const child = spawn('/usr/sbin/chroot', [`--userspec=${User}`, this.root, ...words], {
      env: Object.fromEntries(
        Env.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
      ),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    let printed = ''
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    const ended = once(child, 'exit')
    const address = await this.#addressOf(child, () => printed)
    const status = address === undefined ? 0 : (await fetch(`${address}/marinedata`)).status
    const milliseconds = Math.round(performance.now() - began)
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid ?? 'self'}/status`, 'utf8'))?.[1]
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    return { pass: status === 200 && code === 0, status, code, milliseconds, memoryKilobytes: Number(memory) }
  }

  /** The address that the server prints; undefined when it ends before. */
  async #addressOf(child: ChildProcess, printed: () => string): Promise<string | undefined> {
    while (child.exitCode === null && child.signalCode === null) {
      const found = /listening on (\S+)/.exec(printed())?.[1]
      if (found !== undefined) return found
      await sleep(100)
    }
    return undefined
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
