import { MarineDataError, type HistoryPage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { historyAskLimits, HistoryProviders, type HistoryProvider } from './history-providers.ts'

const fails = (code: string) => (error: unknown) =>
  error instanceof MarineDataError && assert.equal(error.code, code) === undefined

/** A provider with these pages. */
const providerOf = (pages: readonly unknown[]) => {
  const ended: number[] = []
  const provider: HistoryProvider = {
    ask: () => Promise.resolve(pages[0]),
    next: (next) => Promise.resolve(pages[next]),
    end: (next) => void ended.push(next),
  }
  return { provider, ended }
}

const setUp = (pages: readonly unknown[] = [{ rows: [] }]) => {
  const saved: string[] = []
  const clock = new ManualClock()
  const providers = new HistoryProviders({
    clock,
    store: { load: () => undefined, save: async (id) => void saved.push(id) },
  })
  const made = providerOf(pages)
  providers.add('recorder', made.provider)
  return { providers, clock, saved, ...made }
}

const { signal } = new AbortController()
const asker = { who: 'person:1', signal }
const question = { ask: 'head' } as const

const all = async (pages: AsyncIterable<readonly unknown[]>): Promise<unknown[]> => {
  const rows: unknown[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

test('the pages of an answer become one, and a row that was cut is joined', async () => {
  const pages: HistoryPage[] = [
    { rows: ['1', '{"a":'], open: true, next: 1 },
    { rows: ['[2,'], open: true, next: 2 },
    { rows: [], next: 3 },
    { rows: ['3]}', '4'] },
  ]
  const { providers, ended } = setUp(pages)
  assert.deepEqual(await all(providers.ask(question, asker)), [1, { a: [2, 3] }, 4])
  assert.deepEqual(ended, [])
})

test('a question ends after a minute, and a deletion continues', async () => {
  for (const [asked, code] of [
    [question, 'plugin-failed'],
    [{ ask: 'forget', from: 0, to: 1 }, undefined],
  ] as const) {
    const { providers, clock } = setUp([{ rows: ['1'], next: 1 }, { rows: ['2'] }])
    const pages = providers.ask(asked, asker)
    await pages.next()
    clock.advance(historyAskLimits.answerMs)
    if (code === undefined) assert.deepEqual(await all(pages), [2])
    else await assert.rejects(all(pages), fails(code))
  }
})

test('a deletion that was not answered in time may be done', async () => {
  const { providers } = setUp()
  const late = (): Promise<never> => Promise.reject(new MarineDataError('unconfirmed', 'late'))
  providers.add('recorder', { ask: late, next: late, end: () => undefined })
  await assert.rejects(all(providers.ask({ ask: 'forget', from: 0, to: 1 }, asker)), fails('unconfirmed'))
  await assert.rejects(all(providers.ask(question, asker)), fails('plugin-failed'))
})

test('a reader who stops reading ends the answer', async () => {
  const { providers, ended } = setUp([{ rows: ['1'], next: 1 }, { rows: ['2'] }])
  for await (const rows of providers.ask(question, asker)) {
    assert.deepEqual(rows, [1])
    break
  }
  assert.deepEqual(ended, [1])
})

for (const [title, page] of [
  ['a page without rows', { next: 1 }],
  ['a row that is not JSON', { rows: ['1],"x":['] }],
  ['no page', undefined],
] as const)
  test(`an answer with ${title} fails`, async () => {
    const { providers } = setUp([page])
    await assert.rejects(all(providers.ask(question, asker)), fails('plugin-failed'))
  })

test('one person may ask four questions at a time, and all together ten', async () => {
  const { providers } = setUp([{ rows: ['1'], next: 1 }, { rows: [] }])
  const open = async (who: string) => {
    const pages = providers.ask(question, { who, signal })
    await pages.next()
    return pages
  }
  const first = await open('a')
  for (const who of ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'c']) await open(who)
  await assert.rejects(open('a'), fails('too-many-requests'))
  await open('c')
  await assert.rejects(open('d'), fails('too-many-requests'))
  await first.return()
  await open('a')
})

test('a chosen provider answers by default, and the first one while it is away', async () => {
  const { providers, saved } = setUp()
  providers.add('archive', providerOf([]).provider)
  assert.equal(providers.defaultId, 'recorder')
  await assert.rejects(providers.choose('nobody'), fails('not-found'))
  await providers.choose('archive')
  assert.deepEqual(providers.list(), { recorder: { isDefault: false }, archive: { isDefault: true } })
  assert.deepEqual(saved, ['archive'])
  providers.lose('archive')
  assert.equal(providers.defaultId, 'recorder')
  providers.lose('recorder')
  await assert.rejects(all(providers.ask(question, asker)), fails('no-history-provider'))
})

test('a credential has two replays, and an owner takes the place of somebody else', () => {
  const { providers } = setUp()
  const lost: string[] = []
  const open = (credential: string, isOwner = false): Disposable =>
    providers.openReplay({ credential, isOwner, replaced: () => void lost.push(credential) })
  open('viewer')
  const second = open('viewer')
  assert.throws(() => open('viewer'), { code: 'busy' })
  second[Symbol.dispose]()
  open('viewer')
  open('tablet')
  open('phone')
  assert.throws(() => open('guest'), { code: 'busy' })
  open('owner', true)
  assert.deepEqual(lost, ['phone'])
  open('owner', true)
  assert.throws(() => open('owner', true), { code: 'busy' })
  open('other owner', true)
  open('other owner', true)
  assert.deepEqual(lost, ['phone', 'tablet', 'viewer', 'viewer'])
  assert.throws(() => open('third owner', true), { code: 'busy' })
})
