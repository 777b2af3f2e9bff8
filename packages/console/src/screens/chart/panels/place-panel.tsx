import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t } from '#words/words.ts'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { nextRouteName } from './route-name.ts'
import { Choice, Panel } from './panel.tsx'

/** Nobody anchors far from where the boat is, or at speed. */
const anchorLimits = { metres: 300, speed: 1.5 } as const

const AnchorChoice = ({ range }: { readonly range: number | undefined }): JSX.Element | null => {
  const { own } = useTable()
  const { router } = useConsole()
  const { session } = useBoat()
  const isNear = range !== undefined && range < anchorLimits.metres
  const isSlow = own.value?.isOld === false && (own.value.speed ?? 0) < anchorLimits.speed
  if (!isNear || !isSlow || !session.mayAnchor.value) return null
  return <Choice testId="anchor-here" word="chart.anchorHere" onClick={() => router.open('anchor')} />
}

interface PlaceProps {
  readonly place: Place
  readonly range: number | undefined
}

const Choices = ({ place, range }: PlaceProps): JSX.Element => {
  const table = useTable()
  const { courses, sketching } = table
  const isHindered = courses.hindrance.value !== undefined
  const goTo = (): void => {
    table.panel.value = undefined
    void courses.goTo(place)
  }
  const draw = (): void =>
    table.beginSketch(() => sketching.draw(nextRouteName(courses.routes.peek()), place))
  return (
    <div class="chart-choices">
      <Choice testId="go-to" word="chart.goTo" isStrong isDisabled={isHindered} onClick={goTo} />
      <Choice testId="route-here" word="chart.routeHere" isDisabled={isHindered} onClick={draw} />
      <Choice
        testId="measure"
        word="chart.measure"
        onClick={() => table.beginSketch(() => sketching.measure(place))}
      />
      <AnchorChoice range={range} />
    </div>
  )
}

/** What can be done at a place: go there, measure from there, begin a route there. */
export const PlacePanel = ({ place }: { readonly place: Place }): JSX.Element => {
  const table = useTable()
  const figures = useFigures()
  const { bearing, range } = seenFrom(table.own.value?.place, place)
  const hindrance = table.courses.hindrance.value
  return (
    <Panel
      title={<span class="chart-place">{placeText(place)}</span>}
      testId="place-menu"
      onClose={() => table.close()}
    >
      <p class="quiet" data-testid="place-seen">
        {figures('bearing', bearing)} · {figures('distance', range)}
      </p>
      <Choices place={place} range={range} />
      {hindrance !== undefined && <p class="quiet small">{t(hindrance)}</p>}
    </Panel>
  )
}
