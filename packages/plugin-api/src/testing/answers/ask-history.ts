import type { HistoryQuestion } from '@marinedata/model'
import type { TestedProcess } from '../tested-process.ts'

/**
 * Asks as the server does; all rows of the answer. A row may be split between two pages.
 * @throws MarineDataError `unconfirmed` when the answer has not ended in time, else the error of the plugin
 */
export const askHistory = async (
  { launched: { rpc } }: Pick<TestedProcess, 'launched'>,
  question: HistoryQuestion,
  deadlineMs: number,
): Promise<unknown[]> => {
  const end = performance.now() + deadlineMs
  const texts: string[] = []
  let isOpen = false
  let page = await rpc.request('history/ask', { question, deadline: deadlineMs / 1_000 }, { deadlineMs })
  for (;;) {
    const [first = '', ...others] = page.rows
    if (isOpen) texts.push(`${texts.pop() ?? ''}${first}`, ...others)
    else texts.push(...page.rows)
    isOpen = page.open === true
    if (page.next === undefined) return texts.map((text): unknown => JSON.parse(text))
    // The whole answer has one deadline: the pages of a plugin that searches and finds nothing need not end.
    const leftMs = Math.max(1, end - performance.now())
    page = await rpc.request(
      'history/next',
      { next: page.next, deadline: leftMs / 1_000 },
      { deadlineMs: leftMs },
    )
  }
}
