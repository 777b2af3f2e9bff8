import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ChartModel } from './state/chart-model.ts'

export const TableContext = createContext<ChartModel | undefined>(undefined)

/** The chart of these components. */
export const useChartModel = (): ChartModel => {
  const model = useContext(TableContext)
  if (model === undefined) throw new TypeError('There is no chart table below this part')
  return model
}
