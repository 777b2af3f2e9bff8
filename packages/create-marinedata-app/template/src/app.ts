import { Boat, outcomeOf, watch } from '@marinedata/client'
import { storedToken, storeToken } from './stored-token.ts'

export interface AppOptions {
  readonly url: string
  /** Where the token of this app is stored. */
  readonly tokenFile: string
  readonly print: (line: string) => void
}

/** Connects to a boat. The first time it pairs: the owner approves six digits on the console. */
export const connect = async ({ url, tokenFile, print }: AppOptions): Promise<Boat> => {
  const token = storedToken(tokenFile, url)
  if (token !== undefined) return new Boat({ url, token })
  const boat = await Boat.pair({
    url,
    name: 'project-name',
    onDigits: (digits) => print(`Enter these digits on the console, under More, Access: ${digits}`),
  })
  if (boat.token === undefined) throw new Error('The boat gave no token')
  storeToken(tokenFile, { url, token: boat.token })
  return boat
}

const knots = (metresPerSecond: number): string => `${((metresPerSecond * 3600) / 1852).toFixed(1)} kn`

/** Prints the speed and the depth when they change, until the signal is aborted. */
export const showValues = async (
  boat: Boat,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const paths = ['navigation.speedOverGround', 'environment.depth.belowKeel'] as const
  for await (const { path, value, stale } of watch(boat, paths, { period: 1000, signal })) {
    const isSpeed = path === 'navigation.speedOverGround'
    const name = isSpeed ? 'speed' : 'depth'
    // null: the sensor has no value. stale: the sensor is silent, and this is its last value.
    if (value === null) print(`${name}: unknown`)
    else print(`${name}: ${isSpeed ? knots(value) : `${value.toFixed(1)} m`}${stale ? ' (old)' : ''}`)
  }
}

/** Turns the target of the autopilot. Returns when the autopilot has reported the new target. */
export const turn = async (boat: Boat, degrees: number): Promise<string> => {
  const outcome = await outcomeOf(boat.autopilots.adjust('_default', { value: degrees, units: 'deg' }))
  return outcome.ok ? `turned by ${degrees}°` : `not turned: ${outcome.problem.message} (${outcome.code})`
}
