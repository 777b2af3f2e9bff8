import PointerInteraction from 'ol/interaction/Pointer.js'
import type { Pixel } from '#screens/chart/geo/frame.ts'

/** What can be moved by finger. */
export interface Grip {
  /** Whether there is something to take hold of. */
  take(at: Pixel): boolean
  drag(to: Pixel): void
  /** It is let go. */
  drop(): void
}

/** Moves what is taken hold of, instead of the map below it. */
export class PointDragging extends PointerInteraction {
  constructor(grip: Grip) {
    super({
      handleDownEvent: ({ pixel: [x = 0, y = 0] }) => grip.take([x, y]),
      handleDragEvent: ({ pixel: [x = 0, y = 0] }) => grip.drag([x, y]),
      handleUpEvent: () => {
        grip.drop()
        return false
      },
    })
  }
}
