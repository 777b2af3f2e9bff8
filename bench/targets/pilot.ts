import { BenchError } from '../bench-error.ts'
import { requestOnce } from '../sockets/http-request.ts'

export const pilots = '/marinedata/v2/api/vessels/self/autopilots'
const simulator = '/marinedata/v2/api/plugins/simulator'
const answerLimitMs = 15_000

/** Delay of the simulated device itself. The measurement is above this. */
export const deviceDelayMs = 20

/** Sends a request that must be answered with 200. */
export const askOurs = async (
  port: number,
  { method, path, body }: { readonly method: 'PUT' | 'POST'; readonly path: string; readonly body?: unknown },
): Promise<void> => {
  const text = JSON.stringify(body ?? {})
  const answer = await requestOnce({ port, path, method, body: text, limitMs: answerLimitMs })
  if (answer.status !== 200)
    throw new BenchError(`${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`)
}

/** Makes the simulated boat sail, alone on a calm sea. */
export const startPilot = async (port: number): Promise<void> => {
  const settings = { traffic: 0, deviceDelay: deviceDelayMs / 1000 }
  await askOurs(port, { method: 'PUT', path: `${simulator}/settings`, body: settings })
  await askOurs(port, { method: 'POST', path: `${simulator}/enable` })
}
