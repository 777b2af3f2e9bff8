import type { HistoryProviders } from '@marinedata/core'
import { MarineDataError, type HistoryQuestion, type LogHead } from '@marinedata/model'
import type { Capabilities, Handlers, ServerVerbs } from '@marinedata/plugin-api/host'
import type { HistoryPort } from './history-port.ts'

export interface HistoryHandlersOptions {
  readonly name: string
  readonly capabilities: Capabilities
  readonly history: HistoryProviders
  /** The process, as a provider of history. */
  readonly historyPort: HistoryPort
}

type HistoryVerbs =
  | 'history/offer'
  | 'log/head'
  | 'log/read'
  | 'log/events'
  | 'log/series'
  | 'log/start-epoch'

/** Characters of one answer to a reader of the log. It reads on from the last number. */
const answerLength = 1_000_000

/** Handlers of the verbs with which a plugin provides history, or reads the log. */
export const historyHandlers = ({
  name,
  capabilities,
  history,
  historyPort,
}: HistoryHandlersOptions): Pick<Handlers<ServerVerbs>, HistoryVerbs> => {
  const rowsOf = async <T>(question: HistoryQuestion, signal: AbortSignal): Promise<T[]> => {
    if (!capabilities.mayReadLog)
      throw new MarineDataError('not-declared', 'The manifest does not declare "log" in "reads"')
    const all: unknown[] = []
    let length = 0
    for await (const rows of history.ask(question, { who: `plugin:${name}`, signal })) {
      all.push(...rows)
      length += JSON.stringify(rows).length
      if (length > answerLength) break
    }
    // The provider is a plugin that the owner chose; the reader of the log validates what it needs.
    return all as T[]
  }
  const headOf = async (question: HistoryQuestion, signal: AbortSignal): Promise<LogHead> => {
    const [head] = await rowsOf<LogHead>(question, signal)
    if (head === undefined) throw new MarineDataError('plugin-failed', 'The history provider has no log')
    return head
  }
  return {
    'history/offer': () => {
      if (!capabilities.provides('history'))
        throw new MarineDataError('not-declared', 'The manifest does not declare "history" in "provides"')
      history.add(name, historyPort)
      return {}
    },
    'log/head': (_params, signal) => headOf({ ask: 'head' }, signal),
    'log/start-epoch': (params, signal) => headOf({ ask: 'start-epoch', ...params }, signal),
    'log/read': async (params, signal) => ({ segments: await rowsOf({ ask: 'read', ...params }, signal) }),
    'log/events': async (params, signal) => ({ events: await rowsOf({ ask: 'events', ...params }, signal) }),
    'log/series': async (params, signal) => ({ series: await rowsOf({ ask: 'series', ...params }, signal) }),
  }
}
