import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { paletteBySun, paletteInQuery, palettes, type Palette } from './palettes.ts'

/** The tokens of the first load, and those that the sailing dials bring. */
const sheets = ['palettes.css', '../dials/wind-tokens.css'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
)

/** The tokens of a palette, by name. */
const tokensOf = (palette: Palette): ReadonlyMap<string, string> => {
  const blocks = sheets.flatMap((sheet) =>
    sheet.split('}').filter((text) => text.includes(`[data-palette='${palette}']`)),
  )
  return new Map(
    [...blocks.join('').matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  )
}

const channel = (hex: string): number => {
  const part = Number.parseInt(hex, 16) / 255
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Relative luminance as defined by WCAG. */
const luminance = (hex: string): number =>
  0.2126 * channel(hex.slice(1, 3)) + 0.7152 * channel(hex.slice(3, 5)) + 0.0722 * channel(hex.slice(5, 7))

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const texts = [
  'fg',
  'fg2',
  'val',
  'set',
  'ok',
  'warn',
  'caut',
  'stale',
  'accent',
  'port',
  'starboard',
  'awa',
  'twa',
  'tide',
]
const filled = ['ok', 'alarm', 'warn', 'caut', 'accent']
const isDark = (palette: Palette): boolean => palette === 'night' || palette === 'red'

for (const palette of palettes) {
  const tokens = tokensOf(palette)
  const of = (name: string): string => tokens.get(name) ?? assert.fail(`${palette} has no --${name}`)

  test(`${palette}: every text has enough contrast on every background`, () => {
    for (const text of texts)
      for (const ground of ['bg', 'panel', 'raised']) {
        // At night, stale text may be dimmer; in the red palette, all text.
        const least = palette === 'red' || (palette === 'night' && text === 'stale') ? 3 : 4.5
        const ratio = contrast(of(text), of(ground))
        assert.ok(ratio >= least, `--${text} on --${ground}: ${ratio.toFixed(2)}`)
      }
  })

  test(`${palette}: text on a filled background has enough contrast`, () => {
    for (const ground of filled) {
      const ratio = contrast(of(`on-${ground}`), of(ground))
      assert.ok(ratio >= (isDark(palette) ? 3 : 4.5), `--on-${ground}: ${ratio.toFixed(2)}`)
    }
    for (const button of ['pri', 'chosen', 'stby']) {
      const ratio = contrast(of(`${button}-fg`), of(`${button}-bg`))
      assert.ok(ratio >= (palette === 'red' ? 3 : 4.5), `--${button}-fg: ${ratio.toFixed(2)}`)
    }
  })
}

test('only by day STANDBY is a filled area: from dusk on, it is outlined', () => {
  for (const palette of ['dusk', 'night', 'red'] as const) {
    const tokens = tokensOf(palette)
    assert.ok(luminance(tokens.get('stby-bg') ?? '#ffffff') < 0.02, palette)
    assert.ok(luminance(tokens.get('pri-bg') ?? '#ffffff') < 0.03, palette)
  }
})

for (const [palette, most] of [
  ['night', 0.5],
  ['red', 0.3],
] as const)
  test(`${palette}: nothing is brighter than ${most}`, () => {
    for (const [name, hex] of tokensOf(palette))
      assert.ok(luminance(hex) <= most, `--${name} is ${luminance(hex).toFixed(2)}`)
  })

test('all palettes have the same tokens', () => {
  const names = [...tokensOf('day').keys()]
  for (const palette of palettes) assert.deepEqual([...tokensOf(palette).keys()], names, palette)
})

test('the address can select a palette, and an unknown one is ignored', () => {
  assert.equal(paletteInQuery(new URLSearchParams('mode=night')), 'night')
  assert.equal(paletteInQuery(new URLSearchParams('palette=red&mode=day')), 'red')
  assert.equal(paletteInQuery(new URLSearchParams('mode=pink')), undefined)
})

const hanko = { latitude: 59.8, longitude: 22.9 }
for (const [at, palette] of [
  ['2026-06-21T10:00:00Z', 'day'],
  ['2026-12-21T10:00:00Z', 'day'],
  ['2026-12-21T14:00:00Z', 'dusk'],
  ['2026-12-21T20:00:00Z', 'night'],
  ['2026-06-21T20:30:00Z', 'dusk'],
] as const)
  test(`off Hanko, ${at} is ${palette}`, () => {
    assert.equal(paletteBySun(hanko, new Date(at)), palette)
  })

test('without a position the palette is day', () => {
  assert.equal(paletteBySun(undefined, new Date('2026-12-21T22:00:00Z')), 'day')
})
