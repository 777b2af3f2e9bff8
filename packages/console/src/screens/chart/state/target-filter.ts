import { nauticalMile } from '@marinedata/model'
import type { Target } from '#navigation/targets.ts'

/** Metres per second: half a knot. */
const atRest = 0.5 * (nauticalMile / 3_600)
const restingStates: ReadonlySet<string> = new Set(['anchored', 'moored', 'aground'])

/** Whether a ship says that it lies still. Without a speed and a status it is unknown, so it is not at rest. */
export const isResting = ({ kind, speed, identity }: Target): boolean =>
  kind === 'vessel' && (speed === undefined ? restingStates.has(identity.state ?? '') : speed < atRest)

/**
 * The targets to show. A danger, a beacon, an aid to navigation and the selected target are never hidden.
 * @param chosen context of the selected target
 */
export const shownTargets = (
  targets: readonly Target[],
  { hidesResting, chosen }: { readonly hidesResting: boolean; readonly chosen: string | undefined },
): readonly Target[] =>
  hidesResting
    ? targets.filter(
        (target) => target.danger !== undefined || target.context === chosen || !isResting(target),
      )
    : targets
