import type { JSX } from 'preact'
import type { Waypoint } from '@marinedata/model'
import { t } from '#words/screen-words.ts'
import { useSeen } from '#screens/chart/figures.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { dashes } from '#units/quantities.ts'
import { Choice, NameField, Panel } from './panel.tsx'

/** Saved when the field loses focus; there is no save button. */
const Renaming = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const { requests, drawings } = useChartModel()
  const rename = (typed: string): void => {
    const name = typed.trim()
    if (name === '' || name === waypoint.name) return
    void drawings.waypoints.change(waypoint, { name, position: waypoint.position })
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
  const { requests, courses, drawings } = model
  const isDisabled = requests.disabledReason.value !== undefined
  const goTo = async (): Promise<void> => {
    if (await courses.goTo(waypoint.position, waypoint.name)) model.close()
  }
  const remove = async (): Promise<void> => {
    if (await drawings.waypoints.remove(waypoint)) model.close()
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
  const waypoint = model.drawings.waypoints.items.value.find((each) => each.id === id)
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
