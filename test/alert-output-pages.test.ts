import { wireAlertKinds, wireAlertStates, type WireAlertState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const pageOf = (plugin: string): string => readFileSync(join(root, `plugins/${plugin}/README.md`), 'utf8')

/** The cells of the rows of all tables of a page. */
const rowsOf = (page: string): readonly (readonly string[])[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))

const wordsByState: Readonly<Record<WireAlertState, string>> = {
  active: 'active',
  silenced: 'silenced',
  acknowledged: 'acknowledged',
  rectified: 'over, but not acknowledged',
  ended: 'ended',
}

for (const [plugin, member] of [
  ['nmea0183', 'letter'],
  ['nmea2000', 'number'],
] as const)
  test(`the page of ${plugin} has the states of alerts that are sent`, () => {
    const rows = rowsOf(pageOf(plugin))
    for (const [state, words] of Object.entries(wordsByState)) {
      const [, , shown] = rows.find(([, first]) => first === words) ?? []
      // The keys of the table are the states.
      assert.equal(shown, String(wireAlertStates[state as WireAlertState][member]), words)
    }
  })

/** The words and numbers of a page. */
const wordsOf = (page: string): ReadonlySet<string> => new Set(page.split(/[^A-Za-z0-9]+/))

test('the pages have the numbers of all kinds of alerts', () => {
  const [lines, bus] = [wordsOf(pageOf('nmea0183')), wordsOf(pageOf('nmea2000'))]
  for (const { id, identifier } of Object.values(wireAlertKinds)) {
    assert.ok(lines.has(String(identifier)), String(identifier))
    assert.ok(bus.has(String(id)), String(id))
  }
})

/** Choices of a setting in a manifest. */
const choicesIn = (plugin: string, setting: RegExp): readonly string[] => {
  const manifest = readFileSync(join(root, `plugins/${plugin}/marinedata-plugin.json`), 'utf8')
  const [, choices = ''] = setting.exec(manifest) ?? []
  return [...choices.matchAll(/"([A-Za-z0-9]+)"/g)].map(([, choice = '']) => choice)
}

test('the page of nmea2000 has a row for each message that can be sent', () => {
  const messages = choicesIn('nmea2000', /"sendsMessages": \{[^[]*"enum": \[([^\]]*)\]/)
  assert.ok(messages.length > 10)
  const rows = new Set(rowsOf(pageOf('nmea2000')).map(([, first]) => first))
  for (const message of messages) assert.ok(rows.has(`\`${message}\``), message)
})

test('the page of nmea0183 names each sentence that can be made', () => {
  const made = choicesIn('nmea0183', /"made": \{[^[]*"enum": \[([^\]]*)\]/)
  assert.ok(made.length > 20)
  const words = wordsOf(pageOf('nmea0183'))
  for (const name of made) assert.ok(words.has(name), name)
})
