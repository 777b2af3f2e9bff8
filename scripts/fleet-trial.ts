/**
 * Tries the fleet ashore with a real NATS cluster, gateways in processes of their own, and simulated boats. Prints one
 * JSON line per trial. `--quick` is the short form for CI, `--only F1,F2` runs some of them, `--boats N` and
 * `--seconds N` change their size.
 */
import { parseArgs } from 'node:util'
import { trialOfCalm, type CalmFound } from './fleet/calm.ts'
import { trialOfConsoleAshore } from './fleet/console-ashore.ts'
import { trialOfForgedMessages } from './fleet/forged-messages.ts'
import { trialOfKills, type KillsFound } from './fleet/kills.ts'
import { trialOfMapWindows } from './fleet/map-windows.ts'
import { trialOfOneBoat } from './fleet/one-boat.ts'
import { trialOfRestore } from './fleet/restore.ts'
import { trialOfReplacedLogs } from './fleet/replaced-logs.ts'
import { trialOfTariffs } from './fleet/tariff-day.ts'
import { trialOfThirtyDays } from './fleet/thirty-days.ts'

interface Size {
  readonly boats: number
  readonly seconds: number
}

interface Trial {
  readonly full: Size
  /** Undefined: not a part of the short form. */
  readonly quick: Size | undefined
  readonly run: (size: Size, isQuick: boolean) => Promise<{ readonly pass: boolean }>
}

const { values } = parseArgs({
  options: {
    boats: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

const isExact = ({ recorded, lost, doubled, unordered, hanging }: KillsFound): boolean =>
  recorded > 0 && lost + doubled + unordered + hanging === 0

/** Times and costs are judged by the full form: CI runs the short one beside others. */
const isCalm = (
  { ackP99Ms, liveP99Ms, natsCores, gatewayCores, batches, liveLost }: CalmFound,
  isQuick: boolean,
): boolean =>
  batches > 0 &&
  liveLost === 0 &&
  (isQuick || (ackP99Ms <= 500 && liveP99Ms <= 250 && natsCores <= 0.05 && gatewayCores <= 0.03))

const trials: Readonly<Record<string, Trial>> = {
  F1: {
    full: { boats: 5_000, seconds: 300 },
    quick: { boats: 200, seconds: 20 },
    run: async (size) => {
      const found = await trialOfKills({ ...size, isBlind: false })
      return { pass: isExact(found), ...found }
    },
  },
  // Without the comparison numbers are doubled: the trial can fail.
  'F1′': {
    full: { boats: 500, seconds: 60 },
    quick: undefined,
    run: async (size) => {
      const found = await trialOfKills({ ...size, isBlind: true })
      return { pass: found.doubled > 0, ...found }
    },
  },
  F2: {
    full: { boats: 5_000, seconds: 60 },
    quick: { boats: 500, seconds: 10 },
    run: async ({ boats, seconds }, isQuick) => {
      const found = await trialOfCalm(boats, seconds)
      return { pass: isCalm(found, isQuick), ...found }
    },
  },
  F3: { full: { boats: 200, seconds: 2_592_000 }, quick: undefined, run: trialOfThirtyDays },
  F4: { full: { boats: 2_000, seconds: 120 }, quick: { boats: 200, seconds: 20 }, run: trialOfRestore },
  F5: { full: { boats: 10_000, seconds: 30 }, quick: undefined, run: trialOfMapWindows },
  F6: { full: { boats: 3, seconds: 86_400 }, quick: undefined, run: trialOfTariffs },
  F8: { full: { boats: 2, seconds: 0 }, quick: { boats: 2, seconds: 0 }, run: trialOfForgedMessages },
  F9: { full: { boats: 1, seconds: 1 }, quick: undefined, run: trialOfReplacedLogs },
  F10: { full: { boats: 1, seconds: 0 }, quick: { boats: 1, seconds: 0 }, run: trialOfConsoleAshore },
  F7: { full: { boats: 1, seconds: 0 }, quick: { boats: 1, seconds: 0 }, run: trialOfOneBoat },
}

const chosen = values.only?.split(',') ?? Object.keys(trials)
let isPassed = true
for (const name of chosen) {
  const trial = trials[name]
  if (trial === undefined) throw new Error(`There is no trial ${name}: ${Object.keys(trials).join(', ')}`)
  const size = values.quick ? trial.quick : trial.full
  if (size === undefined) continue
  const boats = Number(values.boats ?? size.boats)
  const seconds = Number(values.seconds ?? size.seconds)
  const began = performance.now()
  const found = await trial.run({ boats, seconds }, values.quick)
  isPassed &&= found.pass
  const tookSeconds = Math.round((performance.now() - began) / 1_000)
  console.log(JSON.stringify({ trial: name, ...found, tookSeconds }))
}
process.exit(isPassed ? 0 : 1)
