import { BenchError } from '../bench-error.ts'
import { median } from '../median.ts'
import type { Plan } from '../plan.ts'
import { pilot } from '../plugins/pilot.ts'
import { disablePlugin, enablePlugin, readPlugin } from '../targets/plugins.ts'
import { startBareChild, startTarget, type TargetName } from '../targets/targets.ts'
import type { Reading, Workload } from '../workload.ts'

const startCount = { quick: 5, full: 15 }
const limitMs = 150
const name = 'pilot'

const countOf = ({ isQuick }: Plan): number => (isQuick ? startCount.quick : startCount.full)

const readingOf = (times: readonly number[]): Reading => ({
  value: median(times),
  extra: { worstMs: Math.max(...times), firstMs: times[0] ?? 0 },
})

const measureBare = async (plan: Plan): Promise<Reading> => {
  const times: number[] = []
  for (let start = 0; start < countOf(plan); start++) {
    const child = await startBareChild()
    times.push(performance.now() - child.startedAt)
    await child.stop()
  }
  return readingOf(times)
}

const measureOurs = async (plan: Plan): Promise<Reading> => {
  const plugins = [{ name, program: 'pilot', manifest: pilot.manifest }] as const
  await using target = await startTarget('ours', { bare: 'fastify-route', plugins })
  const asked = { port: target.port, name }
  const times: number[] = []
  for (let start = 0; start < countOf(plan); start++) {
    times.push(await enablePlugin(asked))
    const { devices } = await readPlugin(asked)
    if (devices !== 1) throw new BenchError(`The plugin runs with ${devices} devices instead of 1`)
    await disablePlugin(asked)
  }
  return readingOf(times)
}

const measure = async (target: TargetName, plan: Plan): Promise<Reading> => {
  if (target === 'peer') throw new BenchError('its plugins are not processes')
  return target === 'ours' ? await measureOurs(plan) : await measureBare(plan)
}

/** From enabling a plugin to its registered device, against a child that prints one line. */
export const pluginStart: Workload = {
  name: 'plugin-start',
  unit: 'ms',
  repetitions: 1,
  measure,
  judge: ({ ours, bare }) => ({
    target: `at most ${limitMs} ms more than bare`,
    ok: ours.value - bare.value <= limitMs,
  }),
}
