import type { Place } from '#boat/reading.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import type { Frame } from '#screens/chart/geo/frame.ts'
import type { OwnBoat } from '#screens/chart/state/own-ship.ts'
import type { Scene } from './scene.ts'

const pixelText = (frame: Frame, place: Place | undefined): string =>
  place === undefined
    ? ''
    : frame
        .pixelOfPlace(place)
        .map((side) => side.toFixed(1))
        .join(' ')

const boatText = (own: OwnBoat | undefined): string => {
  if (own === undefined) return 'none'
  return own.isOld ? 'hollow' : 'solid'
}

/** Describes the drawing in data attributes, for tests and assistive tools. */
export const describeScene = ({ dataset }: HTMLElement, frame: Frame, scene: Scene): void => {
  const { own, track, targets, leg, laylines } = scene
  const attributes = {
    zoom: frame.zoom.toFixed(2),
    rotation: ((frame.rotation * 180) / Math.PI).toFixed(1),
    boat: boatText(own),
    boatAt: pixelText(frame, own?.place),
    place: own === undefined ? '' : placeText(own.place),
    trackLines: String(track.length),
    targets: String(targets.length),
    leg: pixelText(frame, leg?.end),
    laylines: laylines === undefined ? '' : `${laylines.way} ${laylines.degrees}`,
  }
  for (const [name, text] of Object.entries(attributes)) if (dataset[name] !== text) dataset[name] = text
}
