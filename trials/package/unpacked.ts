import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeImageBase } from '../../scripts/package/image-base.ts'
import { mergeUsr } from '../../scripts/package/image.ts'
import { run, type Architecture } from '../../scripts/package/release.ts'
import type { RootedProgram } from './rooted-server.ts'

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

/** The variables of lines `NAME=VALUE`. */
const variablesOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )

/** An image unpacked into a folder, as a container engine does it. */
export class UnpackedImage implements Disposable {
  readonly program: Omit<RootedProgram, 'isEmulated'>
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-unpacked-'))

  constructor(file: string) {
    run('tar', ['-xf', file, '-C', this.#folder])
    const blob = ({ digest }: Blob): string => join(this.#folder, 'blobs', digest.replace(':', '/'))
    const { manifests } = read(join(this.#folder, 'index.json')) as { manifests: readonly [Blob] }
    const manifest = read(blob(manifests[0])) as { config: Blob; layers: readonly Blob[] }
    const { User, Env, Entrypoint } = (read(blob(manifest.config)) as ImageConfig).config
    const root = join(this.#folder, 'root')
    mkdirSync(root)
    for (const layer of manifest.layers) run('tar', ['-xzf', blob(layer), '-C', root])
    this.program = { root, words: Entrypoint, env: variablesOf(Env), user: User }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The command and the variables of the service in the files of a Debian package. */
export const serviceIn = (tree: string): Pick<RootedProgram, 'words' | 'env'> => {
  const unit = readFileSync(join(tree, 'lib/systemd/system/marinedata.service'), 'utf8')
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const words = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ')
  if (words === undefined) throw new Error('the service has no command')
  return { words, env: variablesOf(lines) }
}

/** A Debian package unpacked over the packages of Debian that it needs, with the command and variables of its service. */
export class UnpackedPackage implements Disposable {
  readonly program: Omit<RootedProgram, 'isEmulated'>
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-unpacked-'))

  constructor(file: string, architecture: Architecture) {
    writeImageBase(architecture, this.#folder)
    run('dpkg-deb', ['--extract', file, this.#folder])
    const { words, env } = serviceIn(this.#folder)
    mergeUsr(this.#folder)
    for (const folder of ['HOME', 'NODE_COMPILE_CACHE'])
      mkdirSync(join(this.#folder, env[folder] ?? ''), { recursive: true })
    this.program = { root: this.#folder, words, env, user: '0:0' }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
