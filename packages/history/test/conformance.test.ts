import { describeHistory, type HistoryUnderTest } from '@marinedata/history/testing'
import type { HistoryChange, HistoryLog, TextPage } from '@marinedata/history'
import { answerOf, openLog, temporaryFolder, TrialClock } from '#testing/trial-log.ts'

const textsOf = (pages: Iterable<TextPage | undefined>): string[] =>
  [...pages].flatMap((page) => [...(page?.texts ?? [])])

const recordAll = (log: HistoryLog, clock: TrialClock, changes: readonly HistoryChange[]): void => {
  for (const change of changes) {
    clock.advance(Math.max(0, change.at - clock.wall()))
    log.record(change)
    log.tick()
  }
}

const open = async (): Promise<HistoryUnderTest> => {
  const folder = temporaryFolder()
  const clock = new TrialClock(Date.UTC(2026, 5, 1, 12))
  const log = openLog(folder.path, clock)
  return {
    record: async (changes) => recordAll(log, clock, changes),
    values: async (question) => answerOf(log, question),
    contexts: async (range) => textsOf(log.contexts(range)),
    paths: async (range) => textsOf(log.paths(range)),
    [Symbol.asyncDispose]: async () => {
      log.close()
      folder[Symbol.dispose]()
    },
  }
}

describeHistory('a log in a folder', open)
