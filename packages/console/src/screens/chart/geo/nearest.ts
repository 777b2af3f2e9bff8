import type { Place } from '#boat/reading.ts'
import type { Frame, Pixel } from '#screens/chart/geo/frame.ts'

/** Touch radius in pixels. */
const reach = 24

/** The touched item; the first of two equally near ones. Undefined if none is near. */
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
