import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { figures } from '../plugins/derived-data/src/figures.ts'

const page = join(import.meta.dirname, '..', 'docs', 'derived-data.md')

const ageText = (seconds: number): string => (seconds === Infinity ? 'until it changes' : `${seconds} s`)

const rows = figures.map(({ id, title, inputs, output, unit, formula }) => {
  const inputTexts = inputs.map(
    ({ path, member, maxAge, isOptional }) =>
      `\`${path}${member === undefined ? '' : `/${member}`}\` (${ageText(maxAge)}${isOptional === true ? ', if known' : ''})`,
  )
  return `| ${title}, \`${id}\` | \`${output}\` (${unit}) | ${inputTexts.join(', ')} | ${formula} |`
})

test('the table of docs/derived-data.md is the table of the figures', () => {
  const shown = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => /^\| .*, `\w+` \|/.test(line))
  assert.deepEqual(shown, rows, `Write this table into the page:\n${rows.join('\n')}`)
})
