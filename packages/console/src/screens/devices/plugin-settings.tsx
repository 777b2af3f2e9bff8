import {
  pluginNeeds,
  type PluginClaim,
  type PluginConflict,
  type PluginNeed,
  type PluginReport,
  type PluginSettings,
} from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { errorText } from '#boat/boat.ts'
import { unitsOf } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { pluginTitle } from './plugin-names.ts'
import type { PluginStore } from '#inputs/plugin-store.ts'
import { fieldsOf, type SettingField } from './setting-fields.ts'
import { Inputs } from './setting-inputs.tsx'
import { settingsOf, typedIn, type Typed } from './settings-form.ts'

const needsIn = (manifest: unknown): PluginNeed[] => {
  const { needs: claimed } = (manifest ?? {}) as { needs?: unknown }
  return pluginNeeds.filter((need) => Array.isArray(claimed) && claimed.includes(need))
}

/** The rights of the plugin beyond its folder; empty without such rights. */
export const needsText = ({ manifest }: PluginReport): string =>
  needsIn(manifest)
    .map((need) => t(`devices.need.${need}`))
    .join(', ')

/** A right, in words. */
export const claimText = ({ kind, value }: PluginClaim): string => {
  const need = pluginNeeds.find((each) => each === value)
  return kind === 'need' && need !== undefined
    ? t(`devices.need.${need}`)
    : t(`devices.claim.${kind}`, { value })
}

/** Decisions of an owner before the plugin is enabled. */
export const Conflicts = ({
  conflicts,
}: {
  readonly conflicts: readonly PluginConflict[]
}): JSX.Element | null =>
  conflicts.length === 0 ? null : (
    <ul class="devices-list devices-warning" data-testid="plugin-conflicts">
      {conflicts.map(({ kind, plugin, value }) => (
        <li key={`${kind} ${plugin} ${value}`}>
          {t(`devices.conflict.${kind}`, { plugin: pluginTitle(plugin), value })}
        </li>
      ))}
    </ul>
  )

interface ConsentProps {
  readonly plugin: PluginReport
  readonly isOff: boolean
  readonly onApprove: () => void
}

/** The new claims of the plugin, with a button to approve them. */
export const Consent = ({ plugin, isOff, onApprove }: ConsentProps): JSX.Element | null =>
  plugin.state !== 'needs-consent' ? null : (
    <div class="devices-consent" data-testid={`plugin-consent-${plugin.name}`}>
      <p class="devices-warning">{t('devices.consent')}</p>
      <ul class="devices-list">
        {plugin.newClaims.map((claim) => (
          <li key={`${claim.kind} ${claim.value}`}>{claimText(claim)}</li>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        disabled={isOff}
        data-testid={`plugin-approve-${plugin.name}`}
        onClick={onApprove}
      >
        {t('devices.approve')}
      </button>
    </div>
  )

/** Shown once for all plugins: this computer has no sandbox. */
export const SandboxNotice = ({
  plugins,
}: {
  readonly plugins: readonly PluginReport[]
}): JSX.Element | null => {
  const sandbox = plugins.find(({ sandbox: each }) => each?.active === false)?.sandbox
  if (sandbox === undefined || sandbox === null) return null
  return (
    <p class="devices-warning" data-testid="plugin-sandbox">
      {t('devices.noSandbox', { reason: sandbox.reason ?? '' })}
    </p>
  )
}

interface PartProps {
  readonly plugin: PluginReport
  readonly store: PluginStore
}

/** The saved settings, the input, and the result. */
const useSettings = ({ plugin, store }: PartProps, fields: readonly SettingField[]) => {
  const [saved, setSaved] = useState<PluginSettings>({})
  const [typed, setTyped] = useState<Typed | undefined>(undefined)
  const [notice, setNotice] = useState('')
  useEffect(() => {
    store.settings(plugin.name).then(
      (found) => {
        setSaved(found)
        setTyped(typedIn(fields, found))
      },
      (error: unknown) => setNotice(errorText(error)),
    )
  }, [])
  const save = async (): Promise<void> => {
    setNotice('')
    try {
      const settings = settingsOf(fields, typed ?? new Map(), saved)
      await store.set(plugin.name, settings)
      setSaved(settings)
      setNotice(t('devices.saved'))
    } catch (error) {
      setNotice(error instanceof SyntaxError ? error.message : errorText(error))
    }
  }
  return { typed, setTyped, notice, save }
}

/** Settings of a plugin, applied when the server confirms them. */
export const PluginSettingsForm = (props: PartProps): JSX.Element => {
  const { preferences } = useConsole()
  // The typed texts are in the units with which the form was opened.
  const [fields] = useState(() => fieldsOf(props.plugin.manifest, unitsOf(preferences.units.peek())))
  const { typed, setTyped, notice, save } = useSettings(props, fields)
  if (fields.length === 0) return <p class="quiet">{t('devices.noSettings')}</p>
  return (
    <form
      class="devices-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {typed !== undefined && <Inputs fields={fields} typed={typed} onEnter={setTyped} />}
      <button type="submit" class="button strong">
        {t('devices.save')}
      </button>
      <p role="status" class="small">
        {notice}
      </p>
    </form>
  )
}
