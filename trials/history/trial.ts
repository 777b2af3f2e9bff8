/** Long trials of the history. The short form takes seconds, and judges no times and sizes. */
import { runCases, type CaseRuns } from '../runner/run-cases.ts'
import type { CaseLimits, Trial, TrialContext } from '../runner/trial.ts'
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

const shortSizes = {
  hours: 0.2,
  series: 300,
  blobs: 1_000,
  kills: 5,
  journals: 50,
  yearDays: 30,
  questions: 150,
}
const fullSizes: typeof shortSizes = {
  hours: 24,
  series: 10_000,
  blobs: 10_000,
  kills: 100,
  journals: 1_000,
  yearDays: 365,
  questions: 1_000,
}
const limits = {
  own: { writtenMb: 35, storedMb: 7 },
  others: { writtenMb: 65, storedMb: 22 },
  openMs: 500,
  question: { closedDay: 20, today: 60, fullRate: 60, year: 400 },
}

// Below a rate of 20 every change is played, above it one mean for each minute.
const shortPlayback = [{ minutes: 1, rate: 20 }]
const fullPlayback = [
  { minutes: 60, rate: 60 },
  { minutes: 10, rate: 20 },
]

type Figures = Readonly<Record<string, number>>

const areBelow = (figures: Figures, most: Figures): boolean =>
  Object.entries(most).every(([name, limit]) => (figures[name] ?? Number.POSITIVE_INFINITY) <= limit)

const trafficOf = (
  { options: { recording } }: TrialContext,
  isWithOthers: boolean,
): ((time: number) => ReturnType<BoatTraffic['at']>) => {
  if (recording !== undefined) return repeatRecording(recording, isWithOthers)
  const boat = new BoatTraffic(isWithOthers ? 90 : 0)
  return (time) => boat.at(time)
}

interface Form {
  readonly sizes: typeof shortSizes
  /** Times and sizes are judged in the full form only. */
  readonly areWithin: typeof areBelow
}

const formOf = ({ isQuick }: TrialContext): Form =>
  isQuick ? { sizes: shortSizes, areWithin: () => true } : { sizes: fullSizes, areWithin: areBelow }

/** What the recorder writes, and what kills and damage leave of it. */
const recordingRuns = (context: TrialContext): CaseRuns => {
  const { sizes, areWithin } = formOf(context)
  return {
    H1: (report) => {
      for (const kind of ['own', 'others'] as const) {
        const figures = recordDay(sizes.hours, trafficOf(context, kind === 'others'))
        report(areWithin({ ...figures }, limits[kind]), { traffic: kind, ...figures })
      }
    },
    H2: (report) => {
      checkRandomSeries(sizes.series)
      checkRandomRows(sizes.series)
      const accepted = feedDamagedBlobs(sizes.blobs)
      report(accepted === 0, { series: sizes.series, blobs: sizes.blobs, accepted })
    },
    H3: async (report) => {
      const figures = await killWhileRecording(sizes.kills)
      const isWhole = figures.lost === 0 && figures.damaged === 0
      report(isWhole && areWithin({ open: figures.worstOpenMs }, { open: limits.openMs }), figures)
    },
    H4: (report) => {
      const figures = openTornJournals(sizes.journals)
      report(figures.bad === 0, figures)
    },
    H7: (report) => {
      const figures = recordWithWrongClock()
      const { recorded, found, misordered, mistimed, inRightDay } = figures
      report(found === recorded && misordered + mistimed === 0 && inRightDay === 26, figures)
    },
  }
}

/** Answers to questions: their times and values. */
const questionRuns = (context: TrialContext): CaseRuns => {
  const { isQuick } = context
  const { sizes, areWithin } = formOf(context)
  return {
    H5: (report) => {
      const figures = measureQuestions(sizes.yearDays)
      report(areWithin({ ...figures }, limits.question), { limits: limits.question, ...figures })
    },
    H6: async (report) => {
      const figures = await askManyQuestions({
        days: sizes.yearDays,
        perSecond: isQuick ? 200 : 1_000,
        seconds: isQuick ? 2 : 20,
      })
      const { failed, restarts, recorderMb, p99During, p99Before } = figures
      const isAnswered = failed === 0 && restarts === 0 && recorderMb <= 192
      report(isAnswered && areWithin({ more: p99During - p99Before }, { more: 5 }), figures)
    },
    H11: async (report) => {
      const figures = await compareHistories(isQuick ? 20 : 500)
      report(figures.wrong === 0 && figures.rows > 0, figures)
    },
    H12: (report) => {
      const { wrong, ...figures } = askRandomQuestions(sizes.questions)
      report(wrong.length === 0, { questions: sizes.questions, wrong: wrong.length, ...figures })
    },
  }
}

/** A boat with a budget, faults of the disk and of the recorder, playback and deletion. */
const boatRuns = (context: TrialContext): CaseRuns => {
  const { isQuick } = context
  const { sizes, areWithin } = formOf(context)
  return {
    H8: (report) => {
      const figures = isQuick ? recordIntoBudget(12, 150_000, 240) : recordIntoBudget(60, 50_000_000, 1)
      const { worstOverBytes, order, isHoleReported, isMinuteThere } = figures
      const isRight = isHoleReported && isMinuteThere && order[0] === 'others' && order[1] === 'own'
      report(isRight && worstOverBytes < 20_000, figures)
    },
    H9: async (report) => {
      const kinds = isQuick
        ? [fillDisk, () => killRecorder(false)]
        : [fillDisk, () => killRecorder(false), () => killRecorder(true)]
      for (const run of kinds) {
        const figures = await run()
        const { isLive, isRecovered, alarmMs } = figures
        report(isLive && isRecovered && areWithin({ alarm: alarmMs }, { alarm: 5_000 }), figures)
      }
    },
    H10: async (report) => {
      for (const { minutes, rate } of isQuick ? shortPlayback : fullPlayback) {
        const figures = await playRecording(minutes, rate)
        const { wrong, received, recorded, isTreeUnchanged, isDeltaRefused, worstMs } = figures
        const isSame = wrong === 0 && received === recorded && isTreeUnchanged && isDeltaRefused
        report(isSame && areWithin({ worstMs }, { worstMs: 100 }), figures)
      }
    },
    deletion: async (report) => {
      const figures = await deleteDays(sizes.yearDays)
      const { segments, sheets, left, restarts } = figures
      const isDeleted = segments === sizes.yearDays * 1_440 && sheets > 0 && left === 0
      report(isDeleted && restarts === 0, figures)
    },
  }
}

const short: CaseLimits = { short: 60, full: 600 }
const long: CaseLimits = { short: 60, full: 1_800 }

export const trial: Trial = {
  name: 'history',
  sentence: 'Records, kills, damages, asks, plays and deletes the history of a boat.',
  covers: ['packages/history', 'plugins/recorder', 'packages/core/src/history'],
  needs: ['programs'],
  cases: {
    H1: long,
    H2: short,
    H3: { short: 400, full: 600 },
    H4: short,
    H5: long,
    H6: long,
    H7: short,
    H8: short,
    H9: short,
    H10: { short: 120, full: 1_800 },
    H11: short,
    H12: short,
    deletion: long,
  },
  options: ['recording'],
  run: (context) =>
    runCases(context, { ...recordingRuns(context), ...questionRuns(context), ...boatRuns(context) }),
}
