import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Need } from '#protocol/manifest.ts'
import type { Grants } from './settings-grants.ts'
import { isWithin } from './within.ts'

/** What one plugin finds in its sandbox. */
export interface SandboxView {
  /** The folder it is started in. */
  readonly folder: string
  /** What it runs and imports, by real paths. */
  readonly readable: readonly string[]
  readonly needs: readonly Need[]
  readonly grants: Grants
  /** The data folder of the boat: never visible, but for what of the plugin itself is in it. */
  readonly boatFolder: string | undefined
  /** The only folder that it may write; undefined when it needs none. */
  readonly ownFolder: string | undefined
}

/** The machine's programs and libraries. On most machines all but the first are links into it. */
export const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const systemFiles = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime']
/** Names and certificates; never `/etc/ssl/private`. */
const networkFiles = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/host.conf',
  '/etc/nsswitch.conf',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
]
const temporaryBytes = String(64 * 1024 * 1024)

const tmpfs = (path: string): string[] => ['--size', temporaryBytes, '--tmpfs', path]
const readOnly = (path: string): string[] => ['--ro-bind-try', path, path]

const namespaces = (needs: readonly Need[]): string[] => [
  '--unshare-user-try',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(needs.includes('network') ? [] : ['--unshare-net']),
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
]

const kindOf = (path: string): 'folder' | 'link' | 'none' => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return 'none'
  return entry.isSymbolicLink() ? 'link' : 'folder'
}

const systemFolder = (path: string): string[] => {
  const kind = kindOf(path)
  if (kind === 'none') return []
  return kind === 'link' ? ['--symlink', readlinkSync(path), path] : readOnly(path)
}

const hasWholeDisk = ({ needs }: SandboxView): boolean =>
  needs.includes('read-files') || needs.includes('write-files')

/** The root: a small view of the machine, or all of its files when the manifest says so. */
const root = ({ needs }: SandboxView): string[] => {
  if (needs.includes('write-files')) return ['--bind', '/', '/', ...tmpfs('/run'), ...readOnly('/run/media')]
  if (needs.includes('read-files'))
    return ['--ro-bind', '/', '/', ...tmpfs('/run'), ...readOnly('/run/media')]
  return [...systemFolders.flatMap(systemFolder), ...systemFiles.flatMap(readOnly)]
}

/** Serial ports, and links to them; everything else in `/dev` that is no plain source of bytes is covered. */
const isPortName = (name: string): boolean =>
  /^(?:tty[A-Z]|serial$|gps|rfcomm|null$|zero$|full$|random$|urandom$)/.test(name)

const cover = (path: string): string[] => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined || entry.isSymbolicLink()) return []
  // Bound without the right to use devices, it is a name without a device.
  return entry.isDirectory() ? tmpfs(path) : ['--ro-bind', '/dev/null', path]
}

/** The real `/dev`, so that ports which are plugged in later appear; bubblewrap cannot make it read-only and usable at once. */
const serialPorts = ({ portFolders }: Grants): string[] => {
  const kept = (name: string): boolean => isPortName(name) || (name === 'pts' && portFolders.length > 0)
  const covered = readdirSync('/dev').filter((name) => !kept(name))
  return [
    '--dev-bind',
    '/dev',
    '/dev',
    ...covered.flatMap((name) => cover(join('/dev', name))),
    ...readOnly('/sys'),
  ]
}

const devices = ({ needs, grants }: SandboxView): string[] =>
  needs.includes('serial-ports')
    ? serialPorts(grants)
    : ['--dev', '/dev', ...tmpfs('/dev/shm'), '--remount-ro', '/dev']

/** What the plugin runs; around the boat's data folder first, then nothing of that folder, then what of the plugin is in it. */
const ownPlaces = (view: SandboxView): string[] => {
  const { readable, boatFolder, ownFolder, grants } = view
  const own = ownFolder === undefined ? [] : ['--bind', ownFolder, ownFolder]
  const files = [...grants.files, ...grants.portFolders].flatMap(readOnly)
  if (boatFolder === undefined) return [...readable.flatMap(readOnly), ...own, ...files]
  const isInside = (path: string): boolean => isWithin(boatFolder, path)
  const outside = readable.filter((path) => !isInside(path))
  const isVisible = hasWholeDisk(view) || outside.some((path) => isWithin(path, boatFolder))
  return [
    ...outside.flatMap(readOnly),
    ...(isVisible ? tmpfs(boatFolder) : []),
    ...readable.filter(isInside).flatMap(readOnly),
    ...own,
    ...(isVisible ? ['--remount-ro', boatFolder] : []),
    ...files,
  ]
}

/** The words for `bwrap` before the program itself. */
export const bwrapWords = (view: SandboxView): string[] => [
  ...namespaces(view.needs),
  ...root(view),
  ...(view.needs.includes('network') ? networkFiles.flatMap(readOnly) : []),
  '--proc',
  '/proc',
  ...devices(view),
  ...tmpfs('/tmp'),
  ...ownPlaces(view),
  ...(hasWholeDisk(view) ? [] : ['--remount-ro', '/']),
  '--chdir',
  view.folder,
]
