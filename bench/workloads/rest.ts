import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import { valuesDelta } from '../sending/deltas.ts'
import { readBody, requestOnce } from '../sockets/http-request.ts'
import type { Plan } from '../plan.ts'
import { RawHttp } from '../sockets/raw-http.ts'
import { RawWebSocket } from '../sockets/raw-websocket.ts'
import { startTarget, type Target } from '../targets/targets.ts'
import { countUsage } from '../targets/usage.ts'
import type { Reading, Workload } from '../workload.ts'

const connections = 32
const bodyLimitMs = 10_000
const bodyPath = '/body'

/** Closed loop on a set of connections: each asks again when it was answered. */
const openClients = (port: number, path: string, onAnswer: (bytes: number) => void): readonly RawHttp[] =>
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

const askInTurn = async (target: Target, path: string, plan: Plan): Promise<Reading> => {
  let answers = 0
  let bytes = 0
  const clients = openClients(target.port, path, (size) => {
    answers++
    bytes = size
  })
  // An HTTP stack is a lot of code; all of it is to be compiled before the clock starts.
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

/** Tells the target the values that make up the body. */
const sendValues = async (target: Target, values: Readonly<Record<string, unknown>>): Promise<void> => {
  const socket = await RawWebSocket.open({ port: target.port, path: `${target.stream}?subscribe=none` })
  socket.send(valuesDelta(values))
  // Destroying the socket at once could lose what was just written.
  await sleep(100)
  socket.close()
}

interface RestOptions {
  readonly name: string
  /** What of the own vessel is asked for. */
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
  readonly judge?: NonNullable<Workload['judge']>
}

/** Requests a second for one small body; the bare route is given the very body that ours answers. */
const restWorkload = ({ name, path, values, judge }: RestOptions): Workload => {
  let body = JSON.stringify(values)
  return {
    name,
    unit: 'requests/s',
    async measure(targetName, plan) {
      await using target = await startTarget(targetName, { bare: 'fastify-route' })
      if (targetName === 'bare') {
        await requestOnce({ port: target.port, path: bodyPath, method: 'PUT', body })
        return await askInTurn(target, bodyPath, plan)
      }
      await sendValues(target, values)
      const address = `${target.api}/vessels/self/${path.replaceAll('.', '/')}`
      const answered = await waitForBody(target, address)
      if (targetName === 'ours') body = answered
      return await askInTurn(target, address, plan)
    },
    ...(judge && { judge }),
  }
}

export const restLeaf: Workload = restWorkload({
  name: 'rest-leaf',
  path: 'navigation.speedOverGround',
  values: { 'navigation.speedOverGround': 3.6 },
  judge: ({ ours, bare }) => ({ target: 'at least 0.7 of bare', ok: ours.value >= 0.7 * bare.value }),
})

/** A body of the size of an autopilot's status; taken from the tree, so that no device is needed. */
export const restStatus: Workload = restWorkload({
  name: 'rest-status',
  path: 'steering.autopilot',
  values: {
    'steering.autopilot.state': 'auto',
    'steering.autopilot.mode': 'compass',
    'steering.autopilot.target': 1.52,
    'steering.autopilot.engaged': true,
    'steering.autopilot.defaultPilot': 'bench-pilot',
  },
})
