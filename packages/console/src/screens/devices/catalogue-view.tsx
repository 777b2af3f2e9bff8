import type { CataloguePlugin, PluginClaim } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { errorText, useBoat } from '#boat/boat.ts'
import { SearchField } from '#parts/search-field.tsx'
import { t } from '#words/screen-words.ts'
import { claimText, Conflicts } from './plugin-settings.tsx'
import type { PluginStore } from '#inputs/plugin-store.ts'

const Claims = ({ claims }: { readonly claims: readonly PluginClaim[] }): JSX.Element => (
  <ul class="devices-claims">
    {claims
      .filter(({ kind }) => kind !== 'package')
      .map((claim) => (
        <li key={`${claim.kind} ${claim.value}`}>{claimText(claim)}</li>
      ))}
  </ul>
)

/** The basis of an owner's decision: the rights of a new plugin; for an update, its changes and its further rights. */
const Rights = ({ plugin }: { readonly plugin: CataloguePlugin }): JSX.Element => {
  const { installed, changes, claims, newClaims, conflicts } = plugin
  const shown = installed === null ? claims : newClaims
  return (
    <>
      {changes !== null && installed !== null && <p class="devices-changes">{changes}</p>}
      {shown.length > 0 && (
        <>
          <p class="quiet">{t(installed === null ? 'devices.add.rights' : 'devices.add.newRights')}</p>
          <Claims claims={shown} />
        </>
      )}
      <Conflicts conflicts={conflicts} />
    </>
  )
}

interface OfferProps {
  readonly plugin: CataloguePlugin
  readonly isOff: boolean
  readonly onInstall: () => void
}

const isCurrent = ({ installed, version }: CataloguePlugin): boolean => installed === version

const Offer = ({ plugin, isOff, onInstall }: OfferProps): JSX.Element => (
  <li class="inputs-row devices-offer" data-testid={`offer-${plugin.name}`}>
    <div class="grow">
      <p>
        <strong>{plugin.name}</strong> <span class="quiet">{plugin.version}</span>
      </p>
      <p class="quiet">{plugin.description}</p>
      {!isCurrent(plugin) && <Rights plugin={plugin} />}
    </div>
    {isCurrent(plugin) ? (
      <span class="quiet">{t('devices.add.installed')}</span>
    ) : (
      <button type="button" class="button" disabled={isOff} onClick={onInstall}>
        {t(plugin.installed === null ? 'devices.add.install' : 'devices.add.update')}
      </button>
    )}
  </li>
)

const matches = ({ name, description }: CataloguePlugin, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${description}`.toLowerCase().includes(word))

interface CatalogueProps {
  readonly store: PluginStore
}

/** Loads the catalogue, and again after each installation. */
const useCatalogue = (store: PluginStore) => {
  const [plugins, setPlugins] = useState<readonly CataloguePlugin[] | undefined>(undefined)
  const [notice, setNotice] = useState('')
  const [isBusy, setBusy] = useState(false)
  const load = async (): Promise<void> => setPlugins((await store.catalogue()).plugins)
  const fail = (error: unknown): void => setNotice(errorText(error))
  useEffect(() => void load().catch(fail), [])
  const install = async (plugin: CataloguePlugin): Promise<void> => {
    setBusy(true)
    setNotice('')
    await store.install(plugin).then(load).catch(fail)
    setBusy(false)
  }
  return { plugins, notice, isBusy, install: (plugin: CataloguePlugin) => void install(plugin) }
}

/** The plugins of the catalogue, with a search. */
export const Catalogue = ({ store }: CatalogueProps): JSX.Element => {
  const { link } = useBoat()
  const { plugins, notice, isBusy, install } = useCatalogue(store)
  const [words, setWords] = useState('')
  const found = plugins?.filter((plugin) => matches(plugin, words.trim()))
  return (
    <>
      <SearchField
        label={t('devices.add.search')}
        value={words}
        testId="add-plugin-search"
        onSearch={setWords}
      />
      {notice !== '' && (
        <p class="devices-warning" role="alert">
          {notice}
        </p>
      )}
      {plugins === undefined && notice === '' && <p class="quiet">{t('shell.loading')}</p>}
      {found?.length === 0 && <p class="quiet">{t('devices.add.none')}</p>}
      <ul class="inputs-list">
        {found?.map((plugin) => (
          <Offer
            key={plugin.name}
            plugin={plugin}
            isOff={isBusy || link.isLost.value}
            onInstall={() => install(plugin)}
          />
        ))}
      </ul>
    </>
  )
}
