/**
 * Tries the fleet ashore with a real NATS cluster, gateways in processes of their own, and simulated boats. Prints one
 * JSON line per trial. `--boats N` and `--seconds N` change the size, `--only F1` runs one trial.
 */
import { parseArgs } from 'node:util'
import { trialOfKills, type KillsFound } from './fleet/kills.ts'

interface Trial {
  readonly name: string
  readonly isBlind: boolean
  readonly passes: (found: KillsFound) => boolean
}

const trials: readonly Trial[] = [
  {
    name: 'F1',
    isBlind: false,
    passes: ({ recorded, lost, doubled, unordered, hanging }) =>
      recorded > 0 && lost + doubled + unordered + hanging === 0,
  },
  // Without the comparison numbers are doubled: the trial can fail.
  { name: 'F1′', isBlind: true, passes: ({ doubled }) => doubled > 0 },
]

const { values } = parseArgs({
  options: { boats: { type: 'string' }, seconds: { type: 'string' }, only: { type: 'string' } },
})
const size = { boatCount: Number(values.boats ?? 500), seconds: Number(values.seconds ?? 120) }
let isPassed = true
for (const { name, isBlind, passes } of trials.filter(
  (trial) => trial.name === (values.only ?? trial.name),
)) {
  const found = await trialOfKills({ ...size, isBlind })
  const pass = passes(found)
  isPassed &&= pass
  console.log(JSON.stringify({ trial: name, pass, ...found }))
}
process.exit(isPassed ? 0 : 1)
