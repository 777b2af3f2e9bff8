/**
 * Records every value that a boat streams, in its own process: the trial's process runs the whole shore, and a slow reader
 * is disconnected. Takes the address of the boat. Answers a list of leaves with the paths of those that the boat never had.
 */
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import type { BoatMemoryMessage, Leaf } from './boat-memory.ts'

interface StreamMessage {
  readonly requestId?: string
  /** Of a problem. */
  readonly code?: string
  readonly updates?: readonly {
    readonly timestamp: string
    readonly values?: readonly { readonly path: string; readonly value: unknown }[]
  }[]
}

const [address = ''] = process.argv.slice(2)
const requestId = 'everything'
/** By path, in the order of time. */
const values = new Map<string, { readonly timestamp: string; readonly value: unknown }[]>()

const send = (message: BoatMemoryMessage): void => void process.send?.(message)

/** Whether the boat had this value at its time. A notification has the time at which it was recorded. */
const had = (path: string, { value, timestamp }: Leaf): boolean => {
  const known = values.get(path) ?? []
  if (path.startsWith('notifications.')) return known.some((one) => isDeepStrictEqual(one.value, value))
  const newest = known.findLast((one) => one.timestamp <= timestamp)?.timestamp
  return known.some((one) => one.timestamp === newest && isDeepStrictEqual(one.value, value))
}

const socket = new WebSocket(`${address.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`)
// The log has every value, also for a reader that falls behind.
socket.on('open', () => socket.send(JSON.stringify({ requestId, subscribe: [{ path: '*' }], log: true })))
socket.on('message', (data: Buffer) => {
  const message = JSON.parse(data.toString()) as StreamMessage
  if (message.code !== undefined) send({ kind: 'closed', reason: message.code })
  else if (message.requestId === requestId) send({ kind: 'subscribed' })
  for (const { timestamp, values: updated = [] } of message.updates ?? [])
    for (const { path, value } of updated) {
      const known = values.get(path) ?? []
      known.push({ timestamp, value })
      values.set(path, known)
    }
})
socket.on('error', (error) => send({ kind: 'closed', reason: error.message }))
socket.on('close', (code, reason) => send({ kind: 'closed', reason: `${code} ${reason.toString()}` }))

process.on('message', (leaves: readonly (readonly [string, Leaf])[]) =>
  send({ kind: 'unknown', paths: leaves.flatMap(([path, leaf]) => (had(path, leaf) ? [] : [path])) }),
)
process.on('disconnect', () => process.exit())
