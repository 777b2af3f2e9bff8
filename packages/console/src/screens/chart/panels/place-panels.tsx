import { dashes } from '#units/quantities.ts'
import { distanceBetween, type Waypoint } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { fastestDrop } from '#screens/anchor/figures.ts'
import { useSeen } from '#screens/chart/figures.ts'
import { placeText } from '@marinedata/console-map/earth'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { nextName } from '#screens/chart/state/resources.ts'
import { WeatherChoice } from '#screens/chart/weather/weather-panel.tsx'
import { t, type WordKey } from '#words/screen-words.ts'
import { Choice, Panel, NameField } from './panel.tsx'

interface PlaceProps {
  readonly place: Place
}

/** Anchoring is offered only near the boat; metres. */
const farthestAnchor = 300

/** Why anchoring is not offered; undefined if it is. */
const useAnchorDisabledReason = (place: Place): WordKey | undefined => {
  const { session } = useBoat()
  const own = useChartModel().surroundings.own.value
  if (!session.mayAnchor.value) return 'chart.mayNotAnchor'
  if (own === undefined || own.isOld) return 'chart.noPosition'
  if (distanceBetween(own.place, place) > farthestAnchor) return 'chart.anchorTooFar'
  return (own.speed ?? 0) > fastestDrop ? 'chart.anchorTooFast' : undefined
}

/** Opens the anchor screen; sends no command. */
const AnchorChoice = ({ place }: PlaceProps): JSX.Element => {
  const { router } = useConsole()
  const disabledReason = useAnchorDisabledReason(place)
  const spot = `at/${place.latitude.toFixed(6)},${place.longitude.toFixed(6)}`
  return (
    <>
      <Choice
        testId="anchor-here"
        word="chart.anchorHere"
        isDisabled={disabledReason !== undefined}
        onClick={() => router.open('anchor', spot)}
      />
      {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
    </>
  )
}

const DrawingChoices = ({ place }: PlaceProps): JSX.Element => {
  const model = useChartModel()
  const { requests, routeStore, sketching } = model
  const isDisabled = requests.disabledReason.value !== undefined
  const save = async (): Promise<void> => {
    const name = nextName('chart.waypointNumber', routeStore.waypoints.items.peek())
    const made = await routeStore.waypoints.create({ name, position: place })
    if (made !== undefined) model.panel.value = { kind: 'waypoint', id: made.id }
  }
  const draw = (): void =>
    model.beginSketch(() =>
      sketching.draw(nextName('chart.routeNumber', routeStore.routes.items.peek()), place),
    )
  return (
    <>
      <Choice testId="waypoint" word="chart.waypoint" isDisabled={isDisabled} onClick={() => void save()} />
      <Choice
        testId="measure"
        word="chart.measure"
        onClick={() => model.beginSketch(() => sketching.measure(place))}
      />
      <Choice testId="route-here" word="chart.routeHere" isDisabled={isDisabled} onClick={draw} />
    </>
  )
}

/** Menu of a place: go to, waypoint, measure, route, anchor. */
export const PlacePanel = ({ place }: PlaceProps): JSX.Element => {
  const model = useChartModel()
  const seen = useSeen()
  const disabledReason = model.requests.disabledReason.value
  const goTo = (): void => {
    model.close()
    void model.courses.goTo(place)
  }
  return (
    <Panel
      title={<span class="chart-place">{placeText(place)}</span>}
      testId="place-menu"
      onClose={() => model.close()}
    >
      <p class="quiet" data-testid="place-seen">
        {seen(place)}
      </p>
      <div class="chart-choices">
        <Choice
          testId="go-to"
          word="chart.goTo"
          isStrong
          isDisabled={disabledReason !== undefined}
          onClick={goTo}
        />
        <DrawingChoices place={place} />
        <WeatherChoice place={place} />
        <AnchorChoice place={place} />
      </div>
      {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
    </Panel>
  )
}

/** Saved when the field loses focus; there is no save button. */
const Renaming = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const { requests, routeStore } = useChartModel()
  const rename = (typed: string): void => {
    const name = typed.trim()
    if (name === '' || name === waypoint.name) return
    void routeStore.waypoints.change(waypoint, { name, position: waypoint.position })
  }
  return (
    <NameField
      label={t('chart.waypointName')}
      value={waypoint.name}
      testId="waypoint-name"
      isDisabled={requests.disabledReason.value !== undefined}
      onLeave={rename}
    />
  )
}

const Choices = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const model = useChartModel()
  const { requests, courses, routeStore } = model
  const isDisabled = requests.disabledReason.value !== undefined
  const goTo = async (): Promise<void> => {
    if (await courses.goTo(waypoint.position, waypoint.name)) model.close()
  }
  const remove = async (): Promise<void> => {
    if (await routeStore.waypoints.remove(waypoint)) model.close()
  }
  return (
    <div class="chart-choices">
      <Choice testId="go-to" word="chart.goTo" isStrong isDisabled={isDisabled} onClick={() => void goTo()} />
      <Choice
        testId="waypoint-remove"
        word="chart.remove"
        isDisabled={isDisabled}
        onClick={() => void remove()}
      />
    </div>
  )
}

/** A waypoint: its position, and go to. */
export const WaypointPanel = ({ id }: { readonly id: string }): JSX.Element => {
  const model = useChartModel()
  const seen = useSeen()
  const waypoint = model.routeStore.waypoints.items.value.find((each) => each.id === id)
  const disabledReason = model.requests.disabledReason.value
  return (
    <Panel title={waypoint?.name ?? dashes} testId="waypoint-card" onClose={() => model.close()}>
      {waypoint === undefined ? (
        <p class="quiet">{t('chart.waypointGone')}</p>
      ) : (
        <>
          <p class="quiet">
            <span data-testid="waypoint-seen">{seen(waypoint.position)}</span>
            {' · '}
            {placeText(waypoint.position)}
          </p>
          <Renaming waypoint={waypoint} />
          <Choices waypoint={waypoint} />
          {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
        </>
      )}
    </Panel>
  )
}
