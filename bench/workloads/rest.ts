import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import { valuesDelta } from '../sending/deltas.ts'
import { readBody, requestOnce } from '../sockets/http-request.ts'
import type { Plan } from '../plan.ts'
import { RawHttp } from '../sockets/raw-http.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { pilots, startPilot } from '../targets/pilot.ts'
import { startTarget, type Target } from '../targets/targets.ts'
import { countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const usualConnections = 32
const bodyLimitMs = 10_000
const bodyPath = '/body'

interface Asking {
  readonly path: string
  readonly connections: number
}

/** Closed loop on a set of connections: each sends the next request after the response. */
const openClients = (
  port: number,
  { path, connections }: Asking,
  onAnswer: (bytes: number) => void,
): readonly RawHttp[] =>
  Array.from({ length: connections }, () => {
    const client: RawHttp = new RawHttp({
      port,
      path,
      onAnswer: (bytes) => {
        onAnswer(bytes)
        client.ask()
      },
    })
    client.ask()
    return client
  })

const askInTurn = async (target: Target, asking: Asking, plan: Plan): Promise<Reading> => {
  let answers = 0
  let bytes = 0
  const clients = openClients(target.port, asking, (size) => {
    answers++
    bytes = size
  })
  // An HTTP stack is a lot of code; all of it must be compiled before the measurement.
  await sleep(3 * plan.warmMs)
  const before = answers
  const usage = countUsage(target.pid)
  await sleep(plan.windowMs)
  const answered = answers - before
  const { seconds, cpuSeconds, loadBusy } = usage()
  const failure = clients.find((client) => client.failure !== undefined)?.failure
  for (const client of clients) client.close()
  if (failure !== undefined) throw failure
  return { value: answered / seconds, extra: { bytes, perCpuSecond: answered / cpuSeconds, loadBusy } }
}

const waitForBody = async (target: Target, path: string): Promise<string> => {
  let body: string | undefined
  const isAsked = async (): Promise<boolean> => {
    body = await readBody(target.port, path)
    return body !== undefined
  }
  await waitUntil(isAsked, { limitMs: bodyLimitMs, everyMs: 20 })
  if (body === undefined) throw new BenchError(`GET ${path} did not answer 200 within ${bodyLimitMs} ms`)
  return body
}

/** Sends the values of the body to the target. */
const sendValues = async (target: Target, values: Readonly<Record<string, unknown>>): Promise<void> => {
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  socket.send(valuesDelta(values))
  // Destroying the socket immediately could lose the last write.
  await sleep(100)
  socket.close()
}

interface RestOptions {
  readonly name: string
  readonly connections?: number
  /** Prepares the body. Returns its URL. */
  readonly prepare: (target: Target) => Promise<string>
  /** Whether plugins run: the body is one of theirs. */
  readonly hasPlugins?: boolean
  readonly judge?: NonNullable<Workload['judge']>
}

/** Requests a second for one small body; the bare route gets the same body as ours. */
const restWorkload = (options: RestOptions): Workload => {
  const { name, connections = usualConnections, prepare, hasPlugins = false, judge } = options
  const wish = { bare: 'fastify-route', ...(hasPlugins && { plugins: [] }) } as const
  let body = '{}'
  return {
    name,
    unit: 'requests/s',
    async measure(targetName, plan) {
      await using target = await startTarget(targetName, wish)
      if (targetName === 'bare') {
        await requestOnce({ port: target.port, path: bodyPath, method: 'PUT', body })
        return await askInTurn(target, { path: bodyPath, connections }, plan)
      }
      const path = await prepare(target)
      const answered = await waitForBody(target, path)
      if (targetName === 'ours') body = answered
      return await askInTurn(target, { path, connections }, plan)
    },
    ...(judge && { judge }),
  }
}

const speed = 'navigation.speedOverGround'

export const restLeaf: Workload = restWorkload({
  name: 'rest-leaf',
  prepare: async (target) => {
    await sendValues(target, { [speed]: 3.6 })
    return `${target.api}/vessels/self/${speed.replaceAll('.', '/')}`
  },
  judge: ({ ours, bare }) => ({ target: 'at least 0.8 of bare', ok: ours.value >= 0.8 * bare.value }),
})

/** Fifty clients that read the autopilot of a sailing boat. */
export const pilotStatus: Workload = restWorkload({
  name: 'pilot-status',
  connections: 50,
  hasPlugins: true,
  prepare: async (target) => {
    await startPilot(target.port)
    return `${pilots}/_default`
  },
  judge: ({ ours, bare }) => ({ target: 'at least 0.6 of bare', ok: ours.value >= 0.6 * bare.value }),
})
