import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { claimsOf } from '#plugin-host/rights/claims.ts'
import { printable } from '#process/printable.ts'
import { defaultDataFolder } from '../data-folder.ts'
import { registryOf } from './registry-in-settings.ts'
import type { PluginsCommand } from './plugin-command.ts'
import { writeCatalogue } from './write-catalogue.ts'
import {
  copyFolder,
  PluginFolder,
  type InstalledPlugin,
  type StagedPlugin,
} from '#plugin-host/installation/plugin-folder.ts'
import { checkListed, listedPlugin, loadListed, readCatalogue } from '#plugin-host/installation/catalogue.ts'
import { loadPackage } from '#plugin-host/installation/registry.ts'
import { pluginLimits, refuse, unpackTarball } from '#plugin-host/installation/tarball.ts'

const print = (line: string): void => void process.stdout.write(`${printable(line)}\n`)

const isPath = (subject: string): boolean =>
  /^[./~]|[\\/].*\.tgz$|\.tgz$/.test(subject) || existsSync(subject)

/** Puts what a command names into a folder, and checks it; returns where it came from. */
const stageInto = async (
  plugins: PluginFolder,
  data: string,
  { command: { subject, catalogue }, to }: { readonly command: PluginsCommand; readonly to: string },
): Promise<{ readonly staged: StagedPlugin; readonly from: Omit<InstalledPlugin['origin'], 'package'> }> => {
  if (catalogue !== undefined) {
    const entry = listedPlugin(await readCatalogue(catalogue), subject)
    await unpackTarball(await loadListed(entry, catalogue), to)
    const staged = plugins.check(to)
    checkListed(staged, entry)
    return { staged, from: { catalogue } }
  }
  if (!isPath(subject)) {
    const registry = registryOf(data)
    await unpackTarball(await loadPackage(registry, subject), to)
    return { staged: plugins.check(to), from: { registry } }
  }
  await unpackPath(resolve(subject), to)
  return { staged: plugins.check(to), from: {} }
}

const unpackPath = async (path: string, to: string): Promise<void> => {
  const entry = statSync(path)
  if (entry.isDirectory()) copyFolder(path, to)
  else if (entry.size > pluginLimits.fileBytes)
    refuse(`${path} has more than ${pluginLimits.fileBytes} bytes`)
  else await unpackTarball(readFileSync(path), to)
}

/** The rights come first: the description is written by the author, who may want to hide them. */
const printRights = ({ manifest, package: name, version }: StagedPlugin): void => {
  print(`${manifest.name} ${version} asks for these rights:`)
  for (const { kind, value } of claimsOf(manifest, name)) print(`  ${kind} ${value}`)
  print(`Its author describes it as: ${manifest.description}`)
}

/** Asks a person at a terminal. Without one, only `--yes` agrees. */
const isAgreed = async (): Promise<boolean> => {
  if (!process.stdin.isTTY) return refuse('Nothing was installed. Check the rights, then use --yes')
  using terminal = createInterface({ input: process.stdin, output: process.stdout })
  return /^y(?:es)?$/i.test((await terminal.question('Install it? [y/N] ')).trim())
}

const add = async (plugins: PluginFolder, data: string, command: PluginsCommand): Promise<void> => {
  using stage = plugins.stage()
  const { staged, from } = await stageInto(plugins, data, { command, to: join(stage.path, 'plugin') })
  printRights(staged)
  if (!command.isAgreed && !(await isAgreed())) return print('Nothing was installed.')
  const { name } = staged.manifest
  const isUpdate = plugins.find(name) !== undefined
  plugins.install(staged, from)
  const next = isUpdate
    ? 'Restart the plugin to use it.'
    : 'Enable the plugin to use it. The console lists it when the server has restarted.'
  print(`Installed ${name} ${staged.version}. ${next}`)
}

const update = async (plugins: PluginFolder, data: string, command: PluginsCommand): Promise<void> => {
  const present = plugins.find(command.subject)
  if (present === undefined) return refuse(`No plugin "${command.subject}" was installed with "plugin add"`)
  const { registry, catalogue } = present.origin
  if (catalogue !== undefined)
    return refuse(`${present.name} came from the catalogue ${catalogue}. Update it on the console`)
  if (registry === undefined)
    return refuse(`${present.name} came from a file. Add the file of its new version`)
  return await add(plugins, data, { ...command, subject: present.origin.package })
}

const isFromFile = ({ registry, catalogue }: InstalledPlugin['origin']): boolean =>
  registry === undefined && catalogue === undefined

/** Installs, updates, removes or lists plugins, or writes a catalogue. */
export const runPlugins = async (command: PluginsCommand): Promise<void> => {
  if (command.verb === 'catalogue') return print(await writeCatalogue(resolve(command.subject)))
  const data = resolve(command.folder ?? defaultDataFolder())
  const plugins = new PluginFolder(data)
  switch (command.verb) {
    case 'add':
      return await add(plugins, data, command)
    case 'update':
      return await update(plugins, data, command)
    case 'remove':
      plugins.remove(command.subject)
      return print(`Removed ${command.subject}. A running server uses it until its next start.`)
    case 'list':
      for (const { name, version, origin } of plugins.list())
        print(`${name} ${version} (${origin.package}${isFromFile(origin) ? ', from a file' : ''})`)
      return undefined
  }
}
