import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A log in its own folder, removed after the test. */
export class RecordedLog implements Disposable {
  readonly file: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'file-replay-'))

  /** @param lines strings are written as they are; bytes are the whole log */
  constructor(lines: readonly (string | object)[] | Uint8Array) {
    this.file = join(this.#folder, 'log.jsonl')
    if (lines instanceof Uint8Array) {
      writeFileSync(this.file, lines)
      return
    }
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    writeFileSync(this.file, `${texts.join('\n')}\n`)
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true })
  }
}

export const recordedAt = (seconds: number): string =>
  new Date(Date.UTC(2026, 5, 14, 10) + seconds * 1000).toISOString()

export const logPath = 'navigation.log'

/** A delta with one number, recorded this many seconds after the start. */
export const counted = (value: number, seconds?: number, context?: string): object => ({
  ...(context !== undefined && { context }),
  updates: [
    {
      $source: 'counter',
      ...(seconds !== undefined && { timestamp: recordedAt(seconds) }),
      values: [{ path: logPath, value }],
    },
  ],
})

type Published = StartedPlugin['published']

/** The numbers that arrived, in order. */
export const numbersIn = (published: Published): unknown[] =>
  published.flatMap(({ updates }) => updates.flatMap(({ values = [] }) => values.map(({ value }) => value)))

/** When deltas arrived, in milliseconds after the first. */
export const arrivals = (published: Published): number[] => {
  const times = published.map(({ updates }) => Date.parse(updates[0]?.timestamp ?? ''))
  const [first = NaN] = times
  return times.map((time) => time - first)
}

/** Waits for the end of the replay. Returns the last status. */
export const finished = async (plugin: StartedPlugin, timeoutMs = 75_000): Promise<string> => {
  await until(() => plugin.status?.message.includes(' finished, ') === true, Boolean, { timeoutMs })
  return plugin.status?.message ?? ''
}
