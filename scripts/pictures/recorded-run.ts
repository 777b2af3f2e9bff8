import { wayBetween } from '../../plugins/simulator/src/earth.ts'
import { execute } from '../../plugins/simulator/src/pilot/commands.ts'
import { SeaTrial } from '../../plugins/simulator/src/sea-trial.ts'
import { degrees, inDegrees, inKnots, turnBetween } from '../../plugins/simulator/src/units.ts'

/** The state at one moment: seconds, degrees, knots, metres. */
export interface Sample {
  readonly time: number
  /** Without a jump at north. */
  readonly heading: number
  readonly target: number
  readonly rudder: number
  readonly speed: number
  readonly north: number
  readonly east: number
  readonly isTurning: boolean
}

export interface RecordedRun {
  readonly title: string
  readonly samples: readonly Sample[]
  /** When the heading settled within 2° of the target. */
  readonly settledAt: number
}

interface Wish {
  readonly title: string
  /** From the wind, which is in the north. */
  readonly heading: number
  readonly seconds: number
  readonly command: Parameters<typeof execute>[1]
}

const before = 5

/** The same direction, unwrapped to be nearest to the reference. */
const nearest = (direction: number, to: number): number =>
  direction + 360 * Math.round((to - direction) / 360)

const record = ({ title, heading, seconds, command }: Wish): RecordedRun => {
  const trial = new SeaTrial({ heading: degrees(heading), variation: 0 }).engage('compass').sail(30)
  const { main } = trial.simulation
  const samples: Sample[] = []
  const start = trial.simulation.truth.position
  let unwrapped = inDegrees(trial.simulation.truth.heading)
  const look = (time: number): void => {
    const { heading: now, position, rudder, speedThroughWater } = trial.simulation.truth
    unwrapped += inDegrees(turnBetween(degrees(unwrapped), now))
    samples.push({
      time,
      heading: unwrapped,
      target: nearest(inDegrees(main.target ?? now), unwrapped + inDegrees(main.toTurn ?? 0)),
      rudder: inDegrees(rudder),
      speed: inKnots(speedThroughWater),
      ...wayBetween(start, position),
      isTurning: main.turn !== undefined,
    })
  }
  trial.sail(before, (time) => look(time - before))
  execute(main, command)
  trial.sail(seconds, look)
  const last = samples.findLast((sample) => Math.abs(sample.heading - sample.target) > 2)
  return { title, samples, settledAt: last?.time ?? 0 }
}

/** The runs by file name. */
export const runs: readonly { readonly name: string; readonly record: () => RecordedRun }[] = [
  {
    name: 'tack',
    record: () =>
      record({
        title: 'Tack to port',
        heading: 50,
        seconds: 45,
        command: { name: 'tack', input: { direction: 'port' } },
      }),
  },
  {
    name: 'gybe',
    record: () =>
      record({
        title: 'Gybe to starboard',
        heading: 145,
        seconds: 45,
        command: { name: 'gybe', input: { direction: 'starboard' } },
      }),
  },
  {
    name: 'course-change',
    record: () =>
      record({
        title: 'Course change of 30° to starboard',
        heading: 60,
        seconds: 45,
        command: { name: 'set-target', input: { target: degrees(90) } },
      }),
  },
]
