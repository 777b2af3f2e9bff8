import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderTile, hasLandBelow, layerClassOf, mixed } from './rendered-tile.ts'
import { makeTile } from '#testing/made-tile.ts'
import { layersOf } from './vector-tile.ts'

const square = [0, 0, 1024, 0, 1024, 1024, 0, 1024]

const bank = layersOf(
  makeTile({
    DEPARE: [
      { type: 3, paths: [square], tags: { DRVAL1: -2.5, OBJNAM: 'Bank', dries: true } },
      { type: 2, paths: [[5, 5, -10, 9]] },
    ],
  }),
)

test('layers and shapes are parsed as encoded', () => {
  assert.deepEqual(
    bank.map(({ name, extent }) => [name, extent]),
    [['DEPARE', 4096]],
  )
  assert.deepEqual(
    bank.flatMap(({ features }) => features.map(({ kind, paths }) => [kind, paths])),
    [
      ['area', [square]],
      ['line', [[5, 5, -10, 9]]],
    ],
  )
})

test('tags are numbers, strings and booleans; a missing one is undefined', () => {
  const tags = bank.flatMap(({ features }) =>
    features.map((feature) => ['DRVAL1', 'OBJNAM', 'dries', 'DRVAL2'].map((name) => feature.tag(name))),
  )
  assert.deepEqual(tags, [
    [-2.5, 'Bank', true, undefined],
    [undefined, undefined, undefined, undefined],
  ])
})

test('a truncated tile is rejected', () => {
  const tile = makeTile({ land: [{ type: 3, paths: [square], tags: { name: 'Isle' } }] })
  for (const length of [1, 9, 25, tile.length - 1])
    assert.throws(() => renderTile(tile.subarray(0, length)), RangeError)
})

for (const [name, layerClass] of [
  ['LNDARE', 'land'],
  ['earth', 'land'],
  ['water', 'water'],
  ['DEPARE', 'depths'],
  ['SOUNDG', 'sounding'],
  ['UWTROC', 'danger'],
  ['BOYLAT', 'mark'],
  ['transportation', 'ashore'],
  ['M_COVR', 'hidden'],
  ['RESARE', 'other'],
] as const)
  test(`the layer ${name} is drawn as ${layerClass}`, () => {
    assert.equal(layerClassOf(name), layerClass)
  })

test('a land map has land as background; a sea chart does not', () => {
  assert.equal(hasLandBelow(['water', 'landcover']), true)
  assert.equal(hasLandBelow(['earth', 'water', 'roads']), false)
  assert.equal(hasLandBelow(['DEPARE', 'SOUNDG']), false)
  assert.equal(hasLandBelow(['M_COVR', 'UNSARE']), false)
  assert.equal(hasLandBelow([]), false)
})

test('shallow water is darker than deep, drying areas are darkest, unknown depths are not shaded', () => {
  const shadeOf = (tags: Readonly<Record<string, number | string>>): number =>
    renderTile(makeTile({ DEPARE: [{ type: 3, paths: [square], tags }] })).shapes[0]!.shade
  const shades = [-1, 1, 4, 8, 15, 30].map((DRVAL1) => shadeOf({ DRVAL1 }))
  assert.deepEqual(
    shades,
    shades.toSorted((one, other) => other - one),
  )
  assert.equal(new Set(shades).size, 6)
  assert.equal(shadeOf({ DRVAL1: '4' }), shadeOf({ DRVAL1: 4 }))
  assert.equal(shadeOf({ depth: -30 }), 0, 'thirty metres down dries nowhere')
  assert.equal(shadeOf({ name: 'deep' }), 0)
})

test('soundings have tenths in shallow water; one without a depth is not written as zero', () => {
  const { spots } = renderTile(
    makeTile({
      SOUNDG: [
        { type: 1, paths: [[2048, 1024]], tags: { DEPTH: 4.26 } },
        { type: 1, paths: [[1, 1]], tags: { DEPTH: 31.4 } },
        { type: 1, paths: [[9, 9]] },
      ],
    }),
  )
  assert.deepEqual(spots, [
    { x: 0.5, y: 0.25, layerClass: 'sounding', text: '4.3' },
    { x: 1 / 4096, y: 1 / 4096, layerClass: 'sounding', text: '31' },
  ])
})

test('land is drawn above depths and lines above both in any file order; unknown layers are drawn', () => {
  const line = { type: 2, paths: [[0, 0, 10, 10]] } as const
  const area = { type: 3, paths: [square] } as const
  const { shapes, spots } = renderTile(
    makeTile({
      COALNE: [line],
      LNDARE: [area],
      DEPARE: [area],
      TSSLPT: [area],
      NEWDGR: [{ type: 1, paths: [[7, 7]] }],
      roads: [line],
    }),
  )
  assert.deepEqual(
    shapes.map(({ layerClass }) => layerClass),
    ['depths', 'land', 'other', 'coast'],
  )
  assert.deepEqual(
    spots.map(({ layerClass }) => layerClass),
    ['other'],
  )
})

test('colours are mixed by a share, including zero', () => {
  assert.equal(mixed('#000000', '#ffffff', 0.5), '#808080')
  assert.equal(mixed('#d6e6f2', '#4c525a', 0), '#d6e6f2')
})

test('a close command that claims to repeat 2^27 times draws nothing more', () => {
  const geometry = [9, 0, 0, 0x87, 0x80, 0x80, 0x80, 0x04, 9, 2, 2]
  const feature = [3 * 8, 3, 4 * 8 + 2, geometry.length, ...geometry]
  const layer = [1 * 8 + 2, 1, 0x61, 2 * 8 + 2, feature.length, ...feature]
  const [found] = layersOf(new Uint8Array([3 * 8 + 2, layer.length, ...layer]))
  assert.deepEqual(found?.features[0]?.paths, [
    [0, 0],
    [1, 1],
  ])
})
