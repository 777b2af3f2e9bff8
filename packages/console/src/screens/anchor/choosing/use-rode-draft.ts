import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { bowHeightOf, depthOf } from '#screens/anchor/state/figures.ts'
import { scopeOf } from '#screens/anchor/state/rode.ts'

export interface RodeDraft {
  readonly rode: number | undefined
  readonly depth: number | undefined
  /** Metres of rode for each metre of depth; undefined while unknown. */
  readonly scope: number | undefined
  /** Values to send: a rode that reaches the seabed. */
  readonly toSend: { readonly rode: number; readonly depth: number; readonly scope: number } | undefined
  readonly setRode: (metres: number | undefined) => void
  readonly setDepth: (metres: number | undefined) => void
}

/** The depth at the anchor as entered before, otherwise by the sounder, in half metres. */
const useFirstDepth = (): number | undefined => {
  const boat = useBoat()
  const altitude = useAnchor().controller.report.value?.position?.altitude
  if (typeof altitude === 'number') return Math.round(altitude * -2) / 2
  const { value, age } = depthOf(boat)
  return value === undefined || age !== 'fresh' ? undefined : Math.round(value * 2) / 2
}

/** The rode and depth being typed, starting with the known values. Metres. */
export const useRodeDraft = (): RodeDraft => {
  const boat = useBoat()
  const known = useAnchor().controller.report.value?.rodeLength ?? undefined
  const firstDepth = useFirstDepth()
  const [rode, setRode] = useState(known)
  const [depth, setDepth] = useState(firstDepth)
  const isTyped = rode !== undefined && depth !== undefined
  const scope = isTyped ? scopeOf({ rode, depth, bowHeight: bowHeightOf(boat) }) : undefined
  const toSend = isTyped && scope !== undefined && scope > 1 ? { rode, depth, scope } : undefined
  return { rode, depth, scope, toSend, setRode, setDepth }
}
