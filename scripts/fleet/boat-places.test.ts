import { BoatPlaces, TenantMap, UplinkStore } from '@marinedata/fleet'
import type { BoundingBox, Delta, FleetMapLine } from '@marinedata/model'
import { until } from '@marinedata/testing/until'
import { connect } from '@nats-io/transport-node'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTrialStore } from './trial-store.ts'

const token = 'urn-mrn-imo-mmsi-230011111'
const tenant = 'club'
const owner = { id: 'first', tenant }
const at = (latitude: number, longitude: number): Delta => ({
  updates: [{ values: [{ path: 'navigation.position', value: { latitude, longitude } }] }],
})

/** What someone sees who looks at a part of the map. */
class Picture implements Disposable {
  readonly #window: Disposable
  readonly marks = new Map<string, { readonly latitude: number }>()

  constructor(map: TenantMap, box: BoundingBox) {
    this.#window = map.look(box, { isReady: () => true, send: (line) => this.#take(line) })
  }

  [Symbol.dispose](): void {
    this.#window[Symbol.dispose]()
  }

  #take({ isWhole, boats, gone }: FleetMapLine): void {
    if (isWhole) this.marks.clear()
    for (const mark of boats) this.marks.set(mark.vessel, mark)
    for (const vessel of gone) this.marks.delete(vessel)
  }
}

test('a boat that comes back elsewhere, to another gateway, is on the map once', async () => {
  await using running = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-places-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { cluster, connection } = await startTrialStore(running, folder)
  const gatewayWith = async (): Promise<BoatPlaces> => {
    const own = await connect({ servers: cluster.servers })
    running.defer(() => own.close())
    const store = await UplinkStore.open(own, 1)
    return running.use(
      new BoatPlaces({ connection: own, send: (subject, body) => store.send(subject, body) }),
    )
  }
  const [one, other] = [await gatewayWith(), await gatewayWith()]
  const vesselOf = (of: string): string => `boat ${of}`
  const boatOf = (of: string) => ({ vessel: vesselOf(of) })
  const map = running.use(new TenantMap({ connection, tenant, boatOf }))
  const west = running.use(new Picture(map, { south: 50, west: -10, north: 55, east: -5 }))
  const both = running.use(new Picture(map, { south: 50, west: -10, north: 55, east: 20 }))
  one.heard(token, at(52, -7), owner)
  await until(() => west.marks.size === 1 && both.marks.size === 1, Boolean, {
    what: 'the boat is in both windows',
  })
  one.left(token)
  other.heard(token, at(53, 15), owner)
  await until(() => west.marks.size === 0, Boolean, { what: 'the boat is gone in the west' })
  await until(() => both.marks.get(vesselOf(token))?.latitude === 53, Boolean, {
    what: 'the boat is in the east',
  })
})
