import { BenchError } from '../bench-error.ts'
import type { Plan } from '../plan.ts'
import { requestOnce } from '../sockets/http-request.ts'
import { askOurs, deviceDelayMs, pilots, startPilot } from '../targets/pilot.ts'
import { startTarget, type Target, type TargetName } from '../targets/targets.ts'
import type { Reading, Workload } from '../workload.ts'

const commandCount = { quick: 100, full: 500 }
const limitMs = 20
const bodyPath = '/body'

const percentile = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** One after the other, as a person at the helm would. */
const timeAll = async (plan: Plan, ask: (turn: number) => Promise<unknown>): Promise<Reading> => {
  const times: number[] = []
  const count = plan.isQuick ? commandCount.quick : commandCount.full
  for (let turn = -10; turn < count; turn++) {
    const askedAt = performance.now()
    await ask(turn)
    // The first few compile the code.
    if (turn >= 0) times.push(performance.now() - askedAt)
  }
  return {
    value: percentile(times, 0.99),
    extra: { medianMs: percentile(times, 0.5), worstMs: Math.max(...times) },
  }
}

const commandPilot = async ({ port }: Target, plan: Plan): Promise<Reading> => {
  await startPilot(port)
  await askOurs(port, { method: 'POST', path: `${pilots}/_default/engage` })
  const adjust = { method: 'PUT' as const, path: `${pilots}/_default/target/adjust` }
  return await timeAll(plan, (turn) =>
    askOurs(port, { ...adjust, body: { value: turn % 2 === 0 ? 2 : -2, units: 'deg' } }),
  )
}

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  if (name === 'peer') throw new BenchError('it does not wait for the device')
  await using target = await startTarget(name, { bare: 'fastify-route', plugins: [] })
  if (name === 'ours') return await commandPilot(target, plan)
  return await timeAll(plan, () =>
    requestOnce({ port: target.port, path: bodyPath, method: 'PUT', body: '{}' }),
  )
}

/** From a command over HTTP to the device's report of it; bare is a request without an effect. */
export const pilotCommand: Workload = {
  name: 'pilot-command',
  unit: 'ms at the 99th of 100',
  repetitions: 1,
  measure,
  judge: ({ ours }) => ({
    target: `at most ${limitMs} ms above the device's own ${deviceDelayMs} ms`,
    ok: ours.value - deviceDelayMs <= limitMs,
  }),
}
