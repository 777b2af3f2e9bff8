import { useComputed, type ReadonlySignal } from '@preact/signals'
import { useConsole } from '#page/console-context.ts'
import type { BoatPath } from '#units/boat-paths.ts'
import { useBoatPaths } from '#screens/instruments/instruments.ts'
import { nameOfPath } from '#units/path-names.ts'
import { displayUnitAt, type DisplayUnit } from '#units/instrument-units.ts'
import { dashes } from '#units/quantities.ts'
import type { HistoryModel } from '../state/history-model.ts'
import { extentIn, lineOf, noLine, valueAt, type GraphLine } from './graph-rows.ts'
import { isAngle, scaleOf, textOfEnd, textOfValue, type GraphScale } from './graph-scale.ts'

/** The name and unit of a path, as far as the boat sends them. Reads a signal. */
export type Describe = (path: string) => Pick<BoatPath, 'path' | 'meta'>

interface Descriptions {
  readonly describe: Describe
  readonly isAngleAt: (path: string) => boolean
  /** Paths whose values are texts. */
  readonly texts: ReadonlySignal<ReadonlySet<string>>
}

/** Descriptions that the boat sends about its paths. */
export const useDescriptions = (): Descriptions => {
  const { preferences } = useConsole()
  const sent = useBoatPaths()
  const metaByPath = useComputed(() => new Map((sent.value ?? []).map(({ path, meta }) => [path, meta])))
  const describe: Describe = (path) => {
    // The recorder stores the numbers of an object under separate paths.
    const member = path.replace(/\.([^.]+)$/, ':$1')
    const found = metaByPath.value.get(path)
    const ofMember = found === undefined ? metaByPath.value.get(member) : undefined
    return ofMember === undefined ? { path, meta: found ?? {} } : { path: member, meta: ofMember }
  }
  return {
    describe,
    isAngleAt: (path) => {
      const described = describe(path)
      const { units } = described.meta
      return isAngle(displayUnitAt(described.path, units, preferences.unitsAt(described.path)))
    },
    texts: useComputed(
      () => new Set((sent.value ?? []).filter(({ type }) => type === 'text').map(({ path }) => path)),
    ),
  }
}

/** The content of a graph. The signals change only when the shown text changes. */
export interface Graph {
  readonly name: string
  readonly display: DisplayUnit
  readonly line: GraphLine
  /** Undefined if nothing was recorded in this time. */
  readonly scale: GraphScale | undefined
  readonly upperText: string
  readonly lowerText: string
  /** The value at the scrubber. */
  readonly text: ReadonlySignal<string>
  readonly unit: ReadonlySignal<string>
}

/** Follows a graph. A component has the same path from its first to its last drawing. */
export const useGraph = (model: HistoryModel, path: string, describe: Describe): Graph => {
  const { preferences } = useConsole()
  const display = useComputed(() => {
    const described = describe(path)
    return displayUnitAt(described.path, described.meta.units, preferences.unitsAt(described.path))
  })
  const described = describe(path)
  const line = useComputed(() => {
    const rows = model.rowsOf(path)
    const resolution = model.answer.value?.resolution ?? 1
    return rows === undefined ? noLine : lineOf(rows, { isAngle: isAngle(display.value), resolution })
  })
  const shown = useComputed(() => {
    const value = valueAt(line.value, model.moment.value)
    return value === undefined ? undefined : textOfValue(display.value, value)
  })
  const { of, unit } = display.value
  const extent = extentIn(line.value, model.window.value)
  const scale = extent && scaleOf(of(extent.low), of(extent.high), unit)
  return {
    name: nameOfPath(described.path, described.meta),
    display: display.value,
    line: line.value,
    scale,
    upperText: scale === undefined ? '' : textOfEnd(display.value, scale.upper),
    lowerText: scale === undefined ? '' : textOfEnd(display.value, scale.lower),
    text: useComputed(() => shown.value?.text ?? dashes),
    unit: useComputed(() => shown.value?.unit ?? ''),
  }
}
