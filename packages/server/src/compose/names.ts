import { hostname } from 'node:os'
import { LocalNames } from '../local-names.ts'
import { settingDefaults, type Settings } from '../settings/settings.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const labelsFact = 'local-names'

/** The boat's entered name, or else the name in the settings. */
export const boatNameOf = ({ name }: Settings, store: BoatStore): string | undefined =>
  store.boat.load()?.details.name ?? name

const readLabels = (store: BoatStore): readonly string[] => {
  const saved = store.readFact(labelsFact)
  // Only `composeNames` writes this fact.
  return saved === undefined ? [] : (JSON.parse(saved) as string[])
}

/** The names of the server in the local network, with former names of the boat from the store. */
export const composeNames = (settings: Settings, store: BoatStore): LocalNames =>
  new LocalNames({
    hostName: hostname(),
    productWord: settings.productWord ?? settingDefaults.productWord,
    boatName: boatNameOf(settings, store),
    configured: settings.access?.localName,
    saved: readLabels(store),
    // Without space on the disk only a former name is lost.
    save: (labels) => void store.saveFact(labelsFact, JSON.stringify(labels)).catch(() => undefined),
  })
