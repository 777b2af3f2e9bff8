import { decode, type Message } from '#codec/decode.ts'
import { mapMessage, usualNames } from '#paths/map-message.ts'
import type { InstanceNames } from '#paths/rules.ts'
import type { OutputMessage } from '#output/output-message.ts'
import { outputTasksOf } from '#output/output-table.ts'
import type { Moment, OutputValues } from '#output/output-values.ts'
import type { LiveGuidance } from '@marinedata/model'
import assert from 'node:assert/strict'

export type Given = Readonly<Record<string, unknown>>

/** Values of several sources. The first source with a value counts. */
const valuesOf = (bySource: Readonly<Record<string, Given>>): OutputValues => {
  const sourceOf = (path: string): string | undefined =>
    Object.keys(bySource).find((source) => bySource[source]?.[path] !== undefined)
  return {
    get: (path) => bySource[sourceOf(path) ?? '']?.[path],
    withSourceOf: (path) => {
      const source = sourceOf(path)
      return valuesOf(source === undefined ? {} : { [source]: bySource[source] ?? {} })
    },
    paths: () => Object.values(bySource).flatMap((given) => Object.keys(given)),
  }
}

export interface MomentOptions {
  readonly names?: InstanceNames
  readonly sid?: number
  readonly guidance?: LiveGuidance | undefined
  /** Values of the bus, which are not sent. */
  readonly ofBus?: Given
}

/** A moment with values of sources that may be sent. */
export const momentOf = (
  sources: Readonly<Record<string, Given>>,
  { names = usualNames, sid = 7, ofBus = {}, guidance }: MomentOptions = {},
): Moment => ({
  values: valuesOf(sources),
  all: valuesOf({ ...sources, bus: ofBus }),
  names,
  sid,
  guidance,
})

/** The messages with this PGN that are made from these values. */
export const messagesOf = (pgn: number, moment: Moment): readonly OutputMessage[] =>
  outputTasksOf(new Set([pgn])).flatMap(({ write }) => write(moment))

export const decoded = ({ pgn, payload }: OutputMessage): Message =>
  decode(pgn, payload) ?? assert.fail(`${pgn} cannot be decoded`)

/** What a receiver reads from messages: values by path. */
export const readBack = (messages: readonly OutputMessage[], names = usualNames): Given => {
  const read = messages.map((message) => mapMessage(decoded(message), { names, courseKind: 'GreatCircle' }))
  assert.equal(
    read.reduce((sum, { refused }) => sum + refused, 0),
    0,
    'a receiver refuses a value',
  )
  return Object.fromEntries(
    read.flatMap(({ values }) =>
      values.filter(({ value }) => value !== null).map(({ path, value }) => [path, value]),
    ),
  )
}

/** Numbers differ by at most half a resolution; other values are the same. */
export const assertNear = (actual: unknown, expected: unknown, resolution: number): void => {
  if (typeof expected === 'object' && expected !== null)
    for (const [name, value] of Object.entries(expected))
      assertNear((actual as Given | undefined)?.[name], value, resolution)
  else if (typeof expected === 'number') {
    const difference = Math.abs(Number(actual) - expected)
    assert.ok(difference <= resolution / 2 + 1e-9, `${String(actual)} instead of ${expected}`)
  } else assert.deepEqual(actual, expected)
}
