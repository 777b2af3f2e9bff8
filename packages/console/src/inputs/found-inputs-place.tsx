import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'

/** The first load has a budget, and this is none of it. */
const firstLookMs = 4_000

interface Loaded {
  readonly FoundInputsCard: FunctionComponent
}

/** For those who look after the boat: where it says that there is something to use. It comes later, by itself. */
export const FoundInputsPlace = (): JSX.Element | null => {
  const { link, session } = useBoat()
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const isWanted = session.mayAdminister.value
  useEffect(() => {
    if (!isWanted) return undefined
    // Without it the inputs are still among the devices.
    const first = setTimeout(() => {
      import('./found-inputs-card.tsx').then(setLoaded, () => undefined)
    }, firstLookMs)
    return () => clearTimeout(first)
  }, [isWanted])
  return loaded === undefined || !isWanted || link.isLost.value ? null : <loaded.FoundInputsCard />
}
