import { MarineDataError, type Operations, type RequestOptions } from '@marinedata/client'
import type { Boat } from './boat.ts'

export type HistoryRoute = 'values' | 'paths' | 'track'
export type HistoryQuery<Route extends HistoryRoute> = NonNullable<
  Operations[`GET history/${Route}`]['query']
>
export type HistoryAnswer<Route extends HistoryRoute> = Operations[`GET history/${Route}`]['answer']

/** Connections to boats that have a recorder. It is looked for once. */
const withRecorder = new WeakSet<Boat['client']>()

/**
 * Asks for recorded values. A boat may have no recorder, and a browser reports every refused request as a fault of the
 * page, so the recorder is looked for first.
 * @throws MarineDataError `no-history-provider`, and what the request throws
 */
export const askHistory = async <Route extends HistoryRoute>(
  { client }: Pick<Boat, 'client'>,
  route: Route,
  question: { readonly query: HistoryQuery<Route> } & RequestOptions,
): Promise<HistoryAnswer<Route>> => {
  const { signal } = question
  if (!withRecorder.has(client)) {
    const options = signal === undefined ? {} : { signal }
    const providers = await client.call('GET history/_providers', options)
    if (Object.keys(providers).length === 0)
      throw new MarineDataError('no-history-provider', 'The boat is not recording')
    withRecorder.add(client)
  }
  // The query belongs to the route, which the compiler does not follow through a template.
  return await client.call<'GET history/values'>(
    `GET history/${route}` as 'GET history/values',
    question as never,
  )
}
