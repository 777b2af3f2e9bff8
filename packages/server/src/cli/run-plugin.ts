import { writeManifest } from '@marinedata/plugin-api/host'
import { statSync, watch } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pino } from 'pino'
import { startServer, type RunningServer } from '../compose.ts'
import { checkedSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'
import { runUntilSignal } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

type RunCommand = Extract<Command, { kind: 'plugin-run' }>

/** Editors write a file in several steps. */
const calmMs = 200

const say = (text: string): void => {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`)
}

const levelNames: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'ERROR' }

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly plugin?: string
  readonly fault?: string
}

/** What the server logs, for a person at a terminal. */
const readable = {
  write: (text: string): void => {
    // The server's own log, a line of JSON each.
    const { level, msg, plugin, fault } = JSON.parse(text) as LogLine
    say(
      `${levelNames[level] ?? 'debug'} ${plugin === undefined ? '' : `${plugin}: `}${msg}${fault === undefined ? '' : `: ${fault}`}`,
    )
  },
}

/** Writes the manifest file of the plugin in a folder from what the plugin says of itself. */
export const writeManifestOf = async (place: string): Promise<void> => {
  const written = await writeManifest(resolve(place))
  say(
    written === undefined ? 'the manifest is as it should be' : `the manifest of ${written.name} is written`,
  )
}

const isOfInterest = (file: string): boolean =>
  !file.split(sep).some((part) => part === 'node_modules' || part.startsWith('.')) && !file.endsWith('.json')

const reload = async (server: RunningServer, place: string): Promise<void> => {
  try {
    await writeManifest(place)
    const { name, version, state } = await server.plugins.reload(place)
    say(`${name} ${version ?? ''} is ${state}`)
  } catch (error) {
    say(`it does not run: ${(error as Error).message}`)
  }
}

/** Watches the plugin's files; gives what ends the watch. */
const reloadOnChange = (server: RunningServer, place: string): Disposable => {
  const folder = statSync(place).isDirectory() ? place : dirname(place)
  let calm: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !isOfInterest(relative(folder, join(folder, file)))) return
    clearTimeout(calm)
    calm = setTimeout(() => {
      say(`${file} changed`)
      void reload(server, place)
    }, calmMs)
  })
  return {
    [Symbol.dispose]: () => {
      clearTimeout(calm)
      watcher.close()
    },
  }
}

/** Runs a server with one plugin for whoever is writing it; without a data folder, nothing is kept. */
export const runPlugin = async ({ place, folder, overrides }: RunCommand): Promise<void> => {
  const settings = checkedSettings(overrides, 'The command line')
  const path = resolve(place)
  await writeManifest(path)
  const log = pino({ level: 'info' }, readable)
  await runUntilSignal(log, async (running, signal) => {
    const data = folder ?? running.use(await temporaryFolder()).path
    const plugins = { given: [path] }
    const server = running.use(
      await startServer({ settings, folder: data, log, isOpen: true, plugins, signal }),
    )
    running.use(reloadOnChange(server, path))
    say(`marinedata is listening on ${server.url} for ${server.self}`)
    const names = server.plugins.plugins.filter((plugin) => plugin.place === path).map(({ name }) => name)
    for (const name of names)
      say(`see ${server.url}/${settings.productWord ?? 'marinedata'}/v2/api/plugins/${name}`)
  })
}
