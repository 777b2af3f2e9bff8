/**
 * Boats that share a log and a link, in a process of their own, so that they can be killed. Takes the port of the
 * gateway, the file of its certificate, the folder of the log, the first MMSI and the number of boats. The messages
 * `up` and `down` are the link. After `down` the log is closed, so that another process can make it grow, until `log`.
 */
import type { HistoryLog } from '@marinedata/history'
import { MarineDataError } from '@marinedata/model'
import type { RecordedLog } from '@marinedata/plugin-api'
import { readFileSync } from 'node:fs'
import { openLog } from '../../../packages/history/testing/trial-log.ts'
import { systemClock } from '../../../plugins/uplink/src/clock.ts'
import { TrialBoat } from '../trial-boat.ts'
import { recordedLog } from '../../../scripts/fleet/trial-voyage.ts'

const [port = '', certificate = '', folder = '', first = '', count = ''] = process.argv.slice(2)
const historyClock = { wall: () => Date.now(), mono: () => performance.now() }
const mostPages = 64

let log: HistoryLog | undefined
const pages = new Map<string, ReturnType<RecordedLog['segments']>>()

const reading = (): RecordedLog => {
  if (log !== undefined) return recordedLog(log)
  throw new MarineDataError('no-provider', 'The log is closed')
}

/** Aboard each boat has a processor of its own. Here a page that several boats send is read once. */
const segments: RecordedLog['segments'] = (question) => {
  const key = JSON.stringify(question)
  const page = pages.get(key) ?? reading().segments(question)
  const [oldest] = pages.keys()
  if (oldest !== undefined && pages.size >= mostPages) pages.delete(oldest)
  pages.set(key, page)
  return page
}

const shared: RecordedLog = {
  head: async () => await reading().head(),
  segments: async (question) => await segments(question),
  events: async (question) => await reading().events(question),
  series: async (question) => await reading().series(question),
  startEpoch: () => Promise.reject(new MarineDataError('no-provider', 'This log is not replaced')),
}

const link = { networks: '', of: (): 'cellular' => 'cellular' }

const closeLog = (): void => {
  log?.close()
  log = undefined
  pages.clear()
}

const orders: Readonly<Record<string, () => void>> = {
  down: () => {
    link.networks = ''
    closeLog()
  },
  log: () => void (log = openLog(folder, historyClock)),
  up: () => void (link.networks = 'eth0'),
}

const lastValue = {
  context: 'vessels.self',
  updates: [
    {
      $source: 'gps',
      timestamp: new Date(0).toISOString(),
      values: [{ path: 'navigation.speedOverGround', value: 3.1 }],
    },
  ],
}

for (const order of ['log', 'up']) orders[order]?.()
for (let index = 0; index < Number(count); index++) {
  const boat = new TrialBoat({
    vessel: `urn:mrn:imo:mmsi:${Number(first) + index}`,
    tariff: 'cellular',
    log: shared,
    clock: systemClock,
    port: Number(port),
    authority: readFileSync(certificate, 'utf8'),
    link,
  })
  boat.values.record(lastValue)
  boat.uplink.start()
}
process.on('message', (order) => {
  orders[String(order)]?.()
  process.send?.(order)
})
process.send?.('started')
