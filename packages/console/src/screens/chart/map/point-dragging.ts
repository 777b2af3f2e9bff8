import PointerInteraction from 'ol/interaction/Pointer.js'
import type { Pixel } from '#screens/chart/geo/frame.ts'

/** Items that can be dragged. */
export interface Grip {
  /** Takes hold of an item at the pixel. Returns false if there is none. */
  take(at: Pixel): boolean
  drag(to: Pixel): void
  /** Called on release. */
  drop(): void
}

/** Drags an item instead of the map below it. */
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
