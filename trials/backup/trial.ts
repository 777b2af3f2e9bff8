import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCases, type Report } from '../runner/run-cases.ts'
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
import { factsOf, requireSame, requireSignIn } from './boat-facts.ts'
import { sendInstruments } from './instruments.ts'
import { killBackups, killRestores, megabytesOf, type KnownBoat } from './kills.ts'
import { Programs } from './programs.ts'
import { clientOf, createBoat, type BoatPlan } from './trial-boat.ts'

const deltasPerSecond = 1_000

interface Plan {
  /** Kills of backups, and kills of restores. */
  readonly kills: number
  readonly historySeconds: number
  readonly loadMs: number
  /** Enough history for a track. */
  readonly hasTrack: boolean
}

const shortPlan: Plan = { kills: 2, historySeconds: 8, loadMs: 2_000, hasTrack: false }
const fullPlan: Plan = { kills: 25, historySeconds: 150, loadMs: 60_000, hasTrack: true }

/** Creates a boat and reads what it answers. */
const knownBoat = async (programs: Programs, boatPlan: BoatPlan): Promise<KnownBoat> => {
  const boat = await createBoat(programs, boatPlan)
  const server = await programs.serve(boat.folder)
  const facts = await factsOf(server.url, boat)
  await server.stop()
  return { boat, facts }
}

interface Boats {
  readonly plan: Plan
  readonly programs: Programs
  readonly boat: KnownBoat
  readonly other: KnownBoat
  /** The folder of backups. */
  readonly backups: string
  /** A data folder that does not exist. */
  readonly fresh: string
}

const backUpUnderLoad = async ({
  plan,
  programs,
  boat: { boat, facts },
  backups,
  fresh,
}: Boats): Promise<object> => {
  const file = join(backups, 'loaded.tar.gz')
  const server = await programs.serve(boat.folder)
  const client = clientOf(server.url, boat.owner.token)
  const ending = new AbortController()
  const loading = sendInstruments(client, ending.signal, deltasPerSecond)
  const beganAt = performance.now()
  await sleep(plan.loadMs)
  const backupMs = await programs.must('backup', file, '--data', boat.folder)
  const seconds = (performance.now() - beganAt) / 1_000
  ending.abort()
  const deltas = await loading
  await server.stop()
  const restoreMs = await programs.must('restore', file, '--data', fresh)
  const again = await programs.serve(fresh)
  requireSame(await factsOf(again.url, boat), facts)
  await requireSignIn(again.url, boat)
  await again.stop()
  await programs.must('access', 'audit', '--check', '--data', fresh)
  rmSync(fresh, { recursive: true })
  const perSecond = Math.round(deltas / seconds)
  assert.ok(perSecond >= 0.9 * deltasPerSecond, `Only ${perSecond} deltas came in per second`)
  const { track, history } = facts
  assert.ok(!plan.hasTrack || track.length > 0, 'There is no track to compare')
  const compared = { trackPoints: track.length, historyRows: history.data.length }
  return {
    deltas,
    deltasPerSecond: perSecond,
    backupMs,
    restoreMs,
    megabytes: megabytesOf(file),
    ...compared,
  }
}

const killEachBackup = async ({ plan, programs, boat, backups }: Boats): Promise<object> => {
  const folder = join(backups, 'killed')
  mkdirSync(folder)
  const target = join(folder, 'boat.tar.gz')
  return await killBackups(programs, boat, { target, kills: plan.kills, deltasPerSecond })
}

const killEachRestore = async (boats: Boats): Promise<object> => {
  const { plan, programs, boat: after, other: before, backups, fresh: folder } = boats
  const file = join(backups, 'loaded.tar.gz')
  // The first case makes this backup, if it was chosen.
  if (!existsSync(file)) await backUpUnderLoad(boats)
  return await killRestores(programs, { before, after }, { file, folder, kills: plan.kills })
}

const trying =
  (work: (boats: Boats) => Promise<object>, boats: Boats) =>
  async (report: Report): Promise<void> => {
    const began = performance.now()
    const figures = await work(boats)
    report(true, { ...figures, seconds: Math.round((performance.now() - began) / 1_000) })
  }

async function* tryBackups(context: TrialContext): AsyncGenerator<CaseResult, void> {
  const plan = context.isQuick ? shortPlan : fullPlan
  const place = mkdtempSync(join(tmpdir(), 'marinedata-trial-'))
  try {
    using programs = new Programs()
    const backups = join(place, 'backups')
    mkdirSync(backups)
    const [folder, otherFolder] = [join(place, 'boat'), join(place, 'other')]
    const boat = await knownBoat(programs, { folder, owner: 'Anna', seconds: plan.historySeconds })
    const other = await knownBoat(programs, { folder: otherFolder, owner: 'Olga', seconds: 5 })
    const boats = { plan, programs, boat, other, backups, fresh: join(place, 'fresh') }
    yield* runCases(context, {
      'backup-under-load': trying(backUpUnderLoad, boats),
      'backup-killed': trying(killEachBackup, boats),
      'restore-killed': trying(killEachRestore, boats),
    })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

export const trial: Trial = {
  name: 'backup',
  sentence:
    'Backs a boat up at 1,000 deltas a second, restores it, and kills backups and restores at random moments.',
  covers: ['packages/server/src/backup', 'packages/server/src/storage', 'packages/history'],
  needs: ['programs'],
  cases: {
    'backup-under-load': { short: 400, full: 900 },
    'backup-killed': { short: 400, full: 1_800 },
    'restore-killed': { short: 400, full: 1_800 },
  },
  run: tryBackups,
}
