import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Signal } from '@preact/signals'
import type { AnchorController } from './state/anchor-controller.ts'
import type { TrackHistory } from './state/track-history.ts'

/**
 * The open step: `choose` the anchor position, set the `circle` after that or after the drop, or the large figures of
 * the `bow` view.
 */
export type Step = 'none' | 'choose' | 'circle' | 'bow'

export interface AnchorParts {
  readonly controller: AnchorController
  readonly trackHistory: TrackHistory
  readonly step: Signal<Step>
  /** Radius shown before it is requested, in metres. */
  readonly preview: Signal<number | undefined>
}

export const AnchorContext = createContext<AnchorParts | undefined>(undefined)

export const useAnchor = (): AnchorParts => {
  const parts = useContext(AnchorContext)
  if (parts === undefined) throw new TypeError('There is no anchor around this part')
  return parts
}
