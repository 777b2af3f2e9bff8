import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { claimsOf } from '#plugin-host/rights/claims.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { PluginsCommand } from './plugin-command.ts'
import { copyFolder, PluginFolder, type StagedPlugin } from './plugin-folder.ts'
import { loadPackage, registryOf } from './registry.ts'
import { pluginLimits, refuse, unpackTarball } from './tarball.ts'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const isPath = (subject: string): boolean =>
  /^[./~]|[\\/].*\.tgz$|\.tgz$/.test(subject) || existsSync(subject)

/** Puts what the subject names into a folder; returns the registry that it came from. */
const fetchInto = async (subject: string, data: string, to: string): Promise<string | undefined> => {
  if (!isPath(subject)) {
    const registry = registryOf(data)
    unpackTarball(await loadPackage(registry, subject), to)
    return registry
  }
  const path = resolve(subject)
  const entry = statSync(path)
  if (entry.isDirectory()) copyFolder(path, to)
  else if (entry.size > pluginLimits.fileBytes)
    refuse(`${path} has more than ${pluginLimits.fileBytes} bytes`)
  else unpackTarball(readFileSync(path), to)
  return undefined
}

const printRights = ({ manifest, package: name, version }: StagedPlugin): void => {
  print(`${manifest.name} ${version}: ${manifest.description}`)
  print('It asks for these rights:')
  for (const { kind, value } of claimsOf(manifest, name)) print(`  ${kind} ${value}`)
}

/** Asks a person at a terminal. Without one, only `--yes` agrees. */
const isAgreed = async (): Promise<boolean> => {
  if (!process.stdin.isTTY) return refuse('Nothing was installed. Check the rights, then use --yes')
  using terminal = createInterface({ input: process.stdin, output: process.stdout })
  return /^y(?:es)?$/i.test((await terminal.question('Install it? [y/N] ')).trim())
}

const add = async (plugins: PluginFolder, data: string, command: PluginsCommand): Promise<void> => {
  using stage = plugins.stage()
  const content = join(stage.path, 'plugin')
  const registry = await fetchInto(command.subject, data, content)
  const staged = plugins.check(content)
  printRights(staged)
  if (!command.isAgreed && !(await isAgreed())) return print('Nothing was installed.')
  plugins.install(staged, registry)
  print(
    `Installed ${staged.manifest.name} ${staged.version}. Restart the server, then enable it on the console.`,
  )
}

const update = async (plugins: PluginFolder, data: string, command: PluginsCommand): Promise<void> => {
  const present = plugins.find(command.subject)
  if (present === undefined) return refuse(`No plugin "${command.subject}" was installed with "plugin add"`)
  if (present.origin.registry === undefined)
    return refuse(`${present.name} came from a file. Add the file of its new version`)
  return await add(plugins, data, { ...command, subject: present.origin.package })
}

/** Installs, updates, removes or lists plugins. */
export const runPlugins = async (command: PluginsCommand): Promise<void> => {
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
        print(`${name} ${version} (${origin.package}${origin.registry === undefined ? ', from a file' : ''})`)
      return undefined
  }
}
