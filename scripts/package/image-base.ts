import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, type Architecture } from './release.ts'

/** The packages of Debian that Node, `stty` and the sandbox need. No shell and no package manager. */
const packages = [
  'base-files',
  'bubblewrap',
  'ca-certificates',
  'coreutils',
  'gcc-12-base',
  'libacl1',
  'libattr1',
  'libc6',
  'libcap2',
  'libgcc-s1',
  'libgmp10',
  'libpcre2-8-0',
  'libselinux1',
  'libstdc++6',
  'netbase',
]

/** apt with a state of its own for one architecture, with the sources and keys of this machine. */
const aptWords = (state: string, architecture: Architecture): string[] => [
  '-qq',
  ...[
    `APT::Architecture=${architecture}`,
    `APT::Architectures::=${architecture}`,
    `Dir::State=${join(state, 'state')}`,
    `Dir::Cache=${join(state, 'cache')}`,
    'Dir::State::status=/dev/null',
    'APT::Sandbox::User=root',
    'Debug::NoLocking=true',
  ].flatMap((option) => ['-o', option]),
]

/** Certificates of public authorities, which `ca-certificates` would link together when it is installed. */
const writeCertificates = (tree: string): void => {
  const bundle = join(tree, 'etc/ssl/certs/ca-certificates.crt')
  mkdirSync(join(tree, 'etc/ssl/certs'), { recursive: true })
  run('bash', [
    '-c',
    `LC_ALL=C; cat "$1"/usr/share/ca-certificates/mozilla/*.crt > "$2"`,
    'bash',
    tree,
    bundle,
  ])
}

/**
 * Unpacks the base of the image below a folder. The versions are those of the configured mirror; apt checks their
 * signatures. `SHA256SUMS` shows when another version of Debian gives another image.
 */
export const writeImageBase = (architecture: Architecture, tree: string): void => {
  const state = mkdtempSync(join(tmpdir(), 'marinedata-apt-'))
  try {
    for (const folder of ['state/lists/partial', 'cache/archives/partial'])
      mkdirSync(join(state, folder), { recursive: true })
    const words = aptWords(state, architecture)
    run('apt-get', [...words, 'update'])
    run('apt-get', [...words, 'download', ...packages], { cwd: state })
    for (const file of globSync('*.deb', { cwd: state }).toSorted())
      run('dpkg-deb', ['--extract', join(state, file), tree])
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
  writeCertificates(tree)
  for (const folder of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info'])
    rmSync(join(tree, folder), { recursive: true, force: true })
}
