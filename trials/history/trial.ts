/**
 * Long trials of the history. Prints one JSON line per trial, and fails when one of them fails. `--quick` runs the same
 * in seconds and judges no times and sizes. `--only H5` runs one of them. `--recording FILE` takes the traffic of H1 from a
 * recording of NMEA 2000 instead of a simulated boat.
 */
import { parseArgs } from 'node:util'
import { BoatTraffic } from '../../packages/history/testing/boat-traffic.ts'
import { recordIntoBudget } from '../../packages/history/testing/budget-trial.ts'
import { recordWithWrongClock } from '../../packages/history/testing/clock-trial.ts'
import {
  checkRandomRows,
  checkRandomSeries,
  feedDamagedBlobs,
} from '../../packages/history/testing/codec-trials.ts'
import { recordDay } from '../../packages/history/testing/day-trial.ts'
import { killWhileRecording, openTornJournals } from '../../packages/history/testing/power-trials.ts'
import { askRandomQuestions } from '../../packages/history/testing/question-trial.ts'
import { measureQuestions } from '../../packages/history/testing/speed-trial.ts'
import { deleteDays } from './deleted-year.ts'
import { askManyQuestions } from './many-questions.ts'
import { playRecording } from './played-hour.ts'
import { repeatRecording } from './recorded-traffic.ts'
import { fillDisk, killRecorder } from './recorder-faults.ts'
import { compareHistories } from './two-histories.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, recording: { type: 'string' } },
})
const isQuick = values.quick === true
const sizes = isQuick
  ? { hours: 0.2, series: 300, blobs: 1_000, kills: 5, journals: 50, yearDays: 30, questions: 150 }
  : { hours: 24, series: 10_000, blobs: 10_000, kills: 100, journals: 1_000, yearDays: 365, questions: 1_000 }
const limits = {
  own: { writtenMb: 35, storedMb: 7 },
  others: { writtenMb: 65, storedMb: 22 },
  openMs: 500,
  question: { closedDay: 20, today: 60, fullRate: 60, year: 400 },
}
let failures = 0

const report = (name: string, pass: boolean, figures: object): void => {
  if (!pass) failures++
  console.log(JSON.stringify({ test: name, pass, ...figures }))
}

/** Times and sizes are judged in the full form only. */
const areWithin = (
  figures: Readonly<Record<string, number>>,
  most: Readonly<Record<string, number>>,
): boolean =>
  isQuick ||
  Object.entries(most).every(([name, limit]) => (figures[name] ?? Number.POSITIVE_INFINITY) <= limit)

const traffic = (isWithOthers: boolean): ((time: number) => ReturnType<BoatTraffic['at']>) => {
  if (values.recording !== undefined) return repeatRecording(values.recording, isWithOthers)
  const boat = new BoatTraffic(isWithOthers ? 90 : 0)
  return (time) => boat.at(time)
}

const trials: Readonly<Record<string, () => Promise<void> | void>> = {
  H1: () => {
    for (const kind of ['own', 'others'] as const) {
      const figures = recordDay(sizes.hours, traffic(kind === 'others'))
      report('H1', areWithin({ ...figures }, limits[kind]), { traffic: kind, ...figures })
    }
  },
  H2: () => {
    checkRandomSeries(sizes.series)
    checkRandomRows(sizes.series)
    const accepted = feedDamagedBlobs(sizes.blobs)
    report('H2', accepted === 0, { series: sizes.series, blobs: sizes.blobs, accepted })
  },
  H3: async () => {
    const figures = await killWhileRecording(sizes.kills)
    const isWhole = figures.lost === 0 && figures.damaged === 0
    report('H3', isWhole && areWithin({ open: figures.worstOpenMs }, { open: limits.openMs }), figures)
  },
  H4: () => {
    const figures = openTornJournals(sizes.journals)
    report('H4', figures.bad === 0, figures)
  },
  H5: () => {
    const figures = measureQuestions(sizes.yearDays)
    report('H5', areWithin({ ...figures }, limits.question), { limits: limits.question, ...figures })
  },
  H6: async () => {
    const figures = await askManyQuestions({
      days: sizes.yearDays,
      perSecond: isQuick ? 200 : 1_000,
      seconds: isQuick ? 2 : 20,
    })
    const { failed, restarts, recorderMb, p99During, p99Before } = figures
    const isAnswered = failed === 0 && restarts === 0 && recorderMb <= 192
    report('H6', isAnswered && areWithin({ more: p99During - p99Before }, { more: 5 }), figures)
  },
  H7: () => {
    const figures = recordWithWrongClock()
    const { recorded, found, misordered, mistimed, inRightDay } = figures
    report('H7', found === recorded && misordered + mistimed === 0 && inRightDay === 26, figures)
  },
  H8: () => {
    const figures = isQuick ? recordIntoBudget(12, 150_000, 240) : recordIntoBudget(60, 50_000_000, 1)
    const { worstOverBytes, order, isHoleReported, isMinuteThere } = figures
    const isRight = isHoleReported && isMinuteThere && order[0] === 'others' && order[1] === 'own'
    report('H8', isRight && worstOverBytes < 20_000, figures)
  },
  H9: async () => {
    const kinds = isQuick
      ? [fillDisk, () => killRecorder(false)]
      : [fillDisk, () => killRecorder(false), () => killRecorder(true)]
    for (const run of kinds) {
      const figures = await run()
      const { isLive, isRecovered, alarmMs } = figures
      report('H9', isLive && isRecovered && areWithin({ alarm: alarmMs }, { alarm: 5_000 }), figures)
    }
  },
  H10: async () => {
    // Below a rate of 20 every change is played, above it one mean for each minute.
    for (const [minutes, rate] of isQuick
      ? ([[1, 20]] as const)
      : ([
          [60, 60],
          [10, 20],
        ] as const)) {
      const figures = await playRecording(minutes, rate)
      const { wrong, received, recorded, isTreeUnchanged, isDeltaRefused, worstMs } = figures
      const isSame = wrong === 0 && received === recorded && isTreeUnchanged && isDeltaRefused
      report('H10', isSame && areWithin({ worstMs }, { worstMs: 100 }), figures)
    }
  },
  H11: async () => {
    const figures = await compareHistories(isQuick ? 20 : 500)
    report('H11', figures.wrong === 0 && figures.rows > 0, figures)
  },
  H12: () => {
    const { wrong, ...figures } = askRandomQuestions(sizes.questions)
    report('H12', wrong.length === 0, { questions: sizes.questions, wrong: wrong.length, ...figures })
  },
  deletion: async () => {
    const figures = await deleteDays(sizes.yearDays)
    const { segments, sheets, left, restarts } = figures
    const isDeleted = segments === sizes.yearDays * 1_440 && sheets > 0 && left === 0
    report('deletion', isDeleted && restarts === 0, figures)
  },
}

for (const [name, run] of Object.entries(trials)) {
  if (values.only !== undefined && values.only !== name) continue
  try {
    await run()
  } catch (error) {
    report(name, false, { error: String(error) })
  }
}
process.exitCode = failures === 0 ? 0 : 1
