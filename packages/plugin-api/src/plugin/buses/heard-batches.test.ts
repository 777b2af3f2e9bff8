import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeardMessage } from '#protocol/bus-verbs.ts'
import { HeardBatches } from './heard-batches.ts'

const message = (number: number, payload = ''): HeardMessage => ['127250', null, null, 2, number, payload]

/** Batches with a clock of their own, and a server that answers when the test decides. */
class Trial {
  readonly sent: { readonly at: number; readonly numbers: readonly number[]; readonly bytes: number }[] = []
  readonly warnings: string[] = []
  readonly batches: HeardBatches
  readonly #answers: ((error?: Error) => void)[] = []
  #now = 0
  #timers: { readonly due: number; readonly run: () => void }[] = []

  constructor() {
    this.batches = new HeardBatches({
      bus: 'can0',
      send: ({ text }) => {
        const { messages } = JSON.parse(text) as { messages: HeardMessage[] }
        this.sent.push({ at: this.#now, numbers: messages.map((each) => each[4]), bytes: text.length })
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        this.#answers.push((error) => (error === undefined ? resolve() : reject(error)))
        return promise
      },
      warn: (warning) => this.warnings.push(warning),
      now: () => this.#now,
      later: (run, ms) => this.#timers.push({ due: this.#now + ms, run }),
    })
  }

  async answer(error?: Error): Promise<void> {
    this.#answers.shift()?.(error)
    await this.advance(0)
  }

  async advance(ms: number): Promise<void> {
    this.#now += ms
    const due = this.#timers.filter((timer) => timer.due <= this.#now)
    this.#timers = this.#timers.filter((timer) => timer.due > this.#now)
    for (const { run } of due) run()
    // Lets promises settle.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
}

const started = async (): Promise<Trial> => {
  const trial = new Trial()
  trial.batches.add(message(0), false)
  await trial.advance(0)
  await trial.answer()
  assert.deepEqual(trial.sent.splice(0)[0]?.numbers, [0])
  return trial
}

test('a flush sends everything that waits, also to a server that is slow', async () => {
  const trial = await started()
  for (let number = 1; number <= 1_500; number++) trial.batches.add(message(number), false)
  await trial.advance(20)
  trial.batches.flush()
  const numbers = trial.sent.flatMap((each) => each.numbers)
  assert.deepEqual(
    numbers,
    Array.from({ length: 1_500 }, (_, at) => at + 1),
  )
  await trial.advance(100)
  assert.equal(trial.sent.flatMap((each) => each.numbers).length, 1_500)
})

test('a message after a pause leaves at once, and the next ones together 8 ms later', async () => {
  const trial = await started()
  await trial.advance(1)
  trial.batches.add(message(1), false)
  await trial.advance(5)
  trial.batches.add(message(2), false)
  assert.equal(trial.sent.length, 0)
  await trial.advance(2)
  assert.deepEqual(
    trial.sent.map(({ at, numbers }) => [at, numbers]),
    [[8, [1, 2]]],
  )
})

test('an urgent message does not wait for the batch, and takes along what waits', async () => {
  const trial = await started()
  await trial.advance(5)
  trial.batches.add(message(1), false)
  trial.batches.add(message(2), true)
  await trial.advance(0)
  assert.deepEqual(trial.sent[0]?.numbers, [1, 2])
  await trial.advance(8)
  assert.equal(trial.sent.length, 1)
})

test('urgent messages leave at most every 4 ms, so that the plugin stays below its message rate', async () => {
  const trial = await started()
  for (let ms = 1; ms <= 1_000; ms++) {
    trial.batches.add(message(ms), true)
    await trial.advance(1)
    await trial.answer()
  }
  assert.ok(trial.sent.length <= 250, String(trial.sent.length))
  assert.equal(trial.sent.flatMap(({ numbers }) => numbers).length, 1_000)
})

test('a batch has at most 200 messages and fits into one message of the protocol', async () => {
  const trial = await started()
  for (let number = 1; number <= 500; number++) trial.batches.add(message(number, 'A'.repeat(2_380)), false)
  for (let turn = 0; turn < 60; turn++) {
    await trial.advance(8)
    await trial.answer()
  }
  assert.deepEqual(
    trial.sent.flatMap(({ numbers }) => numbers),
    Array.from({ length: 500 }, (_, index) => index + 1),
  )
  for (const { numbers, bytes } of trial.sent) assert.ok(numbers.length <= 200 && bytes <= 65_536)
})

test('a server that does not answer gets four batches, then the oldest messages are dropped', async () => {
  const trial = await started()
  for (let number = 1; number <= 3_000; number++) trial.batches.add(message(number), false)
  for (let turn = 0; turn < 20; turn++) await trial.advance(8)
  assert.equal(trial.sent.length, 4)
  assert.match(trial.warnings[0] ?? '', /messages of bus "can0" dropped/)
  await trial.answer()
  await trial.advance(8)
  assert.equal(trial.sent.length, 5)
})

test('a refused batch is logged, and the next one is sent', async () => {
  const trial = await started()
  trial.batches.add(message(1), false)
  await trial.advance(8)
  await trial.answer(new Error('no such bus'))
  assert.deepEqual(trial.warnings, ['1 messages of bus "can0" were not passed on: no such bus'])
  trial.batches.add(message(2), false)
  await trial.advance(8)
  assert.deepEqual(trial.sent.at(-1)?.numbers, [2])
})
