import { contextOf } from '#craft/craft.ts'
import type { AisReport } from '#craft/craft.ts'
import { encodeMessage } from '#sentences/ais-encoder.ts'
import { AisTrial } from '#testing/ais-trial.ts'
import { aisVectors, type AisVector } from '#testing/distress-vectors.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const own = '235099999'

const reportsOf = ({ sentences }: AisVector): readonly AisReport[] => {
  const trial = new AisTrial({ ownMmsi: own })
  const reports = sentences.flatMap((line) => trial.hear(line))
  assert.equal(trial.tally.refused, 0)
  return reports
}

const rounded = ({ latitude, longitude }: { latitude: number; longitude: number }): number[] =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6)))

/** The state of a message 1: only a beacon says anything without one. */
const stateOf = ({ mmsi, type, status }: AisVector['fields']): string | undefined => {
  if (type !== 1) return undefined
  if (status === 15) return String(mmsi).startsWith('97') ? 'default' : undefined
  return status === 14 ? 'ais-sart' : 'motoring'
}

const textOf = ({ text, to }: AisVector['fields']): object | undefined =>
  text === undefined ? undefined : { text, ...(to !== undefined && { to: String(to) }) }

/** They have no text, or come from the own transponder. */
const silent: ReadonlySet<string> = new Set(['short-14', 'own-vdo'])

for (const vector of aisVectors.filter(({ id }) => !silent.has(id)))
  test(`reads ${vector.what}`, () => {
    const { fields } = vector
    const [report, ...others] = reportsOf(vector)
    assert.deepEqual(others, [])
    assert.equal(report?.context, contextOf(String(fields.mmsi)))
    assert.equal(report.values['navigation.state'], stateOf(fields))
    assert.deepEqual(report.values['communication.safetyText'], textOf(fields))
    const position = report.values['navigation.position'] as
      | { latitude: number; longitude: number }
      | undefined
    if (fields.position === null) assert.equal(position, undefined)
    if (fields.position) assert.deepEqual(position && rounded(position), rounded(fields.position))
  })

for (const vector of aisVectors.filter(({ id }) => silent.has(id)))
  test(`ignores ${vector.what}`, () => {
    assert.deepEqual(reportsOf(vector), [])
  })

test('a text that is longer than a message is not sent', () => {
  const encoded = (text: string): string | undefined =>
    encodeMessage('broadcastText', own, { 'communication.safetyText': { text } })?.text
  const longest = encoded('A'.repeat(161))
  assert.equal(longest?.length, 168)
  assert.equal(encoded('A'.repeat(162)), encoded(''))
})
