import { definePlugin, runPlugin, Type, type HistoryQuestion, type HistoryStep } from '@marinedata/plugin-api'

const note = 'æøå "quoted" '.repeat(8_000)
const minute = 60_000

/** Answers that are not finished. */
const open = new Set<object>()

const busy = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

let deletions = 0

/** Takes longer than a page may take, in slices. */
function* forget({ from, to }: Extract<HistoryQuestion, { ask: 'forget' }>): Generator<HistoryStep> {
  deletions++
  for (const end = performance.now() + 17_000; performance.now() < end;) {
    sleep(45)
    yield undefined
  }
  const iso = (ms: number): string => new Date(ms).toISOString()
  yield [{ from: iso(from), to: iso(to), segments: 1, sheets: 2, events: 3 }]
}

function* values({ question }: Extract<HistoryQuestion, { ask: 'values' }>): Generator<HistoryStep> {
  const { context, from, to, columns } = question
  const iso = (ms: number): string => new Date(ms).toISOString()
  const range = { from: iso(from), to: iso(to) }
  const [{ path } = { path: '' }] = columns
  yield [{ context, range, values: [{ path, method: 'average' }], resolution: 60, tier: 'minute', gaps: [] }]
  const mine = {}
  open.add(mine)
  try {
    // Works longer than a plugin may be silent, but in slices.
    const slices = { 'test.endless': Infinity, 'test.slow': 40 }[path] ?? 0
    for (let at = 0; at < slices; at++) {
      busy(45)
      yield undefined
    }
    for (let at = from; at <= to; at += minute) yield [[iso(at), path === 'test.long' ? note : at / minute]]
  } finally {
    open.delete(mine)
  }
}

/** A provider of history without a history. */
const plugin = definePlugin({
  name: 'chronicler',
  version: '1.0.0',
  description: 'Answers questions about values that were never recorded',
  provides: ['history'],
  reads: { paths: ['navigation.*'], log: true },
  actions: {
    open: { description: 'How many answers are not finished' },
    deletions: { description: 'How many deletions were started' },
    log: { description: 'Reads the log', deadline: 5, input: Type.Object({}) },
  },
  start: async (boat) => {
    await boat.provideHistory((question) => {
      if (question.ask === 'values') return values(question)
      if (question.ask === 'forget') return forget(question)
      if (question.ask === 'head') return [[{ epoch: 'e', number: 2, event: 0 }]]
      if (question.ask === 'read')
        return [[{ number: question.after + 1, boot: 1, mono: 0, wall: 0, trust: 'none', blob: note }]]
      throw new Error(`It does not know ${question.ask}`)
    })
    return {
      actions: {
        open: () => open.size,
        deletions: () => deletions,
        log: async () => {
          const { number } = await boat.recordedLog.head()
          const [segment] = await boat.recordedLog.segments({ lane: 'own', after: number, most: 5 })
          return [number, segment?.number, segment?.blob?.length]
        },
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
