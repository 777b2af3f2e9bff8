import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PluginReport } from '@marinedata/model'
import { useBoat, errorText } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { Catalogue } from './catalogue-view.tsx'
import { Inputs } from './inputs-view.tsx'
import { PluginDetails } from './plugin-details.tsx'
import { deviceKindText, pluginSentence, pluginTitle } from './plugin-names.ts'
import { Conflicts, Consent, SandboxNotice, PluginSettingsForm } from './plugin-settings.tsx'
import { PluginStore, type PluginChange } from '#inputs/plugin-store.ts'
import './devices.css'

const pollMs = 2_000

interface CardProps {
  readonly plugin: PluginReport
  readonly store: PluginStore
}

const Trouble = ({ plugin }: { readonly plugin: PluginReport }): JSX.Element | null => {
  const { lastFault, quarantine, status } = plugin
  return (
    <>
      {status !== null && <p class={status.level === 'ok' ? 'quiet' : 'devices-warning'}>{status.message}</p>}
      {quarantine !== null && <p class="devices-warning">{quarantine}</p>}
      {lastFault !== null && (
        <p class="devices-warning" data-testid={`plugin-fault-${plugin.name}`}>
          {t('devices.lastFault', { time: lastFault.at.slice(11, 19), message: lastFault.message })}
        </p>
      )}
    </>
  )
}

const Devices = ({ plugin }: { readonly plugin: PluginReport }): JSX.Element | null =>
  plugin.devices.length === 0 ? null : (
    <ul class="devices-list">
      {plugin.devices.map(({ id, kind, online }) => (
        <li key={`${kind} ${id}`}>
          <span class="devices-dot" data-state={online ? 'running' : 'waiting'} />
          <span>{deviceKindText(kind)}</span>
          <span class="quiet">{t(online ? 'devices.online' : 'devices.offline')}</span>
          <span class="devices-id">{id}</span>
        </li>
      ))}
    </ul>
  )

/** Changes the plugin's state and shows a refusal. */
const useSwitch = ({ plugin, store }: CardProps) => {
  const [notice, setNotice] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = async (verb: PluginChange): Promise<void> => {
    setBusy(true)
    setNotice('')
    await store.change(plugin.name, verb).catch((error: unknown) => setNotice(errorText(error)))
    setBusy(false)
  }
  return { notice, isBusy, change: (verb: PluginChange) => void change(verb) }
}

const leaves = ['settings', 'details'] as const
type Leaf = (typeof leaves)[number]

interface LeavesProps {
  readonly open: Leaf | undefined
  readonly isOff: boolean
  readonly onOpen: (leaf: Leaf | undefined) => void
}

/** Opens settings or details, one at a time. */
const LeafButtons = ({ open, isOff, onOpen }: LeavesProps): JSX.Element => (
  <>
    {leaves.map((leaf) => (
      <button
        key={leaf}
        type="button"
        class="button"
        disabled={isOff}
        aria-expanded={open === leaf}
        onClick={() => onOpen(open === leaf ? undefined : leaf)}
      >
        {t(`devices.${leaf}`)}
      </button>
    ))}
  </>
)

interface SwitchesProps {
  readonly plugin: PluginReport
  readonly isOff: boolean
  readonly isOpen: boolean
  readonly onChange: (verb: PluginChange) => void
}

/** A failed plugin is restarted here; a running one, among the details. */
const hasFailed = ({ state }: PluginReport): boolean => state === 'quarantined' || state === 'waiting'

/** Turn on, turn off, restart. */
const Switches = ({ plugin, isOff, isOpen, onChange }: SwitchesProps): JSX.Element => (
  <>
    <button
      type="button"
      class="button"
      disabled={isOff || plugin.state === 'unusable'}
      data-testid={`plugin-switch-${plugin.name}`}
      onClick={() => onChange(plugin.enabled ? 'disable' : 'enable')}
    >
      {t(plugin.enabled ? 'devices.disable' : 'devices.enable')}
    </button>
    {plugin.enabled && (isOpen || hasFailed(plugin)) && (
      <button type="button" class="button" disabled={isOff} onClick={() => onChange('restart')}>
        {t('devices.restart')}
      </button>
    )}
  </>
)

const hasPages = ({ manifest, enabled }: PluginReport): boolean =>
  enabled && typeof (manifest as { readonly pages?: unknown } | null)?.pages === 'string'

/** Opens the page of the plugin, which the browser separates from the console. */
const PageLink = ({ plugin }: { readonly plugin: PluginReport }): JSX.Element | null =>
  !hasPages(plugin) ? null : (
    <a
      class="button"
      href={`/plugins/${plugin.name}/`}
      target="_blank"
      rel="noopener"
      data-testid={`plugin-page-${plugin.name}`}
    >
      {t('devices.openPage')}
    </a>
  )

/** Only for users who may manage the boat. */
const Controls = ({ plugin, store }: CardProps): JSX.Element => {
  const boat = useBoat()
  const { notice, isBusy, change } = useSwitch({ plugin, store })
  const [open, setOpen] = useState<Leaf | undefined>(undefined)
  const isOff = boat.link.isLost.value || !boat.session.mayAdminister.value
  return (
    <>
      <Consent plugin={plugin} isOff={isOff || isBusy} onApprove={() => change('approve')} />
      <Conflicts conflicts={plugin.conflicts} />
      <div class="row wrap">
        <PageLink plugin={plugin} />
        <Switches plugin={plugin} isOff={isOff || isBusy} isOpen={open === 'details'} onChange={change} />
        <LeafButtons open={open} isOff={isOff} onOpen={setOpen} />
      </div>
      {notice !== '' && (
        <p class="devices-warning" role="alert">
          {notice}
        </p>
      )}
      {open === 'settings' && <PluginSettingsForm plugin={plugin} store={store} />}
      {open === 'details' && <PluginDetails plugin={plugin} store={store} />}
    </>
  )
}

const PluginCard = ({ plugin, store }: CardProps): JSX.Element => (
  <section class="card devices-card" data-testid={`plugin-${plugin.name}`} data-state={plugin.state}>
    <div class="row">
      <span class="devices-dot" data-state={plugin.state} />
      <h2 class="grow">{pluginTitle(plugin.name)}</h2>
      <span class="quiet small">{t(`devices.state.${plugin.state}`)}</span>
    </div>
    {pluginSentence(plugin) !== null && <p class="quiet">{pluginSentence(plugin)}</p>}
    <Trouble plugin={plugin} />
    <Devices plugin={plugin} />
    <Controls plugin={plugin} store={store} />
  </section>
)

/** The catalogue is loaded when someone wants it: it is ashore. */
const AddPlugin = ({ store }: { readonly store: PluginStore }): JSX.Element => {
  const { link, session } = useBoat()
  const [isOpen, setOpen] = useState(false)
  return (
    <section class="card inputs" data-testid="add-plugin">
      <div class="row">
        <h2 class="grow">{t('devices.add')}</h2>
        <button
          type="button"
          class="button"
          disabled={link.isLost.value || !session.mayAdminister.value}
          aria-expanded={isOpen}
          data-testid="add-plugin-open"
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'devices.add.close' : 'devices.add.open')}
        </button>
      </div>
      {isOpen ? <Catalogue store={store} /> : <p class="quiet small">{t('devices.more')}</p>}
    </section>
  )
}

/** The inputs, and every plugin with its devices, faults and controls. */
export const DevicesScreen = (): JSX.Element => {
  const { client, link } = useBoat()
  const [store] = useState(() => new PluginStore(client))
  useEffect(() => store.plugins.poll(pollMs, () => !link.isLost.peek()), [])
  const plugins = store.plugins.value.value
  const notice = store.plugins.problem.value
  return (
    <div class="page devices-page" data-lost={link.isLost.value}>
      {link.isLost.value && <p class="devices-warning">{t('devices.asReported')}</p>}
      {notice !== undefined && <p class="notice">{notice}</p>}
      {plugins === undefined && <p class="quiet">{t('shell.loading')}</p>}
      {plugins !== undefined && <SandboxNotice plugins={plugins} />}
      {plugins !== undefined && <Inputs plugins={plugins} store={store} />}
      {plugins?.map((plugin) => (
        <PluginCard key={plugin.name} plugin={plugin} store={store} />
      ))}
      <AddPlugin store={store} />
    </div>
  )
}
