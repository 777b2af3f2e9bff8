/**
 * Replays the three paths of the first-use review with the packed packages only: a boat owner, a developer of an app
 * and an author of a plugin. Requires `python3` and a registry.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCases, type CaseRuns, type Report } from '../runner/run-cases.ts'
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
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

const replay = async (name: PathName, registry: string, report: Report): Promise<void> => {
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
  const line = { commands: typed.length, seconds, allSeconds, gone: gone.size, elsewhere }
  report(pass, { ...line, ...(limits && { limits }), typed, ...(!pass && { missed, error }) })
}

async function* replayPaths(context: TrialContext): AsyncGenerator<CaseResult, void> {
  await using registry = await startRegistry(root)
  const runs = Object.keys(paths).map((name): [string, CaseRuns[string]] => [
    name,
    (report) => replay(name as PathName, registry.url, report),
  ])
  yield* runCases(context, Object.fromEntries(runs))
}

const limits = { short: 400, full: 900 }

export const trial: Trial = {
  name: 'first-use',
  sentence:
    'Follows the steps of a boat owner, a developer of an app and an author of a plugin with the packed packages.',
  covers: [
    'packages/create',
    'packages/create-marinedata-app',
    'packages/create-marinedata-plugin',
    'packages/plugin-api',
    'packages/client',
    'packages/server/src/cli',
    'docs',
  ],
  needs: ['dist'],
  cases: { 'plugin-author': limits, 'app-developer': limits, 'boat-owner': limits },
  run: replayPaths,
}
