import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutLimits, newTile, type InstrumentPage } from '../layout.ts'
import { PageDraft } from './page-draft.ts'

const page = (id: string, ...paths: string[]): InstrumentPage => ({
  id,
  name: '',
  tiles: paths.map((path) => newTile('number', path)),
})
const draftOf = (...pages: readonly [InstrumentPage, ...InstrumentPage[]]): PageDraft =>
  new PageDraft(pages, pages[0])
const paths = (draft: PageDraft): string => draft.page.value.tiles.map(({ path }) => path).join(' ')

test('a dragged tile stays chosen at its new place', () => {
  const draft = draftOf(page('sail', 'a', 'b', 'c'))
  draft.move(0, 2)
  assert.equal(paths(draft), 'b c a')
  assert.equal(draft.chosen.value?.path, 'a')
  draft.move(2, 3)
  assert.equal(paths(draft), 'b c a')
})

test('a new tile is the last and is chosen; a full page takes no more', () => {
  const draft = draftOf(page('sail', 'a'))
  for (let count = 0; count < layoutLimits.tiles + 3; count++) draft.addTile('graph', `p${count}`)
  assert.equal(draft.page.value.tiles.length, layoutLimits.tiles)
  assert.equal(draft.isPageFull, true)
  assert.equal(draft.chosen.value?.path, `p${layoutLimits.tiles - 2}`)
})

test('the chosen tile is resized within the limits, and removed', () => {
  const draft = draftOf(page('sail', 'a', 'b'))
  assert.equal(draft.canResize(1, 0), false)
  draft.choose(0)
  assert.equal(draft.canResize(-1, 0), false)
  draft.resize(1, 2)
  assert.deepEqual([draft.chosen.value?.width, draft.chosen.value?.height], [2, 3])
  draft.resize(9, 0)
  assert.equal(draft.chosen.value?.width, 2)
  draft.removeTile()
  assert.equal(paths(draft), 'b')
  assert.equal(draft.chosen.value, undefined)
})

test('pages are added up to the limit and removed down to one', () => {
  const draft = draftOf(page('sail', 'a'))
  for (let count = 0; count < 20; count++) draft.addPage()
  assert.equal(draft.pages.value.length, layoutLimits.pages)
  assert.equal(new Set(draft.pages.value.map(({ id }) => id)).size, layoutLimits.pages)
  for (let count = 0; count < 20; count++) draft.removePage()
  assert.equal(draft.pages.value.length, 1)
})

test('a name that is too long is not taken', () => {
  const draft = draftOf(page('sail', 'a'))
  draft.rename('Night')
  draft.rename('N'.repeat(layoutLimits.nameLength + 1))
  assert.equal(draft.page.value.name, 'Night')
})
