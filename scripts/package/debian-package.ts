import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeInstalledTree } from './installed-tree.ts'
import { writeNode } from './node-binary.ts'
import { environmentOf, maintainerOf, run, type Architecture, type Release } from './release.ts'

const home = 'usr/lib/marinedata'

/** Files of `packaging/debian` and their places. */
const placed: readonly (readonly [string, string, number])[] = [
  ['marinedata.service', 'lib/systemd/system/marinedata.service', 0o644],
  ['marinedata.sysusers', 'usr/lib/sysusers.d/marinedata.conf', 0o644],
  ['marinedata.udev', 'lib/udev/rules.d/60-marinedata.rules', 0o644],
  ['marinedata-can0.network', 'lib/systemd/network/80-marinedata-can0.network', 0o644],
  ['marinedata.sh', 'usr/bin/marinedata', 0o755],
  ['lintian-overrides', 'usr/share/lintian/overrides/marinedata', 0o644],
  ['postinst', 'DEBIAN/postinst', 0o755],
  ['prerm', 'DEBIAN/prerm', 0o755],
  ['postrm', 'DEBIAN/postrm', 0o755],
]

const write = (place: string, content: string | Buffer, mode = 0o644): void => {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, content)
  chmodSync(place, mode)
}

const zipped = (text: string): Buffer => gzipSync(text, { level: 9 })

const controlOf = ({ root, version }: Release, architecture: Architecture, kilobytes: number): string =>
  `Package: marinedata
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainerOf(root)}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 12), libgcc-s1, bubblewrap, systemd | systemd-sysusers
Recommends: ca-certificates
Suggests: alsa-utils, can-utils
Section: net
Priority: optional
Description: marine data server for boats
 Collects what instruments, AIS and autopilots of a boat send, and serves it to
 phones, tablets, plotters and programs. Watches the anchor, raises alarms,
 and keeps the logbook and the history.
 .
 The package brings its own Node and needs no other version of it. Plugins run
 in sandboxes.
`

const changelogOf = ({ root, version, epoch }: Release): string => {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  return `marinedata (${version}) stable; urgency=medium

  * See CHANGELOG.md.

 -- ${maintainerOf(root)}  ${date}
`
}

/** The licences of Node and of every bundled package. */
const licencesOf = (tree: string): string => {
  const files = globSync(`${home}/node_modules/**/*.LICENCES`, { cwd: tree }).toSorted()
  const parts = [`${home}/bin/node.LICENSE`, ...files].map((file) =>
    readFileSync(join(tree, file), 'utf8').trim(),
  )
  return [...new Set(parts)].join(`\n\n${'-'.repeat(80)}\n\n`)
}

const copyrightOf = (
  root: string,
): string => `marinedata is licensed under the Apache License, version 2.0. Its text is in
/usr/share/common-licenses/Apache-2.0. The licences of Node and of the packages
that it contains are in third-party-licences.gz beside this file.

${readFileSync(join(root, 'NOTICE'), 'utf8')}`

/** Removes licences that are elsewhere in the package and files for npm, and sets modes that do not depend on the builder's umask. */
const tidy = (tree: string): void => {
  const below = (pattern: string): string[] =>
    globSync(pattern, { cwd: tree }).map((file) => join(tree, file))
  for (const file of below(`${home}/**/{*.LICENCES,.npmignore}`)) rmSync(file)
  rmSync(join(tree, home, 'bin/node.LICENSE'))
  run('find', [tree, '-type', 'd', '-exec', 'chmod', '755', '{}', '+'])
  run('find', [join(tree, home, 'node_modules'), '-type', 'f', '-exec', 'chmod', '644', '{}', '+'])
}

/** Every file of the package below a folder; `DEBIAN/` is for the package manager. */
export const writeDebianTree = (release: Release, architecture: Architecture, tree: string): void => {
  const { root } = release
  writeInstalledTree(release, join(tree, home, 'node_modules'))
  writeNode(release, architecture, join(tree, home, 'bin/node'))
  for (const [from, to, mode] of placed) {
    const place = join(tree, to)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join(root, 'packaging/debian', from), place)
    chmodSync(place, mode)
  }
  const documents = join(tree, 'usr/share/doc/marinedata')
  write(join(documents, 'copyright'), copyrightOf(root))
  write(join(documents, 'third-party-licences.gz'), zipped(licencesOf(tree)))
  write(join(documents, 'changelog.gz'), zipped(changelogOf(release)))
  write(join(documents, 'CHANGELOG.md.gz'), zipped(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))
  const manual = readFileSync(join(root, 'packaging/debian/marinedata.1'), 'utf8')
  write(join(tree, 'usr/share/man/man1/marinedata.1.gz'), zipped(manual))
  tidy(tree)
}

/** zstd compresses with one thread in another way than with several, so their number must not follow the machine. */
const sameThreads = ['--threads-max=2']

/**
 * The size that Debian states for a package: files in whole kilobytes, and one for each folder or link. `du` would count
 * folders as the file system of the builder stores them.
 */
const kilobytesOf = (tree: string): number =>
  readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter(({ parentPath }) => !parentPath.startsWith(join(tree, 'DEBIAN')))
    .map((entry) =>
      entry.isFile() ? Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024) : 1,
    )
    .reduce((sum, kilobytes) => sum + kilobytes, 0)

/** Builds the package and returns its file. */
export const buildDebianPackage = (release: Release, architecture: Architecture, tree: string): string => {
  writeDebianTree(release, architecture, tree)
  write(join(tree, 'DEBIAN/control'), controlOf(release, architecture, kilobytesOf(tree)))
  const file = join(release.out, `marinedata_${release.version}_${architecture}.deb`)
  run(
    'dpkg-deb',
    ['--root-owner-group', ...sameThreads, '-Zzstd', `-z${release.level}`, '--build', tree, file],
    {
      env: environmentOf(release),
    },
  )
  return file
}
