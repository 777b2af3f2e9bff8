import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { bowHeightOf, depthOf } from '#screens/anchor/state/figures.ts'
import { scopeOf } from '#screens/anchor/state/rode.ts'

export interface RodeDraft {
  readonly rode: number | undefined
  readonly depth: number | undefined
  /** How many metres of rode there are for each of depth; undefined while that is not known. */
  readonly scope: number | undefined
  /** What the watch can be told: a rode that reaches the ground. */
  readonly told: { readonly rode: number; readonly depth: number; readonly scope: number } | undefined
  readonly setRode: (metres: number | undefined) => void
  readonly setDepth: (metres: number | undefined) => void
}

/** How deep it is where the anchor lies, as told; else by the sounder, in half metres. */
const useFirstDepth = (): number | undefined => {
  const boat = useBoat()
  const altitude = useAnchor().desk.report.value?.position?.altitude
  if (typeof altitude === 'number') return Math.round(altitude * -2) / 2
  const { value, age } = depthOf(boat)
  return value === undefined || age !== 'fresh' ? undefined : Math.round(value * 2) / 2
}

/** What is being typed of the rode; it begins with what is known. Metres. */
export const useRodeDraft = (): RodeDraft => {
  const boat = useBoat()
  const known = useAnchor().desk.report.value?.rodeLength ?? undefined
  const firstDepth = useFirstDepth()
  const [rode, setRode] = useState(known)
  const [depth, setDepth] = useState(firstDepth)
  const isTyped = rode !== undefined && depth !== undefined
  const scope = isTyped ? scopeOf({ rode, depth, bowHeight: bowHeightOf(boat) }) : undefined
  const told = isTyped && scope !== undefined && scope > 1 ? { rode, depth, scope } : undefined
  return { rode, depth, scope, told, setRode, setDepth }
}
