import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { t, type WordKey } from '#words/chart.ts'
import { useSeen } from '#screens/chart/figures.ts'
import { distanceBetween, placeText } from '#screens/chart/geo/earth.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { nextName } from './next-name.ts'
import { Choice, Panel } from './panel.tsx'

interface PlaceProps {
  readonly place: Place
}

/** Nobody anchors far from where the boat is, or at speed. */
const anchorLimits = { metres: 300, speed: 1.5 } as const

/** Why nobody would anchor there now; undefined when someone might. */
const useAnchorHindrance = (place: Place): WordKey | undefined => {
  const { session } = useBoat()
  const own = useTable().lookout.own.value
  if (!session.mayAnchor.value) return 'chart.mayNotAnchor'
  if (own === undefined || own.isOld) return 'chart.noPosition'
  if (distanceBetween(own.place, place) > anchorLimits.metres) return 'chart.anchorTooFar'
  return (own.speed ?? 0) > anchorLimits.speed ? 'chart.anchorTooFast' : undefined
}

/** Only leads to where anchors are commanded. */
const AnchorChoice = ({ place }: PlaceProps): JSX.Element => {
  const { router } = useConsole()
  const hindrance = useAnchorHindrance(place)
  const spot = `at/${place.latitude.toFixed(6)},${place.longitude.toFixed(6)}`
  return (
    <>
      <Choice
        testId="anchor-here"
        word="chart.anchorHere"
        isDisabled={hindrance !== undefined}
        onClick={() => router.open('anchor', spot)}
      />
      {hindrance !== undefined && <p class="quiet small">{t(hindrance)}</p>}
    </>
  )
}

const DrawingChoices = ({ place }: PlaceProps): JSX.Element => {
  const table = useTable()
  const { asker, drawings, sketching } = table
  const isDisabled = asker.hindrance.value !== undefined
  const keep = async (): Promise<void> => {
    const name = nextName('chart.waypointNumber', drawings.waypoints.items.peek())
    const made = await drawings.waypoints.make({ name, position: place })
    if (made !== undefined) table.panel.value = { kind: 'waypoint', id: made.id }
  }
  const draw = (): void =>
    table.beginSketch(() =>
      sketching.draw(nextName('chart.routeNumber', drawings.routes.items.peek()), place),
    )
  return (
    <>
      <Choice testId="waypoint" word="chart.waypoint" isDisabled={isDisabled} onClick={() => void keep()} />
      <Choice
        testId="measure"
        word="chart.measure"
        onClick={() => table.beginSketch(() => sketching.measure(place))}
      />
      <Choice testId="route-here" word="chart.routeHere" isDisabled={isDisabled} onClick={draw} />
    </>
  )
}

/** What can be done at a place: go there, keep it, measure from there, begin a route there, anchor. */
export const PlacePanel = ({ place }: PlaceProps): JSX.Element => {
  const table = useTable()
  const seen = useSeen()
  const hindrance = table.asker.hindrance.value
  const goTo = (): void => {
    table.close()
    void table.courses.goTo(place)
  }
  return (
    <Panel
      title={<span class="chart-place">{placeText(place)}</span>}
      testId="place-menu"
      onClose={() => table.close()}
    >
      <p class="quiet" data-testid="place-seen">
        {seen(place)}
      </p>
      <div class="chart-choices">
        <Choice
          testId="go-to"
          word="chart.goTo"
          isStrong
          isDisabled={hindrance !== undefined}
          onClick={goTo}
        />
        <DrawingChoices place={place} />
        <AnchorChoice place={place} />
      </div>
      {hindrance !== undefined && <p class="quiet small">{t(hindrance)}</p>}
    </Panel>
  )
}
