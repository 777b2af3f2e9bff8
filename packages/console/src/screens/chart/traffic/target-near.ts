import type { Frame, Pixel } from '#screens/chart/geo/frame.ts'
import type { Target } from './target.ts'

/** Pixels: so near a finger means it. */
const reach = 24

/** The vessel that someone has touched; undefined when there is none. */
export const targetNear = (frame: Frame, targets: readonly Target[], [x, y]: Pixel): Target | undefined => {
  let [found, least]: [Target | undefined, number] = [undefined, reach]
  for (const target of targets) {
    const [right, down] = frame.pixelOfPlace(target.place)
    const distance = Math.hypot(right - x, down - y)
    if (distance <= least) [found, least] = [target, distance]
  }
  return found
}
