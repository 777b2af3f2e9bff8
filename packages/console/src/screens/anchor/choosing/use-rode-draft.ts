import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { depthOf } from '#screens/anchor/state/figures.ts'

export interface RodeDraft {
  readonly rode: number | undefined
  readonly depth: number | undefined
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
  const known = useAnchor().desk.report.value?.rodeLength ?? undefined
  const firstDepth = useFirstDepth()
  const [rode, setRode] = useState(known)
  const [depth, setDepth] = useState(firstDepth)
  return { rode, depth, setRode, setDepth }
}
