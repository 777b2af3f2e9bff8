import type { HistoryLog } from '@marinedata/history'
import type { HistoryQuestion, HistoryStep } from '@marinedata/plugin-api'

type QuestionOf<Ask extends HistoryQuestion['ask']> = Extract<HistoryQuestion, { readonly ask: Ask }>

/** Rows of the pages of a question. */
function* rowsOf<Page>(
  pages: Iterable<Page | undefined>,
  rows: (page: Page) => readonly unknown[],
): Generator<HistoryStep> {
  for (const page of pages) yield page === undefined ? undefined : rows(page)
}

function* forget(log: HistoryLog, { from, to }: QuestionOf<'forget'>): Generator<HistoryStep> {
  const forgotten = yield* log.forget({ from, to })
  yield [forgotten]
}

/** One at a time: a segment of a busy minute is long. */
function* segments(log: HistoryLog, { lane, after, most }: QuestionOf<'read'>): Generator<HistoryStep> {
  let last = after
  for (let count = 0; count < most; count++) {
    const [segment] = log.read(lane, last, 1)
    if (segment === undefined) return
    const { blob, ...members } = segment
    yield [{ ...members, ...(blob !== undefined && { blob: Buffer.from(blob).toString('base64') }) }]
    last = segment.number
  }
}

/** Only once: the asker may repeat the question when it got no answer. */
const startEpoch = (log: HistoryLog, { epoch }: QuestionOf<'start-epoch'>): HistoryStep[] => {
  if (log.logId === epoch) log.startEpoch()
  return [[log.head()]]
}

type Answers = {
  readonly [Ask in HistoryQuestion['ask']]: (
    log: HistoryLog,
    question: QuestionOf<Ask>,
  ) => Iterable<HistoryStep>
}

const answers: Answers = {
  values: (log, { question }) =>
    rowsOf(log.values(question), ({ head, rows }) => (head === undefined ? rows : [head, ...rows])),
  contexts: (log, question) => rowsOf(log.contexts(question), ({ texts }) => texts),
  paths: (log, question) => rowsOf(log.paths(question), ({ texts }) => texts),
  track: (log, question) => rowsOf(log.track(question), ({ points }) => points),
  play: (log, question) => rowsOf(log.play(question.from, question), (changes) => changes),
  forget,
  read: segments,
  storage: (log) => [[log.storage()]],
  head: (log) => [[log.head()]],
  events: (log, { after, most }) => [log.events(after, most)],
  series: (log, { after, most }) => [log.series(after, most)],
  'start-epoch': startEpoch,
}

/** The answer of the log to a question, in steps of at most about 50 ms. */
export const answerOf = (log: HistoryLog, question: HistoryQuestion): Iterable<HistoryStep> =>
  // The entry of the table takes questions of its own kind.
  answers[question.ask](log, question as never)
