import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useBoat, type Boat } from '#boat/boat.ts'
import { saveFile } from '#parts/save-file.ts'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/screen-words.ts'
import type { HistoryModel } from './state/history-model.ts'
import { lengthText } from './state/moments.ts'

/** A long time takes the recorder a while. */
const answerMs = 60_000

interface Wanted {
  readonly route: 'values' | 'track'
  readonly type: 'text/csv' | 'application/gpx+xml'
  readonly query: Readonly<Record<string, string>>
  readonly fileName: string
}

/** Saves an answer of the server as a file. A link cannot ask for a format, so the page fetches it. */
const saveAs = async (boat: Boat, { route, type, query, fileName }: Wanted): Promise<boolean> => {
  const address = `/${boat.productWord}/v2/api/history/${route}?${new URLSearchParams(query).toString()}`
  const response = await fetch(address, { headers: { accept: type }, signal: AbortSignal.timeout(answerMs) })
  if (!response.ok) return false
  saveFile(await response.blob(), fileName)
  return true
}

/** `2026-07-01T12-00`, for names of files. */
const fileTime = (at: number): string => new Date(at).toISOString().slice(0, 16).replace(':', '-')

const filesOf = (model: HistoryModel): { readonly csv: Wanted; readonly gpx: Wanted } => {
  const { from, to } = model.window.peek()
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const name = `history-${fileTime(from)}-${fileTime(to)}`
  const paths = (model.graphs.peek() ?? []).join()
  const resolution = String(model.resolution.peek())
  return {
    csv: {
      route: 'values',
      type: 'text/csv',
      query: { paths, resolution, ...range },
      fileName: `${name}.csv`,
    },
    gpx: { route: 'track', type: 'application/gpx+xml', query: range, fileName: `${name}.gpx` },
  }
}

interface ExportSheetProps {
  readonly model: HistoryModel
  readonly onClose: () => void
}

/** Saves the time shown: the graphs as a table, the track as GPX. */
export const ExportSheet = ({ model, onClose }: ExportSheetProps): JSX.Element => {
  const boat = useBoat()
  const state = useSignal<'idle' | 'busy' | 'failed'>('idle')
  const save = async (wanted: Wanted): Promise<void> => {
    state.value = 'busy'
    state.value = (await saveAs(boat, wanted).catch(() => false)) ? 'idle' : 'failed'
  }
  const files = filesOf(model)
  return (
    <Sheet title={t('history.export')} onClose={onClose} testId="history-export-sheet">
      {(['csv', 'gpx'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="button"
          disabled={state.value === 'busy' || boat.link.isLost.value}
          data-testid={`export-${kind}`}
          onClick={() => void save(files[kind])}
        >
          {t(`history.export.${kind}`)}
        </button>
      ))}
      {state.value === 'failed' && (
        <p class="problem" role="alert">
          {t('history.exportFailed')}
        </p>
      )}
      <p class="quiet small">{t('history.exportMore', { length: lengthText(model.resolution.value) })}</p>
    </Sheet>
  )
}
