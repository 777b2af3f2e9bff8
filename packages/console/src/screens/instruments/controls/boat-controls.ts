import type { Control } from '@marinedata/model'
import { useComputed, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useBoat, type Boat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import type { BoatPath } from '#units/boat-paths.ts'

/** A plugin that was started or stopped changes which controls there are. Their values come on the stream. */
const everyMs = 10_000

const controlsByBoat = new WeakMap<Boat, Resource<readonly Control[]>>()

const controlsOf = (boat: Boat): Resource<readonly Control[]> => {
  const known =
    controlsByBoat.get(boat) ??
    new Resource<readonly Control[]>(() => boat.client.call('GET vessels/self/controls'))
  controlsByBoat.set(boat, known)
  return known
}

/** The values of the boat that can be set; undefined until it has answered. */
export const useControls = (): ReadonlySignal<readonly Control[] | undefined> => {
  const boat = useBoat()
  useEffect(() => controlsOf(boat).poll(everyMs, () => !boat.link.isLost.peek()), [boat])
  return controlsOf(boat).value
}

/** The control of a path, as the boat last listed it. */
export const useControl = (path: string): ReadonlySignal<Control | undefined> => {
  const { value } = controlsOf(useBoat())
  return useComputed(() => value.value?.find((control) => control.path === path))
}

/** Marks the paths that can be set. A control also has a path before its first report. */
export const withControls = (
  paths: readonly BoatPath[],
  controls: readonly Control[],
): readonly BoatPath[] => {
  const settable = new Set(controls.map(({ path }) => path))
  const known = new Set(paths.map(({ path }) => path))
  return [
    ...paths.map((each) => (settable.has(each.path) ? { ...each, isControl: true } : each)),
    ...controls
      .filter(({ path }) => !known.has(path))
      .map(({ path }) => ({ path, type: 'text' as const, meta: {}, isControl: true })),
  ]
}
