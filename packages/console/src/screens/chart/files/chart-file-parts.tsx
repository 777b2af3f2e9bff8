import type { Chart } from '@marinedata/model'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { Choice } from '#screens/chart/panels/panel.tsx'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { t } from '#words/screen-words.ts'

/** Whether this user may add and delete chart files now. */
const useMayChange = (): boolean => {
  const { link, session } = useBoat()
  return session.me.value.scopes.includes('admin') && !link.isLost.value
}

const Progress = (): JSX.Element | null => {
  const { files } = useChartModel().chartStore
  const sent = files.progress.value
  if (sent === undefined) return null
  const percent = Math.floor(sent * 100)
  return (
    <div class="chart-upload">
      <progress max={1} value={sent} aria-label={t('chart.uploadAdd')} data-testid="chart-upload-progress" />
      <span>{sent < 1 ? t('chart.uploading', { percent }) : t('chart.uploadChecking')}</span>
      <Choice testId="chart-upload-cancel" word="chart.cancel" onClick={() => files.cancel()} />
    </div>
  )
}

/** Adds a chart file of this device to the boat. */
export const ChartUploadEntry = (): JSX.Element | null => {
  const { files } = useChartModel().chartStore
  const picker = useRef<HTMLInputElement>(null)
  if (!useMayChange()) return null
  const start = (input: HTMLInputElement): void => {
    const [file] = input.files ?? []
    if (file !== undefined) files.start(file)
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        // By the ending: no system knows a media type for them.
        accept=".mbtiles,.pmtiles"
        hidden
        data-testid="chart-file"
        onChange={({ currentTarget }) => start(currentTarget)}
      />
      {files.progress.value === undefined && (
        <Choice testId="chart-upload" word="chart.uploadAdd" onClick={() => picker.current?.click()} />
      )}
      <Progress />
      {files.problem.value !== undefined && (
        <p class="chart-fault" role="alert" data-testid="chart-upload-problem">
          {files.problem.value}
        </p>
      )}
    </>
  )
}

/** Deletes the file of a chart after a second press: it cannot be undone. */
export const DeleteChart = ({ chart }: { readonly chart: Chart }): JSX.Element | null => {
  const { files } = useChartModel().chartStore
  const isAsking = useSignal(false)
  if (!useMayChange()) return null
  if (!isAsking.value)
    return (
      <button
        type="button"
        class="button plain"
        data-testid={`delete-${chart.id}`}
        aria-label={t('chart.deleteFile', { name: chart.name })}
        onClick={() => (isAsking.value = true)}
      >
        {t('chart.remove')}
      </button>
    )
  return (
    <div class="chart-choices" role="group" aria-label={t('chart.deleteFile', { name: chart.name })}>
      <span class="grow">{t('chart.deleteFile', { name: chart.name })}</span>
      <Choice testId="delete-confirm" word="chart.remove" onClick={() => void files.remove(chart.id)} />
      <Choice testId="delete-keep" word="chart.cancel" onClick={() => (isAsking.value = false)} />
    </div>
  )
}
