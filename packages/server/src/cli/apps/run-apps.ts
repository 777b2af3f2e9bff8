import { readPackageFile } from '@marinedata/plugin-api/host'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { printable } from '#process/printable.ts'
import { defaultDataFolder } from '../data-folder.ts'
import { registryOf } from '../plugins/registry-in-settings.ts'
import { loadPackage } from '#plugin-host/installation/registry.ts'
import { pluginLimits, refuse, unpackTarball } from '#plugin-host/installation/tarball.ts'
import type { AppsCommand } from './app-command.ts'

const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`)

interface PackageFile {
  readonly name: string
  readonly version: string
}

const keywords = ['signalk-webapp', 'signalk-embeddable-webapp']
/** As in npm: a name can be an address and a folder. */
const packageName = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/
const stagedPrefix = '.staged-'
const abandonedMs = 3_600_000

const isPage = (place: string): boolean => place === 'package.json' || place.startsWith('public/')

const folderOf = (name: string): string => name.replace('/', '+')

const packageIn = (folder: string): PackageFile & { readonly keywords: readonly unknown[] } => {
  const { name, version, keywords: words } = readPackageFile(folder)
  if (typeof name !== 'string' || typeof version !== 'string' || !packageName.test(name) || name.length > 214)
    return refuse('The package.json of the app names no valid name and version')
  return { name, version, keywords: Array.isArray(words) ? words : [] }
}

const check = (folder: string): PackageFile => {
  if (!existsSync(join(folder, 'package.json'))) return refuse('The package has no package.json')
  const described = packageIn(folder)
  if (!described.keywords.some((word) => keywords.some((known) => known === word)))
    return refuse(`${described.name} is no web app: its package.json has no keyword ${keywords.join(' or ')}`)
  if (!existsSync(join(folder, 'public', 'index.html')))
    return refuse(`${described.name} has no public/index.html`)
  return described
}

const load = async (subject: string, data: string): Promise<Buffer> => {
  if (!subject.endsWith('.tgz')) return await loadPackage(registryOf(data), subject)
  if (statSync(subject).size > pluginLimits.fileBytes)
    return refuse(`${subject} has more than ${pluginLimits.fileBytes} bytes`)
  return readFileSync(subject)
}

/** A command that was killed leaves a folder. Another command may be using it, but not for an hour. */
const removeAbandoned = (apps: string): void => {
  for (const name of readdirSync(apps).filter((one) => one.startsWith(stagedPrefix))) {
    const path = join(apps, name)
    if (Date.now() - statSync(path).mtimeMs > abandonedMs) rmSync(path, { recursive: true, force: true })
  }
}

const add = async (apps: string, data: string, subject: string): Promise<void> => {
  const staged = mkdtempSync(join(apps, stagedPrefix))
  try {
    await unpackTarball(await load(subject, data), staged, isPage)
    const { name, version } = check(staged)
    const place = join(apps, folderOf(name))
    rmSync(place, { recursive: true, force: true })
    renameSync(staged, place)
    print(`Installed ${name} ${version}. It is served at /${name}/ on the port of the apps.`)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

const remove = (apps: string, name: string): void => {
  const place = join(apps, folderOf(name))
  if (!packageName.test(name) || !existsSync(place)) return refuse(`No app "${name}" is installed`)
  rmSync(place, { recursive: true, force: true })
  print(`Removed ${name}.`)
}

/** Installs, removes or lists web apps. A running server shows the change within a second. */
export const runApps = async ({ verb, subject, folder }: AppsCommand): Promise<void> => {
  const data = resolve(folder ?? defaultDataFolder())
  if (!existsSync(data)) return refuse(`${data} is not a data folder. Start the server once, or use --data`)
  const apps = join(data, 'apps')
  mkdirSync(apps, { recursive: true, mode: 0o700 })
  removeAbandoned(apps)
  if (verb === 'add') return await add(apps, data, subject)
  if (verb === 'remove') return remove(apps, subject)
  for (const name of readdirSync(apps).filter((one) => !one.startsWith('.'))) {
    const { name: app, version } = packageIn(join(apps, name))
    print(`${app} ${version}`)
  }
}
