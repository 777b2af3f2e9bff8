import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from '../bench-error.ts'
import { waitUntil } from '../deadline.ts'
import { requestOnce } from '../sockets/http-request.ts'
import type { Plan } from '../plan.ts'
import { readResidentMb } from '../targets/process-probe.ts'
import { startTarget, type TargetName } from '../targets/targets.ts'
import type { Reading, Workload } from '../workload.ts'

const startLimitMs = 250
const residentLimitMb = 80
const answerLimitMs = 30_000

const measure = async (name: TargetName, plan: Plan): Promise<Reading> => {
  await using target = await startTarget(name, { bare: 'fastify-route' })
  const isAnswered = await waitUntil(
    async () => (await requestOnce({ port: target.port, path: target.root })).status === 200,
    { limitMs: answerLimitMs, everyMs: 2 },
  )
  const startMs = performance.now() - target.startedAt
  if (!isAnswered) throw new BenchError(`GET ${target.root} did not answer 200`)
  await sleep(plan.warmMs)
  return { value: startMs, extra: { residentMb: readResidentMb(target.pid) } }
}

/** From the start of the process to its first 200, and its idle memory. */
export const start: Workload = {
  name: 'start',
  unit: 'ms',
  // The first start also reads the program from disk.
  repetitions: 2,
  measure,
  judge: ({ ours }) => ({
    target: `at most ${startLimitMs} ms, idle at most ${residentLimitMb} MB resident`,
    ok: ours.value <= startLimitMs && (ours.extra['residentMb'] ?? 0) <= residentLimitMb,
  }),
}
