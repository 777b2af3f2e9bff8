import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import type { AnchorController } from './anchor-controller.ts'
import { lengthUnitOf, type LengthUnit } from './figures.ts'
import type { TrackHistory } from './track-history.ts'

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

interface Lengths {
  readonly unit: LengthUnit
  /** `45 m`: rounded to whole units. */
  readonly text: (metres: number) => string
}

/** Formats lengths in the user's unit. */
export const useLengths = (): Lengths => {
  const unit = lengthUnitOf(useConsole().preferences.units.value)
  return { unit, text: (metres) => `${Math.round(metres / unit.metres)} ${unit.unit}` }
}
