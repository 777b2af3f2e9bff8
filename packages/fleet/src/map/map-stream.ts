import { BoundingBox, checkOf, MarineDataError, type FleetMapLine } from '@marinedata/model'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TenantMap } from './tenant-map.ts'

const box = checkOf<BoundingBox>(BoundingBox)
/** Then the page asks again. A proxy would also end the request. */
const longestMs = 600_000
/** So that a line that is not read is noticed, and a proxy does not think that nothing happens. */
const aliveEveryMs = 20_000
const emptyLine: FleetMapLine = { isWhole: false, boats: [], gone: [] }

/** @throws MarineDataError `invalid-query` */
export const boxOf = (request: IncomingMessage): BoundingBox => {
  const { searchParams } = new URL(request.url ?? '/', 'http://fleet')
  const found = Object.fromEntries(
    [...searchParams].map(([name, text]) => [name, text === '' ? text : Number(text)]),
  )
  if (box.accepts(found) && found.south <= found.north) return found
  throw new MarineDataError('invalid-query', 'Send south, west, north and east in degrees, and nothing else')
}

/** Sends what is in a window of the map, and then what changes there: a line of JSON each time. */
export const streamMap = (
  map: TenantMap,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  isGood: () => boolean,
): void => {
  const window = map.look(boxOf(request), {
    isReady: () => {
      if (!isGood()) response.end()
      return !response.writableNeedDrain && !response.writableEnded
    },
    send: (line) => void response.write(`${JSON.stringify(line)}\n`),
  })
  response.writeHead(200, {
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.flushHeaders()
  // People who lost their reader come together: each has a picture when it is there, not with the next flush for all.
  window.show()
  const ending = setTimeout(() => response.end(), longestMs)
  const alive = setInterval(() => {
    if (response.writableNeedDrain) response.destroy()
    else response.write(`${JSON.stringify(emptyLine)}\n`)
  }, aliveEveryMs)
  response.on('close', () => {
    clearTimeout(ending)
    clearInterval(alive)
    window[Symbol.dispose]()
  })
}
