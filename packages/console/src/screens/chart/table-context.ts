import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ChartTable } from './state/chart-table.ts'

export const TableContext = createContext<ChartTable | undefined>(undefined)

/** The chart table that these parts lie on. */
export const useTable = (): ChartTable => {
  const table = useContext(TableContext)
  if (table === undefined) throw new TypeError('There is no chart table below this part')
  return table
}
