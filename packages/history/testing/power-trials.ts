import { spawn } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { SegmentReader } from '#codec/segment-codec.ts'
import { Random } from './random.ts'
import { openLog, temporaryFolder, TrialClock } from './trial-log.ts'
import { recordMinute } from './trial-minute.ts'

const recorder = fileURLToPath(new URL('./recording-program.ts', import.meta.url))

/** What the program reported as written before it was killed. */
interface Reported {
  readonly segment: number
  readonly event: number
}

/** Runs a program that records, and kills it after a random number of its reports. */
const killRecorder = (folder: string, reports: number): Promise<Reported> =>
  new Promise((resolve, reject) => {
    const options = ['--conditions=@marinedata/source', '--no-warnings', recorder, folder]
    const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
    let last: Reported = { segment: 0, event: 0 }
    let count = 0
    const deadline = setTimeout(() => child.kill('SIGKILL'), 60_000)
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The program writes nothing else.
      last = JSON.parse(line) as Reported
      if (++count >= reports) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(deadline)
      resolve(last)
    })
  })

export interface KillFigures {
  readonly kills: number
  readonly lost: number
  readonly damaged: number
  readonly worstOpenMs: number
}

/** Kills a recorder again and again. Nothing that it reported may be missing. */
export const killWhileRecording = async (kills: number, seed = 5): Promise<KillFigures> => {
  using folder = temporaryFolder()
  const random = new Random(seed)
  let [lost, damaged, worstOpenMs] = [0, 0, 0]
  for (let kill = 0; kill < kills; kill++) {
    const reported = await killRecorder(folder.path, 2 + random.below(40))
    const startedAt = performance.now()
    const log = openLog(folder.path, new TrialClock(Date.UTC(2026, 0, 1)))
    worstOpenMs = Math.max(worstOpenMs, performance.now() - startedAt)
    const head = log.head()
    if (head.number < reported.segment || head.event < reported.event) lost++
    const rows = log.read('own', Math.max(0, head.number - 50), 100)
    if (rows.some(({ blob }) => blob !== undefined && !SegmentReader.open(blob).ok)) damaged++
    log.close()
  }
  return { kills, lost, damaged, worstOpenMs: Math.round(worstOpenMs) }
}

interface Written {
  readonly numbers: number[]
  readonly check: string
}

const examine = (file: string): Written => {
  using database = new DatabaseSync(file)
  const check = String(database.prepare('PRAGMA quick_check').get()?.['quick_check'])
  const numbers = database
    .prepare('SELECT number FROM segment ORDER BY number')
    .all()
    .map((row) => Number(row['number']))
  return { numbers, check }
}

const damage = (random: Random, whole: Buffer): Buffer => {
  const at = random.below(whole.length)
  if (random.below(2) === 0) return whole.subarray(0, at)
  const zeroed = Buffer.from(whole)
  zeroed.fill(0, at)
  return zeroed
}

/** Journals whose end is missing or zero, as after a power cut. The log opens with a whole prefix of its segments. */
export const openTornJournals = (
  rounds: number,
  seed = 9,
): { rounds: number; bad: number; shortest: number } => {
  using folder = temporaryFolder()
  using copy = temporaryFolder()
  const clock = new TrialClock(Date.UTC(2026, 0, 1))
  const log = openLog(folder.path, clock)
  for (let minute = 0; minute < 120; minute++) recordMinute(log, clock, minute)
  const [from, to] = [join(folder.path, 'history.db'), join(copy.path, 'history.db')]
  const journal = readFileSync(`${from}-wal`)
  const random = new Random(seed)
  let [bad, shortest] = [0, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    rmSync(`${to}-shm`, { force: true })
    copyFileSync(from, to)
    writeFileSync(`${to}-wal`, damage(random, journal))
    openLog(copy.path, clock).close()
    const { numbers, check } = examine(to)
    const isPrefix = numbers.every((number, index) => number === index + 1)
    if (check !== 'ok' || !isPrefix) bad++
    shortest = Math.min(shortest, numbers.length)
  }
  log.close()
  return { rounds, bad, shortest }
}
