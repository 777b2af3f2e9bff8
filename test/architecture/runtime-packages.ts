import { readJson } from './read-tree.ts'

/** The part of an npm lock file entry that the rules need. */
export interface LockEntry {
  /** Set for our packages; others are named by their path. */
  readonly name?: string
  readonly license?: string
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  /** Needed for the build or the tests only. */
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  /** Of our packages: what is bundled into them, and what only their tests use. */
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export type Lock = Readonly<Record<string, LockEntry>>

export interface RuntimePackages {
  /** Third-party packages named by the start package and by our packages that it includes. */
  readonly direct: ReadonlySet<string>
  /** Lock file paths of every third-party package of an installation, bundled ones included. */
  readonly installed: ReadonlyMap<string, LockEntry>
  /** Lock file paths of our packages, including the start. */
  readonly ours: readonly string[]
  /** Dependencies that are missing in the lock file. */
  readonly missing: readonly string[]
}

/** Our packages that only tests use. */
const testOnly: ReadonlySet<string> = new Set(['@marinedata/client'])

/** What the build bundles into one of our packages. It runs on every boat, but is not installed. */
export function bundledInto({ devDependencies = {} }: LockEntry): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(devDependencies).filter(([name]) => !testOnly.has(name)))
}

function dependenciesOf(entry: LockEntry, isOurs: boolean): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  )
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...(isOurs ? Object.keys(bundledInto(entry)) : []),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ]
}

/** Node's rule: the nearest `node_modules` on the way up. Links are resolved to their workspace. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = lock[place]
    if (entry !== undefined) return entry.link === true ? entry.resolved : place
    if (folder === '') return undefined
  }
}

/** Linked packages are in this repository, so they are ours. */
function standsHere(place: string | undefined): boolean {
  return place?.includes('node_modules/') === false
}

/** Follows the lock file from the given workspaces through everything that is installed with them or bundled into them. */
export function runtimePackages(lock: Lock, ...starts: readonly string[]): RuntimePackages {
  const direct = new Set<string>()
  const installed = new Map<string, LockEntry>()
  const ours: string[] = []
  const missing: string[] = []
  const seen = new Set(starts)
  const queue = [...starts]
  for (const place of queue) {
    const entry = lock[place] ?? {}
    const isOurs = standsHere(place)
    if (isOurs) ours.push(place)
    else installed.set(place, entry)
    for (const name of dependenciesOf(entry, isOurs)) {
      const next = locate(lock, place, name)
      if (isOurs && !standsHere(next)) direct.add(name)
      if (next === undefined) missing.push(`${place} needs ${name}`)
      else if (!seen.has(next)) queue.push(next)
      seen.add(next ?? '')
    }
  }
  return { direct, installed, ours, missing }
}

/** Whether an SPDX expression can be satisfied with the allowed licences. */
export function isPermitted(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ')
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence.trim())))
}

/** Install scripts and platform-specific packages, which are forbidden. */
export function nativeFaults(installed: ReadonlyMap<string, LockEntry>): string[] {
  return [...installed].flatMap(([place, { hasInstallScript, os, cpu }]) => [
    ...(hasInstallScript === true ? [`${place} runs a script when it is installed`] : []),
    ...(os !== undefined || cpu !== undefined ? [`${place} is made for one kind of machine`] : []),
  ])
}

interface Licensed {
  readonly license?: string | { readonly type?: string }
}

/** The licence that an installed package declares. */
export function licenceOf(place: string): string {
  // Every package that npm installs has a package.json of this shape.
  const { license } = readJson(`${place}/package.json`) as Licensed
  return (typeof license === 'object' ? license.type : license) ?? 'none'
}
