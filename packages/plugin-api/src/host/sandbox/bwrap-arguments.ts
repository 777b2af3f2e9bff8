import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Need } from '#protocol/manifest.ts'
import type { Grants } from './settings-grants.ts'
import { isWithin } from './within.ts'

/** What one plugin sees in its sandbox. */
export interface SandboxView {
  /** The working directory. */
  readonly folder: string
  /** Real paths of the program and the packages it imports. */
  readonly readable: readonly string[]
  readonly needs: readonly Need[]
  readonly grants: Grants
  /** The server's data folder. Hidden, except for the plugin's own files in it. */
  readonly boatFolder: string | undefined
  /** The only writable folder besides `/tmp`; undefined when the plugin needs none. */
  readonly ownFolder: string | undefined
}

/** Programs and libraries of the system. On most machines all but the first are symbolic links into it. */
export const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const systemFiles = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime']
/** Name resolution and certificates; never `/etc/ssl/private`. */
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

/** The root: system folders only, or the whole disk when the manifest needs it. */
const root = ({ needs }: SandboxView): string[] => {
  if (needs.includes('write-files')) return ['--bind', '/', '/', ...tmpfs('/run'), ...readOnly('/run/media')]
  if (needs.includes('read-files'))
    return ['--ro-bind', '/', '/', ...tmpfs('/run'), ...readOnly('/run/media')]
  return [...systemFolders.flatMap(systemFolder), ...systemFiles.flatMap(readOnly)]
}

/** Serial ports, links to them, and harmless byte sources. Everything else in `/dev` is hidden. */
const isPortName = (name: string): boolean =>
  /^(?:tty[A-Z]|serial$|gps|rfcomm|null$|zero$|full$|random$|urandom$)/.test(name)

const hide = (path: string): string[] => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined || entry.isSymbolicLink()) return []
  // A plain bind (not --dev-bind) makes the device unusable.
  return entry.isDirectory() ? tmpfs(path) : ['--ro-bind', '/dev/null', path]
}

/**
 * Binds the real `/dev`, so that ports that are plugged in later appear. It stays writable: bubblewrap cannot make it
 * read-only and keep the devices usable.
 */
const serialPorts = ({ portFolders }: Grants, hasSound: boolean): string[] => {
  const isVisibleName = (name: string): boolean =>
    isPortName(name) || (name === 'pts' && portFolders.length > 0) || (name === 'snd' && hasSound)
  const hidden = readdirSync('/dev').filter((name) => !isVisibleName(name))
  return [
    '--dev-bind',
    '/dev',
    '/dev',
    ...hidden.flatMap((name) => hide(join('/dev', name))),
    ...readOnly('/sys'),
  ]
}

/** A folder with ports: everything in it but device nodes and links is hidden. */
const portFolder = (folder: string): string[] => [
  ...readOnly(folder),
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isCharacterDevice())
    .flatMap(({ name }) => hide(join(folder, name))),
]

/** Sound cards (ALSA) and their settings. */
const soundCards = ['--dev-bind-try', '/dev/snd', '/dev/snd']
const soundFiles = ['/etc/asound.conf', '/etc/alsa']

const devices = ({ needs, grants }: SandboxView): string[] => {
  const hasSound = needs.includes('sound')
  if (needs.includes('serial-ports')) return serialPorts(grants, hasSound)
  const cards = hasSound ? soundCards : []
  return ['--dev', '/dev', ...tmpfs('/dev/shm'), ...cards, '--remount-ro', '/dev']
}

/** Data folders that a restored backup has replaced or will replace. They contain the same keys as the present one. */
const restoredFolders = (boatFolder: string): string[] => {
  const parent = dirname(boatFolder)
  const prefixes = ['before-restore-', 'restore-new', 'restore-ready'].map(
    (suffix) => `${basename(boatFolder)}-${suffix}`,
  )
  return readdirSync(parent)
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => join(parent, name))
}

/**
 * Mounts the plugin's own paths. Order matters: paths outside the data folder first, then an empty data folder, then
 * the plugin's paths inside it.
 */
const ownPaths = (view: SandboxView): string[] => {
  const { readable, boatFolder, ownFolder, grants } = view
  const own = ownFolder === undefined ? [] : ['--bind', ownFolder, ownFolder]
  const files = [...grants.files.flatMap(readOnly), ...grants.portFolders.flatMap(portFolder)]
  if (boatFolder === undefined) return [...readable.flatMap(readOnly), ...own, ...files]
  const isInside = (path: string): boolean => isWithin(boatFolder, path)
  const outside = readable.filter((path) => !isInside(path))
  const shown = [...systemFolders, ...outside]
  const isShown = (place: string): boolean =>
    hasWholeDisk(view) || shown.some((path) => isWithin(path, place))
  const isVisible = isShown(boatFolder)
  return [
    ...outside.flatMap(readOnly),
    ...(isVisible ? tmpfs(boatFolder) : []),
    ...restoredFolders(boatFolder).filter(isShown).flatMap(hide),
    ...readable.filter(isInside).flatMap(readOnly),
    ...own,
    ...(isVisible ? ['--remount-ro', boatFolder] : []),
    ...files,
  ]
}

/** The arguments of `bwrap` before the program. */
export const bwrapArguments = (view: SandboxView): string[] => [
  ...namespaces(view.needs),
  ...root(view),
  ...(view.needs.includes('network') ? networkFiles.flatMap(readOnly) : []),
  ...(view.needs.includes('sound') ? soundFiles.flatMap(readOnly) : []),
  '--proc',
  '/proc',
  ...devices(view),
  ...tmpfs('/tmp'),
  ...ownPaths(view),
  ...(hasWholeDisk(view) ? [] : ['--remount-ro', '/']),
  '--chdir',
  view.folder,
]
