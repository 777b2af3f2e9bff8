import { MarineDataError } from '@marinedata/client'
import type { HistoryProviderList } from '@marinedata/model'
import type { Boat } from './boat.ts'

interface HistoryQuestion {
  readonly query: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** Connections to boats that have a recorder. It is looked for once. */
const withRecorder = new WeakSet<Boat['client']>()

/**
 * Asks for recorded values. A boat may have no recorder, and a browser reports every refused request as a fault of the
 * page, so the recorder is looked for first.
 * @throws MarineDataError `no-history-provider`, and what the request throws
 */
export const askHistory = async <Response>(
  { client }: Pick<Boat, 'client'>,
  route: 'values' | 'paths' | 'track',
  question: HistoryQuestion,
): Promise<Response> => {
  const { signal } = question
  if (!withRecorder.has(client)) {
    const options = signal === undefined ? {} : { signal }
    const providers = await client.call<HistoryProviderList>('GET', ['history', '_providers'], options)
    if (Object.keys(providers).length === 0)
      throw new MarineDataError('no-history-provider', 'Nothing is recorded aboard')
    withRecorder.add(client)
  }
  return await client.call<Response>('GET', ['history', route], question)
}
