import { cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { manifestIn, run, type Release } from './release.ts'

/** Packs every package that is published into the folder of the artefacts. npm writes no times into them. */
export const packTarballs = ({ root, out }: Release): void => {
  const folders = globSync(['packages/*/package.json', 'plugins/*/package.json'], { cwd: root })
    .map((file) => file.replace(/\/package\.json$/, ''))
    .filter((folder) => !('private' in manifestIn(join(root, folder))))
    .toSorted()
  const words = folders.flatMap((folder) => ['--workspace', folder])
  run('npm', ['pack', '--silent', '--pack-destination', out, ...words], { cwd: root })
}

const tarballOf = ({ out, version }: Release, name: string): string =>
  join(out, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)

/** Installs a package and what it depends on into a flat folder: ours from the tarballs, others as `npm ci` checked them. */
const install = (release: Release, name: string, modules: string): void => {
  const place = join(modules, name)
  if (existsSync(place)) return
  mkdirSync(place, { recursive: true })
  const isOurs = name === 'marinedata' || name.startsWith('@marinedata/')
  if (isOurs) run('tar', ['-xzf', tarballOf(release, name), '--strip-components=1', '-C', place])
  else cpSync(join(release.root, 'node_modules', name), place, { recursive: true, dereference: true })
  for (const other of Object.keys(manifestIn(place).dependencies ?? {})) install(release, other, modules)
}

/** Writes the server as npm would install it, without asking a registry. */
export const writeInstalledTree = (release: Release, modules: string): void => {
  install(release, 'marinedata', modules)
  // Declarations and maps of third-party packages are for compilers.
  const unneeded = globSync('**/*.{d.ts,map,d.ts.map}', { cwd: modules }).map((file) => join(modules, file))
  if (unneeded.length > 0) run('rm', ['-f', ...unneeded])
}
