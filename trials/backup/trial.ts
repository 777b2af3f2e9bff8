/**
 * Backups under load, restores on a fresh machine, and kills at random moments of both. Prints one line of JSON for
 * each trial; exits with 1 when one fails. `--quick` has fewer kills and less history, `--only backup-killed` runs one of
 * them.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { factsOf, requireSame, requireSignIn } from './boat-facts.ts'
import { sendInstruments } from './instruments.ts'
import { killBackups, killRestores, megabytesOf, type KnownBoat } from './kills.ts'
import { Programs } from './programs.ts'
import { clientOf, createBoat, type BoatPlan } from './trial-boat.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const deltasPerSecond = 1_000
/** Kills are of each, backups and restores. */
const plan = values.quick
  ? { kills: 2, historySeconds: 8, loadMs: 2_000 }
  : { kills: 25, historySeconds: 150, loadMs: 60_000 }

/** Creates a boat and reads what it answers. */
const knownBoat = async (programs: Programs, boatPlan: BoatPlan): Promise<KnownBoat> => {
  const boat = await createBoat(programs, boatPlan)
  const server = await programs.serve(boat.folder)
  const facts = await factsOf(server.url, boat)
  await server.stop()
  return { boat, facts }
}

interface Trial {
  readonly programs: Programs
  readonly boat: KnownBoat
  readonly other: KnownBoat
  /** The folder of backups. */
  readonly backups: string
  /** A data folder that does not exist. */
  readonly fresh: string
}

const backUpUnderLoad = async ({
  programs,
  boat: { boat, facts },
  backups,
  fresh,
}: Trial): Promise<object> => {
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
  assert.ok(values.quick || track.length > 0, 'There is no track to compare')
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

const trials: Readonly<Record<string, (trial: Trial) => Promise<object>>> = {
  'backup-under-load': backUpUnderLoad,
  'backup-killed': ({ programs, boat, backups }) => {
    const folder = join(backups, 'killed')
    mkdirSync(folder)
    const target = join(folder, 'boat.tar.gz')
    return killBackups(programs, boat, { target, kills: plan.kills, deltasPerSecond })
  },
  'restore-killed': ({ programs, boat: after, other: before, backups, fresh: folder }) =>
    killRestores(
      programs,
      { before, after },
      { file: join(backups, 'loaded.tar.gz'), folder, kills: plan.kills },
    ),
}

const chosen = Object.entries(trials).filter(([name]) => name === (values.only ?? name))
if (chosen.length === 0) throw new Error(`--only takes ${Object.keys(trials).join(', ')}`)

const place = mkdtempSync(join(tmpdir(), 'marinedata-trial-'))
try {
  using programs = new Programs()
  const backups = join(place, 'backups')
  mkdirSync(backups)
  const boats = { folder: join(place, 'boat'), other: join(place, 'other') }
  const boat = await knownBoat(programs, {
    folder: boats.folder,
    owner: 'Anna',
    seconds: plan.historySeconds,
  })
  const other = await knownBoat(programs, { folder: boats.other, owner: 'Olga', seconds: 5 })
  for (const [name, work] of chosen) {
    const beganAt = performance.now()
    const outcome = await work({ programs, boat, other, backups, fresh: join(place, 'fresh') }).then(
      (figures) => ({ pass: true, ...figures }),
      (error: unknown) => ({ pass: false, reason: error instanceof Error ? error.message : String(error) }),
    )
    if (!outcome.pass) process.exitCode = 1
    const seconds = Math.round((performance.now() - beganAt) / 1_000)
    process.stdout.write(`${JSON.stringify({ trial: name, ...outcome, seconds })}\n`)
  }
} finally {
  rmSync(place, { recursive: true, force: true })
}
