import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Signal } from '@preact/signals'
import type { AnchorDesk } from './state/anchor-desk.ts'
import type { Logbook } from './state/logbook.ts'

/**
 * What is shown besides how the anchor stands: where it lies is being chosen, the circle is being set after that or after
 * the drop, or the big figures for whoever stands at the bow.
 */
export type Step = 'none' | 'choose' | 'circle' | 'bow'

export interface AnchorParts {
  readonly desk: AnchorDesk
  readonly logbook: Logbook
  readonly step: Signal<Step>
  /** A circle that is shown before it is asked for; metres. */
  readonly preview: Signal<number | undefined>
}

export const AnchorContext = createContext<AnchorParts | undefined>(undefined)

export const useAnchor = (): AnchorParts => {
  const parts = useContext(AnchorContext)
  if (parts === undefined) throw new TypeError('There is no anchor around this part')
  return parts
}
