import type { FleetBoat } from '@marinedata/model'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { inOrder, matching } from './fleet-boats.ts'
import type { Shore } from './shore.ts'

/** What the page shows of the fleet. */
export class FleetModel {
  /** Alarms first. */
  readonly boats: ReadonlySignal<readonly FleetBoat[]>
  /** The boats that were searched for. */
  readonly found: ReadonlySignal<readonly FleetBoat[]>
  readonly search: Signal<string> = signal('')
  /** The identifier of the boat whose details are shown. */
  readonly selected: Signal<string | undefined> = signal(undefined)
  readonly zoomBy: Signal<((levels: number) => void) | undefined> = signal(undefined)
  readonly shore: Shore

  constructor(shore: Shore) {
    this.shore = shore
    this.boats = computed(() => inOrder(shore.view.value?.boats ?? []))
    this.found = computed(() => [...matching(this.boats.value, this.search.value)])
  }

  get chosen(): FleetBoat | undefined {
    return this.boats.value.find(({ vessel }) => vessel === this.selected.value)
  }
}
