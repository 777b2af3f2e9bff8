import type { AskLimits, HistoryProvider } from '@marinedata/core'
import type { HistoryQuestion } from '@marinedata/model'
import { ProcessPort } from '../questions/process-port.ts'

/** One process of a plugin, as a provider of history. */
export class HistoryPort extends ProcessPort implements HistoryProvider {
  async ask(question: HistoryQuestion, { deadlineMs, signal }: AskLimits): Promise<unknown> {
    const params = { question, deadline: deadlineMs / 1_000 }
    return await this.connected.request('history/ask', params, { deadlineMs, signal })
  }

  async next(next: number, { deadlineMs, signal }: AskLimits): Promise<unknown> {
    const params = { next, deadline: deadlineMs / 1_000 }
    return await this.connected.request('history/next', params, { deadlineMs, signal })
  }

  end(next: number): void {
    this.rpc?.notify('history/end', { next })
  }
}
