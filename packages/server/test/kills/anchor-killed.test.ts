import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askAnchor } from '../anchor-boat.ts'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { fitOut, Life, packWatch, reportedDowntime } from './anchor-killed-boat.ts'
import { KilledBoat, type Figures } from './anchor-killed-rounds.ts'
import { inForm, reportFigures } from '@marinedata/testing/measured/judgement'

const rounds = inForm(200, 16)
/** There are more rounds until each kind of kill came about, which takes longer on some machines. */
const mostRounds = 4 * rounds
const kinds = ['cutDone', 'cutUndone', 'alarms', 'acknowledged'] as const
const boats = 2
/** Long before a missing watch raises the alarm. */
const rearmGoalMs = 10_000
/** The interval in seconds at which the running watch is recorded, plus one second. */
const downtimeGoal = 11
const quiet = { watchedMs: 24_000, offMs: 4_000 }
const rode = { rodeLength: 40, anchorDepth: 6 }

/** Another seed gives other rounds: `ANCHOR_SEED=7`. */
const seed = Number(process.env['ANCHOR_SEED'] ?? 1)

/** Warms up the compile cache, which Node writes when a process exits normally: most of the time is start-up. */
const warmUp = async (cache: string): Promise<void> => {
  process.env['NODE_COMPILE_CACHE'] = cache
  await using server = await startCli()
  await server.end('SIGTERM')
}

const killOften = async (boat: number, watch: string): Promise<Figures> => {
  await using folder = await temporaryFolder()
  const folders = { data: folder.path, watch }
  fitOut(folders)
  const killed = new KilledBoat(folders, seed * 1_000 + boat)
  const isEnough = (round: number): boolean =>
    round * boats >= mostRounds ||
    (round * boats >= rounds && kinds.every((kind) => killed.figures[kind] > 0))
  for (let round = 0; !isEnough(round); round++)
    try {
      await killed.round()
    } catch (error) {
      throw new Error(`Boat ${boat} of seed ${seed}, round ${round}: ${String(error)}`, { cause: error })
    }
  await killed.end()
  return killed.figures
}

/** A boat without events for so long that only the heartbeat of the watch is saved; then it is off for a while. */
const restAtAnchor = async (watch: string): Promise<{ readonly reported: number; readonly was: number }> => {
  await using folder = await temporaryFolder()
  const folders = { data: folder.path, watch }
  fitOut(folders)
  const killedAt = await (async () => {
    await using life = await Life.begin(folders)
    life.feed()
    await life.rearmed()
    assert.equal((await askAnchor(life.url, 'POST reposition', { body: rode })).status, 200)
    await sleep(quiet.watchedMs)
    return await life.kill(true)
  })()
  await sleep(quiet.offMs)
  await using life = await Life.begin(folders)
  const { message, at } = await life.rearmed()
  return { reported: reportedDowntime(message), was: at - killedAt }
}

test(
  `${rounds} kills at random moments of an anchor watch: anchor, alarm and acknowledgement survive, and the watch returns`,
  { timeout: 320_000 },
  async (context) => {
    await using cache = await temporaryFolder()
    await using watch = await temporaryFolder()
    packWatch(watch.path)
    await warmUp(cache.path)
    const [sleeper, ...all] = await Promise.all([
      restAtAnchor(watch.path),
      ...Array.from({ length: boats }, (_, boat) => killOften(boat, watch.path)),
    ])
    const sum = (name: keyof Figures): number => all.reduce((total, figures) => total + figures[name], 0)
    const most = (name: keyof Figures): number => Math.max(...all.map((figures) => figures[name]))
    context.diagnostic(
      [
        `${sum('rounds')} rounds, lost: 0`,
        `${sum('onTheWay')} more kills while it came back`,
        `cut orders: ${sum('cutDone')} done, ${sum('cutUndone')} not`,
        `${sum('sameCalls')} calls the same, ${sum('alarms')} rounds with an alarm, ${sum('acknowledged')} acknowledged`,
        `watched again within ${most('worstRearmMs').toFixed(0)} ms`,
        `downtime off by ${most('worstDowntimeError').toFixed(1)} s`,
        `after a quiet while ${sleeper.reported} s reported, ${sleeper.was.toFixed(1)} s true`,
      ].join('; '),
    )
    assert.ok(sum('rounds') >= rounds)
    assert.ok(sum('sameCalls') >= rounds / 4)
    for (const name of kinds) assert.ok(sum(name) >= rounds / 40, `${name} hardly came about`)
    reportFigures(context, [
      { name: 'watched again within', value: most('worstRearmMs'), goal: rearmGoalMs, unit: 'ms' },
      { name: 'downtime off by', value: most('worstDowntimeError'), goal: downtimeGoal, unit: 's' },
    ])
    // A machine that is slow to bring the watch back is as late to record that it runs.
    const downtimeLimit = downtimeGoal + most('worstRearmMs') / 1_000
    assert.ok(most('worstDowntimeError') <= downtimeLimit)
    assert.ok(sleeper.reported >= sleeper.was - 1.5 && sleeper.reported <= sleeper.was + downtimeLimit)
  },
)
