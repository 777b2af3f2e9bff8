import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TokenMade } from '@marinedata/model'
import { accessApi, answered, askBoat, claimBoat, claimCodeOf } from '@marinedata/testing/boats/crew'
import { LatencyReaders, probeMaker, quantile } from '@marinedata/testing/measured/latency-readers'
import { PacedLoad } from '@marinedata/testing/measured/paced-load'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { historyApi, logFolder, recordedPath, startRecordedBoat, writeMinutes } from './recorded-boat.ts'
import type { YearAskerCounts, YearAskerOrder } from './year-asker.ts'

export interface ManyQuestionsFigures extends YearAskerCounts {
  /** Milliseconds from client to client, without and with questions. */
  readonly p99Before: number
  readonly p99During: number
  readonly recorderMb: number
  readonly restarts: number
}

const people = 3
const reportPath = '/marinedata/v2/api/plugins/recorder'

/** Tokens of the owner and of several other callers: one alone may not ask ten questions at once. */
const tokensOf = async (url: string, folder: string): Promise<string[]> => {
  const token = await claimBoat(url, await claimCodeOf(folder))
  const tokens = await Promise.all(
    Array.from({ length: people }, async (_, at) => {
      const body = { name: `chart-${at}`, role: 'owner' }
      return (await answered<TokenMade>(askBoat(url, `POST ${accessApi}/tokens`, { token, body }))).token
    }),
  )
  return [token, ...tokens]
}

const askElsewhere = async (order: YearAskerOrder): Promise<YearAskerCounts> => {
  const asker = fork(new URL('year-asker.ts', import.meta.url))
  const reply = once(asker, 'message', { signal: AbortSignal.timeout((order.seconds + 60) * 1_000) })
  asker.send(order)
  try {
    const [counts] = (await reply) as [YearAskerCounts]
    return counts
  } finally {
    asker.kill()
  }
}

/** H6: ten questions for a year at once, again and again, while values arrive. */
export const askManyQuestions = async (options: {
  readonly days: number
  readonly perSecond: number
  readonly seconds: number
}): Promise<ManyQuestionsFigures> => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder()).path
  const { from, to } = writeMinutes(logFolder(folder), options.days)
  const { server } = await startRecordedBoat({ folder, isOpen: false })
  const { url } = stack.use(server)
  const [token = '', ...tokens] = await tokensOf(url, folder)
  const query = `paths=${recordedPath}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&resolution=1h`
  const path = `${historyApi}/values?${query}`
  while ((await askBoat(url, `GET ${path}`, { token })).status !== 200) await sleep(100)
  const opening = { headers: { authorization: `Bearer ${token}` } }
  const sender = stack.use(await StreamListener.open(url, '?subscribe=none', opening))
  const readers = stack.use(await LatencyReaders.open(url, 1, opening))
  stack.use(new PacedLoad({ sockets: [sender.socket], perSecond: options.perSecond, make: probeMaker(50) }))
  await sleep(1_000)
  readers.take()
  await sleep(options.seconds * 1_000)
  const p99Before = quantile(readers.take(), 0.99)
  const counts = await askElsewhere({ url, path, tokens, seconds: options.seconds })
  const p99During = quantile(readers.take(), 0.99)
  const report = await answered<{ residentBytes: number; restarts: number }>(
    askBoat(url, `GET ${reportPath}`, { token }),
  )
  const recorderMb = Math.round(report.residentBytes / 1e6)
  return { ...counts, p99Before, p99During, recorderMb, restarts: report.restarts }
}
