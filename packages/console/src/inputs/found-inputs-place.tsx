import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'

/** Starts after the first load, which has a budget. */
const firstLookMs = 4_000

interface Loaded {
  readonly FoundInputsCard: FunctionComponent
}

/** Loads the offer of found inputs, for owners only. */
export const FoundInputsPlace = (): JSX.Element | null => {
  const { link, session } = useBoat()
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const isWanted = session.mayAdminister.value
  useEffect(() => {
    if (!isWanted) return undefined
    // If it cannot be loaded, the inputs are still listed under Devices.
    const first = setTimeout(() => {
      import('./found-inputs-card.tsx').then(setLoaded, () => undefined)
    }, firstLookMs)
    return () => clearTimeout(first)
  }, [isWanted])
  return loaded === undefined || !isWanted || link.isLost.value ? null : <loaded.FoundInputsCard />
}
