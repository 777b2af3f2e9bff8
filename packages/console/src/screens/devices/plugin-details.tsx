import type { PluginLog, PluginReport } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { needsText } from './plugin-settings.tsx'
import type { PluginStore } from '#inputs/plugin-store.ts'

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)

/** Rate, CPU and memory; undefined while the plugin does not run. */
const figuresText = (plugin: PluginReport): string | undefined => {
  const { deltasPerSecond, cpuShare, residentBytes, restarts, state } = plugin
  if (state !== 'running') return undefined
  return [
    t('devices.rate', { rate: deltasPerSecond.toFixed(1) }),
    ...(cpuShare === null ? [] : [t('devices.cpu', { share: (cpuShare * 100).toFixed(1) })]),
    ...(residentBytes === null ? [] : [t('devices.memory', { megabytes: megabytes(residentBytes) })]),
    ...(restarts === 0 ? [] : [t('devices.restarts', { count: restarts })]),
  ].join(' · ')
}

interface DetailsProps {
  readonly plugin: PluginReport
  readonly store: PluginStore
}

/** The last lines of the log. */
const Log = ({ plugin, store }: DetailsProps): JSX.Element => {
  const [lines, setLines] = useState<PluginLog>([])
  const [notice, setNotice] = useState('')
  useEffect(() => {
    store.log(plugin.name).then(setLines, (error: unknown) => setNotice(errorText(error)))
  }, [])
  if (notice !== '') return <p class="quiet">{notice}</p>
  if (lines.length === 0) return <p class="quiet">{t('devices.noLog')}</p>
  return (
    <ol class="devices-log" tabIndex={0} aria-label={t('devices.log')}>
      {lines.map(({ at, level, message }) => (
        <li key={`${at} ${message}`} data-level={level}>
          <span class="quiet">{at.slice(11, 19)}</span> {message}
        </li>
      ))}
    </ol>
  )
}

/** Deletes an installed plugin, after a second press. */
const Remove = ({ plugin, store }: DetailsProps): JSX.Element => {
  const [isAsked, setAsked] = useState(false)
  const [notice, setNotice] = useState('')
  const remove = (): void => {
    if (isAsked) store.remove(plugin.name).catch((error: unknown) => setNotice(errorText(error)))
    setAsked(!isAsked)
  }
  return (
    <>
      <button type="button" class="button" data-testid={`plugin-remove-${plugin.name}`} onClick={remove}>
        {t(isAsked ? 'devices.removeSurely' : 'devices.remove')}
      </button>
      {notice !== '' && <p class="devices-warning">{notice}</p>}
    </>
  )
}

/** Details for technicians: the identifier, the rights, the load and the log. */
export const PluginDetails = ({ plugin, store }: DetailsProps): JSX.Element => {
  const { name, version } = plugin
  const figures = figuresText(plugin)
  const list = needsText(plugin)
  return (
    <div class="devices-details">
      <p data-testid={`plugin-id-${name}`}>{[name, version].join(' ')}</p>
      {list !== '' && <p data-testid={`plugin-needs-${name}`}>{t('devices.needs', { list })}</p>}
      {figures !== undefined && <p>{figures}</p>}
      <Log plugin={plugin} store={store} />
      {plugin.origin === 'folder' && <Remove plugin={plugin} store={store} />}
    </div>
  )
}
