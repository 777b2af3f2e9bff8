import type { FleetBoat } from '@marinedata/model'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Shore } from './shore.ts'

/** The state of the fleet page. */
export class FleetModel {
  /** The most urgent boats of the fleet, in their order. */
  readonly boats: ReadonlySignal<readonly FleetBoat[]>
  /** The boat whose details are shown. */
  readonly chosen: ReadonlySignal<FleetBoat | undefined>
  readonly zoomBy: Signal<((levels: number) => void) | undefined> = signal(undefined)
  readonly shore: Shore

  constructor(shore: Shore) {
    this.shore = shore
    this.boats = computed(() => shore.view.value?.boats ?? [])
    this.chosen = computed(() => {
      const { value: vessel } = shore.selected
      const { value: watched } = shore.watched
      if (watched?.vessel === vessel) return watched
      const listed = [...(shore.found.value?.boats ?? []), ...this.boats.value]
      return vessel === undefined ? undefined : listed.find((boat) => boat.vessel === vessel)
    })
  }
}
