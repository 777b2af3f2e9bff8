import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTree } from './architecture/read-tree.ts'

const scaleSheet = 'packages/console/src/theme/scale.css'
const sheets = readTree().filter(({ path }) => path.endsWith('.css'))

interface Declaration {
  readonly selector: string
  readonly property: string
  readonly value: string
}

/** All declarations of a sheet, with the innermost selector around each. */
function declarationsOf(text: string): Declaration[] {
  const found: Declaration[] = []
  const selectors: string[] = []
  for (const [, head = '', end = ''] of text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(/([^{};]*)(?<end>[{};])/g)) {
    const words = head.replaceAll(/\s+/g, ' ').trim()
    const colon = words.indexOf(':')
    if (end === '{') selectors.push(words)
    else if (colon > 0)
      found.push({
        selector: selectors.at(-1) ?? '',
        property: words.slice(0, colon),
        value: words.slice(colon + 1).trim(),
      })
    if (end === '}') selectors.pop()
  }
  return found
}

/** A figure that follows its dial or tile (`cqmin`), or the figure beside it (`em`), is not a size of its own. */
const rules: readonly { readonly property: RegExp; readonly units: ReadonlySet<string> }[] = [
  { property: /^font(?:-size)?$/, units: new Set(['em', 'cqmin', 'cqw', 'cqh']) },
  { property: /radius$/, units: new Set(['%']) },
  {
    property: /^(?:padding|margin|gap|row-gap|column-gap|--gap.*)(?:-|$)/,
    units: new Set(['em', 'vh', '%', 'cqmin']),
  },
]

/** Lengths that are not on the scale, with the reason. */
const exceptions: readonly {
  readonly selector: RegExp
  readonly property: string
  readonly reason: string
}[] = [
  {
    selector: /^\.(?:dial|wind-dial|gauge|boat-drawing)\b.*(?:text|letter|north)/,
    property: 'font-size',
    reason: 'text of a drawing, in the units of its viewBox',
  },
  { selector: /^\.helm-modes/, property: 'margin-left', reason: 'neighbours share one line' },
  { selector: /^\.help\b/, property: 'margin-left', reason: 'the width of a column' },
  { selector: /^\.help\b/, property: 'padding-left', reason: 'the width of a column' },
]

const isException = ({ selector, property }: Declaration): boolean =>
  exceptions.some((one) => one.property === property && one.selector.test(selector))

/** Lengths in other units than the scale, in font sizes, radii and distances. */
function offScale(text: string): string[] {
  return declarationsOf(text)
    .filter((declaration) => {
      const rule = rules.find(({ property }) => property.test(declaration.property))
      if (rule === undefined || isException(declaration)) return false
      const lengths = declaration.value
        .replaceAll(/var\([^)]*\)/g, '')
        .matchAll(/(?<!\w)[\d.]+(?<unit>[a-z%]+)/g)
      return [...lengths].some(({ groups }) => !rule.units.has(groups?.['unit'] ?? ''))
    })
    .map(({ selector, property, value }) => `${selector} { ${property}: ${value} }`)
}

test('style sheets use the font sizes, corners and distances of the scale only', () => {
  assert.ok(sheets.length > 30)
  const wrong = sheets
    .filter(({ path }) => path !== scaleSheet)
    .flatMap(({ path, text }) => offScale(text).map((line) => `${path}: ${line}`))
  assert.equal(wrong.length, 0, `\n${wrong.join('\n')}\nUse a token of ${scaleSheet}.\n`)
})

test('the scale has seven font sizes, two corners, and distances on a grid of 4 px', () => {
  const tokens = declarationsOf(sheets.find(({ path }) => path === scaleSheet)?.text ?? '')
  const named = (start: string): Declaration[] => tokens.filter(({ property }) => property.startsWith(start))
  assert.equal(named('--t').length, 7)
  assert.equal(named('--r-').length, 2)
  const steps = named('--s').map(({ value }) => Number.parseInt(value, 10))
  assert.deepEqual(
    steps.filter((step) => step % 4 !== 0),
    [2],
    'only the half step is off the grid',
  )
})

test('every token of the scale is used, and every one that is used is there', () => {
  const tokens = declarationsOf(sheets.find(({ path }) => path === scaleSheet)?.text ?? '')
  const used = sheets.flatMap(({ text }) => text.match(/(?<=var\()--(?:[st]\d+|r-\w+)(?=\))/g) ?? [])
  assert.deepEqual([...new Set(used)].toSorted(), tokens.map(({ property }) => property).toSorted())
})

test('a planted length that is not on the scale is found', () => {
  assert.deepEqual(
    offScale('.a { font-size: var(--t2); gap: calc(-1 * var(--s2)) 0; border-radius: 50% }'),
    [],
  )
  assert.equal(offScale('.a { font-size: 15px; } @media (width < 9px) { .b { padding: 0 5px } }').length, 2)
  assert.equal(offScale('.c { border-radius: 6px 0; margin-top: -3px; --gap-c: 7px; height: 9px }').length, 3)
})
