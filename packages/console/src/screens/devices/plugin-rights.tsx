import type { JSX } from 'preact'
import type { PluginClaim, PluginReport } from '@marinedata/model'
import { t } from '#words/screen-words.ts'

const needs = ['network', 'read-files', 'write-files', 'processes', 'native-code', 'serial-ports'] as const
type KnownNeed = (typeof needs)[number]

const needsIn = (manifest: unknown): KnownNeed[] => {
  const { needs: claimed } = (manifest ?? {}) as { needs?: unknown }
  return needs.filter((need) => Array.isArray(claimed) && claimed.includes(need))
}

/** What the plugin may use beyond its own folder. */
export const Needs = ({ plugin }: { readonly plugin: PluginReport }): JSX.Element | null => {
  const claimed = needsIn(plugin.manifest)
  if (claimed.length === 0) return null
  const list = claimed.map((need) => t(`devices.need.${need}`)).join(', ')
  return (
    <p class="quiet small" data-testid={`plugin-needs-${plugin.name}`}>
      {t('devices.needs', { list })}
    </p>
  )
}

const claimText = ({ kind, value }: PluginClaim): string => {
  const need = needs.find((each) => each === value)
  return kind === 'need' && need !== undefined
    ? t(`devices.need.${need}`)
    : t(`devices.claim.${kind}`, { value })
}

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
