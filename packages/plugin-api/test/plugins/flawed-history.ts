import {
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type HistoryStep,
  type HistoryValuesQuestion,
} from '#index.ts'

const flaws = [
  'none',
  'offers nothing',
  'never answers',
  'has no head',
  'ignores the resolution',
  'leaves out empty buckets',
  'sends zero for nothing',
  'repeats the last value',
  'forgets what it has read',
  'answers for every path',
  'lists nothing',
  'answers one question at a time',
  'never releases an answer',
] as const
type Flaw = (typeof flaws)[number]

const path = 'environment.depth.belowKeel'
const mostOpen = 16
const rowsPerStep = 200
const iso = (ms: number): string => new Date(ms).toISOString()

interface Sample {
  readonly at: number
  readonly value: number
}

/** The value of each bucket, from the samples that are known now. */
class Buckets {
  readonly #flaw: Flaw
  readonly #samples: readonly Sample[]

  constructor(flaw: Flaw, samples: readonly Sample[]) {
    this.#flaw = flaw
    this.#samples = samples
  }

  value(asked: string, from: number, to: number): number | null {
    const isKnown = asked === path || this.#flaw === 'answers for every path'
    const found = isKnown ? this.#samples.filter(({ at }) => at >= from && at < to) : []
    if (found.length > 0) return found.reduce((sum, { value }) => sum + value, 0) / found.length
    if (this.#flaw === 'sends zero for nothing') return 0
    if (this.#flaw === 'repeats the last value' && isKnown)
      return this.#samples.findLast(({ at }) => at < from)?.value ?? null
    return null
  }
}

function* answerOf(
  { context, from, to, resolution: asked = 60, columns: [column] }: HistoryValuesQuestion,
  flaw: Flaw,
  samples: readonly Sample[],
): Generator<HistoryStep> {
  const resolution = flaw === 'ignores the resolution' ? 1 : asked
  const { path: of = path } = column ?? {}
  const values = [{ path: of, method: 'average' }]
  if (flaw !== 'has no head')
    yield [
      { context, range: { from: iso(from), to: iso(to) }, values, resolution: asked, tier: 'full', gaps: [] },
    ]
  const buckets = new Buckets(flaw, samples)
  const bucket = resolution * 1_000
  let rows: unknown[] = []
  for (let start = Math.floor(from / bucket) * bucket; start <= to; start += bucket) {
    const value = buckets.value(of, start, start + bucket)
    if (value !== null || flaw !== 'leaves out empty buckets') rows.push([iso(start), value])
    if (rows.length < rowsPerStep) continue
    yield rows
    rows = []
  }
  yield rows
}

/** Counts the answers that are not at their end. */
class OpenAnswers {
  readonly #flaw: Flaw
  readonly #most: number
  #open = 0

  constructor(flaw: Flaw) {
    this.#flaw = flaw
    this.#most = flaw === 'answers one question at a time' ? 1 : mostOpen
  }

  *counted(steps: Iterable<HistoryStep>): Generator<HistoryStep> {
    if (this.#open >= this.#most) throw new MarineDataError('busy', 'Too many answers are open')
    this.#open++
    let isAtEnd = false
    try {
      yield undefined
      yield* steps
      isAtEnd = true
    } finally {
      if (isAtEnd || this.#flaw !== 'never releases an answer') this.#open--
    }
  }
}

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal provider of history. */
const plugin = definePlugin({
  name: 'flawed-history',
  version: '1.0.0',
  description: 'A provider of history with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  provides: ['history'],
  reads: { paths: [path] },
  start: async (boat, { flaw }) => {
    const samples: Sample[] = []
    await boat.subscribe({ subscribe: [{ path }] }, ({ updates }) => {
      if (flaw === 'forgets what it has read') return
      for (const { timestamp, values = [] } of updates)
        for (const { value } of values)
          if (typeof value === 'number') samples.push({ at: Date.parse(timestamp), value })
    })
    if (flaw === 'offers nothing') return
    const open = new OpenAnswers(flaw)
    function* nothing(): Generator<HistoryStep> {
      for (;;) yield undefined
    }
    await boat.provideHistory((question) => {
      if (flaw === 'never answers') return nothing()
      if (question.ask === 'values') return open.counted(answerOf(question.question, flaw, samples))
      const isListing = flaw !== 'lists nothing'
      if (question.ask === 'contexts') return [isListing ? ['vessels.self'] : []]
      if (question.ask === 'paths') return [isListing ? [path] : []]
      throw new MarineDataError('invalid-query', `There is no answer to "${question.ask}"`)
    })
  },
})

if (import.meta.main) await runPlugin(plugin)
