import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What all artefacts of one release have in common. */
export interface Release {
  /** The repository. */
  readonly root: string
  /** The folder of the artefacts. */
  readonly out: string
  readonly version: string
  readonly commit: string
  /** Whether files differ from the commit. */
  readonly isChanged: boolean
  /** Seconds since 1970 of the commit, or `SOURCE_DATE_EPOCH`: every time that an artefact contains. */
  readonly epoch: number
  /** Level of compression: of zstd for Debian packages, and of gzip for images (at most 9). */
  readonly level: number
}

/** The processor architecture of a package, as Debian names it. */
export type Architecture = 'amd64' | 'arm64'

/** Runs a program and returns what it prints. Its errors go to the terminal. */
export const run = (program: string, args: readonly string[], options: RunOptions = {}): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
    ...options,
  })

interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** The environment with the time of the release, for programs that write times into files. */
export const environmentOf = ({ epoch }: Release): NodeJS.ProcessEnv => ({
  ...process.env,
  SOURCE_DATE_EPOCH: String(epoch),
  LC_ALL: 'C',
  TZ: 'UTC',
})

/** Reads a manifest of npm. */
export const manifestIn = (folder: string): Manifest =>
  // npm validated it.
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

interface Manifest {
  readonly name: string
  readonly version: string
  readonly author?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Who maintains the packages, with an address: `author` of the repository's own manifest. */
export const maintainerOf = (root: string): string => {
  const { author } = manifestIn(root)
  if (author === undefined) throw new Error('package.json names no author')
  return author
}

/** The release that the repository contains now. */
export const releaseOf = (root: string, out: string, level: number): Release => {
  const git = (...words: readonly string[]): string => run('git', words, { cwd: root }).trim()
  return {
    root,
    out,
    level,
    version: manifestIn(join(root, 'packages/server')).version,
    commit: git('rev-parse', 'HEAD'),
    isChanged: git('status', '--porcelain') !== '',
    epoch: Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct')),
  }
}

/** GNU tar with names in order, and one time and owner: the same files give the same bytes. */
export const archiveOf = (folder: string, file: string, { epoch }: Release): void => {
  run('tar', [
    '--create',
    `--file=${file}`,
    `--directory=${folder}`,
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
    '.',
  ])
}
