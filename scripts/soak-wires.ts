/**
 * Long trials of the inputs, with the real server and real plugins. Prints one JSON line per trial, and fails when one
 * of them fails. `--quick` runs the same for seconds instead of minutes. `--only NAME` runs the trials whose line has
 * this name.
 */
import { parseArgs } from 'node:util'
import { cutGateway, readFullBus } from './wires/full-bus.ts'
import { gatewayTrials } from './wires/gateways.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const isQuick = values.quick === true
const sizes = isQuick ? { seconds: 5, cuts: 5 } : { seconds: 600, cuts: 100 }
const limits = { plugin: 0.05, core: 0.1, backMs: 1_000 }
let failures = 0

const report = (soak: string, pass: boolean, figures: object): void => {
  if (!pass) failures++
  console.log(JSON.stringify({ soak, pass, ...figures }))
}

const trials: Readonly<Record<string, () => Promise<void>>> = {
  'full-bus': async () => {
    for (const trial of gatewayTrials) {
      const figures = await readFullBus(trial, sizes.seconds)
      const { lost, plugin, core } = figures
      // Datagrams may be lost on the way: they are counted. Costs are judged over minutes only.
      const isWhole = trial.transport === 'udp' || lost === 0
      const isCheap = isQuick || (plugin <= limits.plugin && core <= limits.core)
      report('full-bus', isWhole && isCheap, { ...trial, ...figures })
    }
  },
  cuts: async () => {
    const backMs = (await cutGateway(sizes.cuts)).toSorted((a, b) => a - b)
    const worstMs = Math.round(backMs.at(-1) ?? 0)
    const medianMs = Math.round(backMs[Math.floor(backMs.length / 2)] ?? 0)
    report('cuts', worstMs <= limits.backMs, { cuts: backMs.length, medianMs, worstMs })
  },
}

for (const [name, run] of Object.entries(trials))
  if (values.only === undefined || values.only === name) await run()
process.exitCode = failures === 0 ? 0 : 1
