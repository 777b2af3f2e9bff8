import type { Place } from '#boat/reading.ts'
import type { Frame, Pixel } from '#screens/chart/geo/frame.ts'

/** Pixels: so near a finger means it. */
const reach = 24

/** What someone has touched; of two that are equally near, the first. Undefined when there is none. */
export const nearest = <Thing extends { readonly place: Place }>(
  frame: Frame,
  things: readonly Thing[],
  [x, y]: Pixel,
): Thing | undefined => {
  let [found, least]: [Thing | undefined, number] = [undefined, reach]
  for (const thing of things) {
    const [right, down] = frame.pixelOfPlace(thing.place)
    const distance = Math.hypot(right - x, down - y)
    if (distance < least) [found, least] = [thing, distance]
  }
  return found
}
