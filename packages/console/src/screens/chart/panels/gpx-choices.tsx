import type { Route, Waypoint } from '@marinedata/model'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { saveFile } from '#parts/save-file.ts'
import { gpxFileName, gpxLimits, gpxText, parseGpx, type GpxFault } from '#screens/chart/gpx/gpx.ts'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { t } from '#words/screen-words.ts'
import { Choice } from './panel.tsx'

const productName = 'marinedata'
interface ExportProps {
  readonly routes: readonly Route[]
  readonly waypoints?: readonly Waypoint[]
  /** The name of the file without its end. */
  readonly name: string
}

/** Saves routes and waypoints as a GPX file. */
export const GpxExport = ({ routes, waypoints = [], name }: ExportProps): JSX.Element => (
  <Choice
    testId="gpx-export"
    word="chart.gpxExport"
    isDisabled={routes.length + waypoints.length === 0}
    onClick={() =>
      saveFile(
        new Blob([gpxText(routes, waypoints, productName)], { type: 'application/gpx+xml' }),
        gpxFileName(name),
      )
    }
  />
)

interface GpxReading {
  readonly fault: GpxFault | undefined
  readonly isBusy: boolean
  readonly start: (input: HTMLInputElement) => Promise<void>
}

/** Reads the chosen file and saves its routes and waypoints. A file with a fault is rejected as a whole. */
const useGpxReading = (): GpxReading => {
  const { routeStore } = useChartModel()
  const fault = useSignal<GpxFault | undefined>(undefined)
  const isBusy = useSignal(false)
  const read = async (file: File): Promise<void> => {
    const content = file.size > gpxLimits.bytes ? 'tooLarge' : parseGpx(await file.text())
    fault.value = typeof content === 'string' ? content : undefined
    if (typeof content !== 'string') await routeStore.import(content, file.name)
  }
  const start = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? []
    if (file === undefined) return
    isBusy.value = true
    await read(file).finally(() => (isBusy.value = false))
    // The same file can be chosen again.
    input.value = ''
  }
  return { fault: fault.value, isBusy: isBusy.value, start }
}

/** Imports a GPX file, or says why it is rejected. */
export const GpxImport = (): JSX.Element => {
  const { requests } = useChartModel()
  const picker = useRef<HTMLInputElement>(null)
  const { fault, isBusy, start } = useGpxReading()
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".gpx,application/gpx+xml"
        hidden
        data-testid="gpx-file"
        onChange={({ currentTarget }) => void start(currentTarget)}
      />
      <Choice
        testId="gpx-import"
        word={isBusy ? 'chart.gpxImporting' : 'chart.gpxImport'}
        isDisabled={isBusy || requests.disabledReason.value !== undefined}
        onClick={() => picker.current?.click()}
      />
      {fault !== undefined && (
        <p class="chart-fault" role="alert" data-testid="gpx-fault">
          {t(`chart.gpxFault.${fault}`)}
        </p>
      )}
    </>
  )
}
