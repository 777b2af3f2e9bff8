/**
 * Asks ten questions at once, again and again. A process of its own: the one that measures the delay of live values must
 * not be busy with answers.
 */
import { once } from 'node:events'
import { askBoat } from '@marinedata/testing/boats/crew'

export interface YearAskerOrder {
  readonly url: string
  readonly path: string
  /** One caller alone may not ask ten questions at once. */
  readonly tokens: readonly string[]
  readonly seconds: number
}

export interface YearAskerCounts {
  readonly questions: number
  readonly failed: number
  readonly rows: number
}

const atOnce = 10

const askRepeatedly = async ({ url, path, tokens, seconds }: YearAskerOrder): Promise<YearAskerCounts> => {
  const counts = { questions: 0, failed: 0, rows: 0 }
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, at) =>
        askBoat(url, `GET ${path}`, { token: tokens[at % tokens.length] }),
      ),
    )
    for (const { status, text } of answers) {
      counts.questions++
      if (status !== 200) counts.failed++
      else counts.rows = Math.max(counts.rows, (JSON.parse(text) as { data: unknown[] }).data.length)
    }
  }
  return counts
}

const [order] = (await once(process, 'message')) as [YearAskerOrder]
process.send?.(await askRepeatedly(order))
process.disconnect()
