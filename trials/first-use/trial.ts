/**
 * Replays the three paths of the first-use review with the packed packages only: a boat owner, a developer of an app
 * and an author of a plugin. Prints one JSON line each. Requires `npm run build`, `python3` and a registry.
 * `--only plugin-author` replays one.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startRegistry } from '../packed/registry.ts'
import { tryAppDeveloper } from './app-developer.ts'
import { tryBoatOwner } from './boat-owner.ts'
import { Journey } from './journey.ts'
import { obstacles, type PathName } from './obstacles.ts'
import { tryPluginAuthor } from './plugin-author.ts'

const root = join(import.meta.dirname, '../..')

interface Path {
  readonly replay: (journey: Journey) => Promise<void>
  readonly limits?: { readonly commands: number; readonly seconds: number }
}

const paths: Readonly<Record<PathName, Path>> = {
  'plugin-author': { replay: tryPluginAuthor, limits: { commands: 5, seconds: 600 } },
  'app-developer': { replay: tryAppDeveloper },
  'boat-owner': { replay: tryBoatOwner },
}

/** Obstacles of a path that were looked for nowhere: neither in the trial nor in the file that the table names. */
const missedBy = ({ path, gone }: Journey): string[] =>
  Object.entries(obstacles)
    .filter(([, obstacle]) => obstacle.path === path)
    .filter(([name, { by }]) => (by === 'trial' ? !gone.has(name) : !existsSync(join(root, by))))
    .map(([name]) => name)

const replay = async (name: PathName, registry: string): Promise<boolean> => {
  const { replay: follow, limits } = paths[name]
  await using journey = new Journey(name, registry)
  const began = performance.now()
  let error: string | undefined
  try {
    await follow(journey)
  } catch (problem) {
    error = (problem as Error).message.slice(0, 2_000)
  }
  const missed = missedBy(journey)
  const { seconds, typed, gone } = journey
  const elsewhere = Object.values(obstacles).filter(({ path, by }) => path === name && by !== 'trial').length
  const allSeconds = Math.round((performance.now() - began) / 1_000)
  const isWithin = limits === undefined || (typed.length <= limits.commands && allSeconds <= limits.seconds)
  const pass = error === undefined && missed.length === 0 && isWithin
  const line = { path: name, pass, commands: typed.length, seconds, allSeconds, gone: gone.size, elsewhere }
  console.log(JSON.stringify({ ...line, ...(limits && { limits }), typed, ...(!pass && { missed, error }) }))
  return pass
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const names = (Object.keys(paths) as PathName[]).filter(
  (name) => values.only === undefined || values.only === name,
)
if (names.length === 0) throw new Error(`--only takes ${Object.keys(paths).join(', ')}`)
await using registry = await startRegistry(root)
let failures = 0
for (const name of names) if (!(await replay(name, registry.url))) failures++
console.log(`first-use: ${names.length - failures} of ${names.length} paths without an obstacle`)
process.exitCode = failures === 0 ? 0 : 1
