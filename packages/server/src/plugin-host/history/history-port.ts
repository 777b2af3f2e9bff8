import type { AskLimits, HistoryProvider } from '@marinedata/core'
import { MarineDataError, type HistoryQuestion } from '@marinedata/model'
import type { LaunchedPlugin } from '@marinedata/plugin-api/host'

type Rpc = LaunchedPlugin['rpc']

/** One process of a plugin, as a provider of history. */
export class HistoryPort implements HistoryProvider {
  #rpc: Rpc | undefined

  attach({ rpc }: { readonly rpc: Rpc }): void {
    this.#rpc = rpc
  }

  async ask(question: HistoryQuestion, { deadlineMs, signal }: AskLimits): Promise<unknown> {
    const params = { question, deadline: deadlineMs / 1_000 }
    return await this.#connected().request('history/ask', params, { deadlineMs, signal })
  }

  async next(next: number, { deadlineMs, signal }: AskLimits): Promise<unknown> {
    const params = { next, deadline: deadlineMs / 1_000 }
    return await this.#connected().request('history/next', params, { deadlineMs, signal })
  }

  end(next: number): void {
    this.#rpc?.notify('history/end', { next })
  }

  #connected(): Rpc {
    if (this.#rpc === undefined) throw new MarineDataError('plugin-not-running', 'The plugin is not running')
    return this.#rpc
  }
}
