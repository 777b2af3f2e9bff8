import type { JSX } from 'preact'
import type { Waypoint } from '@marinedata/model'
import { t } from '#words/chart.ts'
import { dashes, useSeen } from '#screens/chart/figures.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { Choice, NameField, Panel } from './panel.tsx'

/** Kept as soon as it is typed and left: there is nothing to save. */
const Renaming = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const { asker, drawings } = useTable()
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
      isDisabled={asker.hindrance.value !== undefined}
      onLeave={rename}
    />
  )
}

const Choices = ({ waypoint }: { readonly waypoint: Waypoint }): JSX.Element => {
  const table = useTable()
  const { asker, courses, drawings } = table
  const isDisabled = asker.hindrance.value !== undefined
  const goTo = async (): Promise<void> => {
    if (await courses.goTo(waypoint.position, waypoint.name)) table.close()
  }
  const remove = async (): Promise<void> => {
    if (await drawings.waypoints.remove(waypoint)) table.close()
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

/** A place with a name: where it is, and the way there. */
export const WaypointPanel = ({ id }: { readonly id: string }): JSX.Element => {
  const table = useTable()
  const seen = useSeen()
  const waypoint = table.drawings.waypoints.items.value.find((each) => each.id === id)
  const hindrance = table.asker.hindrance.value
  return (
    <Panel title={waypoint?.name ?? dashes} testId="waypoint-card" onClose={() => table.close()}>
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
          {hindrance !== undefined && <p class="quiet small">{t(hindrance)}</p>}
        </>
      )}
    </Panel>
  )
}
