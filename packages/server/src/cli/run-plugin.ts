import { writeManifest } from '@marinedata/plugin-api/host'
import { statSync, watch } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pino } from 'pino'
import { startServer, type RunningServer } from '../start-server.ts'
import { checkedSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'
import { printable } from '../process/printable.ts'
import { runUntilSignal } from '../process/server-process.ts'
import { readableEntry, timeOfDay } from './readable-log.ts'
import { temporaryFolder } from './temporary-folder.ts'

type RunCommand = Extract<Command, { kind: 'plugin-run' }>

/** Editors write a file in several steps: wait until they are done. */
const debounceMs = 200

const print = (text: string): void => {
  process.stdout.write(`${timeOfDay(new Date())} ${printable(text)}\n`)
}

/** The log beside what this command prints. */
const readable = { write: (text: string): void => void process.stdout.write(`${readableEntry(text)}\n`) }

/** Writes the manifest file of a plugin from the manifest in its code. */
export const writeManifestOf = async (place: string): Promise<void> => {
  const written = await writeManifest(resolve(place))
  print(
    written === undefined ? 'the manifest file is up to date' : `wrote the manifest file of ${written.name}`,
  )
}

const isWatched = (file: string): boolean =>
  !file.split(sep).some((part) => part === 'node_modules' || part.startsWith('.')) && !file.endsWith('.json')

const reload = async (server: RunningServer, place: string): Promise<void> => {
  try {
    await writeManifest(place)
    const { name, version, state } = await server.plugins.reload(place)
    print(`${name} ${version ?? ''} is ${state}`)
  } catch (error) {
    print(`the plugin does not run: ${(error as Error).message}`)
  }
}

/** Reloads the plugin when one of its files changes, until disposed of. */
const reloadOnChange = (server: RunningServer, place: string): Disposable => {
  const folder = statSync(place).isDirectory() ? place : dirname(place)
  let debounce: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !isWatched(relative(folder, join(folder, file)))) return
    clearTimeout(debounce)
    debounce = setTimeout(() => {
      print(`${file} changed`)
      void reload(server, place)
    }, debounceMs)
  })
  return {
    [Symbol.dispose]: () => {
      clearTimeout(debounce)
      watcher.close()
    },
  }
}

/** Runs a server with one plugin, for its developer. Without a data folder, it uses a temporary one. */
export const runPlugin = async ({
  place,
  folder,
  overrides,
  isInspected = false,
}: RunCommand): Promise<void> => {
  const settings = checkedSettings(overrides, 'The command line')
  const path = resolve(place)
  await writeManifest(path)
  const log = pino({ level: 'info' }, readable)
  await runUntilSignal(log, async (running, signal) => {
    const data = folder ?? running.use(await temporaryFolder()).path
    const plugins = { given: [path], isInspected }
    const server = running.use(
      await startServer({ settings, folder: data, log, isOpen: true, plugins, signal }),
    )
    running.use(reloadOnChange(server, path))
    print(`marinedata is listening on ${server.url} for ${server.self}`)
    const names = server.plugins.plugins.filter((plugin) => plugin.place === path).map(({ name }) => name)
    for (const name of names)
      print(`see ${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/plugins/${name}`)
  })
}
