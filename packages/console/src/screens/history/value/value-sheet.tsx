import { render, type JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ConsoleContext, type Console } from '#page/console-context.ts'
import { hrefOf } from '#page/router.ts'
import { BoatContext, useBoat, type Boat } from '#boat/boat.ts'
import { Sheet } from '#parts/sheet.tsx'
import { nameOfPath } from '#units/path-names.ts'
import { t } from '#words/screen-words.ts'
import { extentIn, meanIn } from '../graphs/graph-rows.ts'
import { textOfValue } from '../graphs/graph-scale.ts'
import { GraphView } from '../graphs/graph-view.tsx'
import { Scrubber, TimeAxis } from '../graphs/scrubber.tsx'
import { TimeSurface } from '../graphs/time-surface.tsx'
import { useDescriptions, useGraph, type Describe } from '../graphs/use-graph.ts'
import { HistoryModel } from '../state/history-model.ts'
import '../history.css'

const day = 86_400_000

interface ModelProps {
  readonly model: HistoryModel
  readonly path: string
  readonly describe: Describe
}

/** The smallest, the largest and the mean value of the time shown. */
const Figures = ({ model, path, describe }: ModelProps): JSX.Element => {
  const { display, line } = useGraph(model, path, describe)
  const window = model.window.value
  const extent = extentIn(line, window)
  const mean = meanIn(line, window)
  const rows = [
    ['least', extent?.low],
    ['mean', mean],
    ['most', extent?.high],
  ] as const
  return (
    <dl class="value-figures" data-testid="value-figures">
      {rows.map(([name, value]) => {
        const shown = value === undefined ? { text: '---', unit: '' } : textOfValue(display, value)
        return (
          <div key={name}>
            <dt>{t(`history.${name}`)}</dt>
            <dd>
              {shown.text} <small>{shown.unit}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const problemWord = ({ model }: Pick<ModelProps, 'model'>): string | undefined => {
  const problem = model.problem.value
  if (problem !== undefined) return problem.kind === 'none' ? t('history.noneMore') : problem.text
  const [path] = model.graphs.value ?? []
  const rows = path === undefined ? undefined : model.rowsOf(path)
  if (rows === undefined) return t('shell.loading')
  return rows.mean.every((mean) => mean === null) ? t('history.noDay') : undefined
}

interface ValueSheetProps {
  readonly path: string
  readonly onClose: () => void
}

const ValueSheet = ({ path: shownPath, onClose }: ValueSheetProps): JSX.Element => {
  const boat = useBoat()
  const { describe, isAngleAt } = useDescriptions()
  // The recorder stores the numbers of an object under separate paths.
  const path = shownPath.replace(':', '.')
  const [model] = useState(
    () =>
      new HistoryModel({
        boat,
        graphsFor: () => [path],
        isAngle: isAngleAt,
        view: { span: day, end: 'now' },
        hasTrack: false,
      }),
  )
  useEffect(() => () => model[Symbol.dispose](), [])
  const described = describe(path)
  const name = nameOfPath(described.path, described.meta)
  const problem = problemWord({ model })
  return (
    <Sheet title={t('history.day', { name })} onClose={onClose} testId="value-sheet">
      {problem !== undefined && <p class="quiet">{problem}</p>}
      <div class="value-history">
        <div class="history-plots">
          <GraphView model={model} path={path} describe={describe} />
          <TimeSurface model={model} />
        </div>
        <TimeAxis model={model} />
        <div class="history-foot">
          <Scrubber model={model} />
        </div>
      </div>
      <Figures model={model} path={path} describe={describe} />
      <a class="button" href={hrefOf('history')} data-testid="value-in-history" onClick={onClose}>
        {t('history.inHistory')}
      </a>
    </Sheet>
  )
}

interface Shown {
  readonly path: string
  readonly boat: Boat
  readonly here: Console
}

/** Shows the last day of a value above every screen. It has a separate root: any screen may be below it. */
export const showValueSheet = ({ path, boat, here }: Shown): void => {
  const place = document.createElement('div')
  const close = (): void => {
    render(null, place)
    place.remove()
  }
  document.body.append(place)
  render(
    <ConsoleContext.Provider value={here}>
      <BoatContext.Provider value={boat}>
        <ValueSheet path={path} onClose={close} />
      </BoatContext.Provider>
    </ConsoleContext.Provider>,
    place,
  )
}
