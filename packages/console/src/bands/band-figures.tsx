import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { durationText, overboardPath, type ShownAlert } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#app/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { textIn } from '#boat/values.ts'
import { placeText } from '#screens/chart/geo/earth.ts'
import { OwnShip } from '#screens/chart/state/own-ship.ts'
import { timeText } from '#screens/chart/state/targets.ts'
import { bearingText, dashes, shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { timeOfDay } from '#words/words.ts'
import { approachIn, presentPlace, rescueRange, sectorOf, sightingOf, type Sighting } from './sighting.ts'
import './bands.css'

export interface BandProps {
  readonly alert: ShownAlert
}

/** Besides the position, which every screen has. */
const headings = {
  paths: [
    'navigation.headingTrue',
    'navigation.headingMagnetic',
    'navigation.magneticVariation',
    'navigation.courseOverGroundTrue',
  ],
  minPeriod: 500,
}

/** The other vessel, or the person in the water, as seen from the boat now. */
const useSighting = ({ path, context }: ShownAlert): Sighting => {
  const boat = useBoat()
  const { overboard, views } = useAlerts()
  useSubscription(headings)
  const [ship] = useState(() => new OwnShip(boat))
  const now = boat.now.value
  const target = views.value?.targets.of(context)
  const place = path === overboardPath ? overboard.casualty.value?.place : target && presentPlace(target, now)
  return sightingOf(ship.look(now), place)
}

interface FigureProps {
  readonly label: string
  readonly testId: string
  readonly children: ComponentChildren
}

const Figure = ({ label, testId, children }: FigureProps): JSX.Element => (
  <div class="band-figure">
    <dt>{label}</dt>
    <dd data-testid={testId}>{children}</dd>
  </div>
)

const Distance = ({ metres }: { readonly metres: number | undefined }): JSX.Element => {
  const units = useConsole().preferences.units.value
  if (metres === undefined) return <>{dashes}</>
  const { text, unit } = shown('distance', metres, units)
  return (
    <>
      {text} <small>{unit}</small>
    </>
  )
}

const Bearing = ({ bearing }: Pick<Sighting, 'bearing'>): JSX.Element => (
  <Figure label={t('chart.bearing')} testId="band-bearing">
    {bearing === undefined ? (
      dashes
    ) : (
      <>
        {bearingText(bearing)}°<small>T</small>
      </>
    )}
  </Figure>
)

/** The angle from the bow with the letter and the colour of its side. */
const Side = ({ side }: Pick<Sighting, 'side'>): JSX.Element => {
  const angle = side === undefined ? undefined : Math.round((side * 180) / Math.PI)
  const isCentred = angle === undefined || angle === 0 || Math.abs(angle) === 180
  const name = (angle ?? 0) < 0 ? 'port' : 'starboard'
  return (
    <Figure label={t('band.side')} testId="band-side">
      {angle === undefined ? dashes : `${Math.abs(angle)}°`}
      {!isCentred && (
        <>
          {' '}
          <b class={`band-side ${name}`}>{t(`band.${name}`)}</b>
        </>
      )}
    </Figure>
  )
}

const CollisionFigures = ({ alert }: BandProps): JSX.Element => {
  const { now, link } = useBoat()
  const target = useAlerts().views.value?.targets.of(alert.context)
  const approach = target && approachIn(target, now.value, link.isLost.value)
  const { range, bearing, side } = useSighting(alert)
  return (
    <dl class="band-figures">
      <Figure label={t('chart.cpa')} testId="band-cpa">
        <Distance metres={approach?.distance} />
      </Figure>
      <Figure label={t('chart.tcpa')} testId="band-tcpa">
        {approach === undefined ? dashes : timeText(approach.timeTo)}
      </Figure>
      <Figure label={t('chart.range')} testId="band-range">
        <Distance metres={range} />
      </Figure>
      <Bearing bearing={bearing} />
      <Side side={side} />
    </dl>
  )
}

const RescueRange = ({ range }: Pick<Sighting, 'range'>): JSX.Element => {
  const units = useConsole().preferences.units.value
  const { text, unit } = range === undefined ? { text: dashes, unit: '' } : rescueRange(range, units)
  return (
    <Figure label={t('chart.range')} testId="band-range">
      {text} <small>{unit}</small>
    </Figure>
  )
}

const MobFigures = ({ alert }: BandProps): JSX.Element => {
  const boat = useBoat()
  const { range, bearing, side } = useSighting(alert)
  return (
    <dl class="band-figures">
      <RescueRange range={range} />
      <Bearing bearing={bearing} />
      <Side side={side} />
      <Figure label={t('band.elapsed')} testId="band-elapsed">
        {alert.isListed ? durationText(boat.now.value - boat.receivedAt(alert.raisedAt)) : dashes}
      </Figure>
    </dl>
  )
}

/** The figures of an alarm that has a band, from live data. */
export const BandFigures = ({ alert }: BandProps): JSX.Element =>
  alert.path === overboardPath ? <MobFigures alert={alert} /> : <CollisionFigures alert={alert} />

const CollisionPosition = ({ alert }: BandProps): JSX.Element => {
  const { side } = useSighting(alert)
  const parts = [t('chart.danger.alarm'), ...(side === undefined ? [] : [t(sectorOf(side))])]
  return <p class="band-position">{parts.join(' · ')}</p>
}

const Place = ({ place }: { readonly place: Parameters<typeof placeText>[0] }): JSX.Element => {
  const [latitude, longitude] = placeText(place).split(' ')
  return (
    <>
      <span>{latitude}</span> <span>{longitude}</span>
    </>
  )
}

const MobPosition = ({ alert }: BandProps): JSX.Element => {
  const place = useAlerts().overboard.casualty.value?.place
  return (
    <p class="band-position" data-testid="band-position">
      {place === undefined ? t('band.noPosition') : <Place place={place} />}
      {alert.isListed && (
        <span class="band-clock">&nbsp;· {timeOfDay(Date.parse(alert.raisedAt), 'second')}</span>
      )}
    </p>
  )
}

/** On which side the other vessel is; where and when the person fell, to read out on the radio. */
export const BandPosition = ({ alert }: BandProps): JSX.Element =>
  alert.path === overboardPath ? <MobPosition alert={alert} /> : <CollisionPosition alert={alert} />

/** Name of the other vessel, or its number; undefined if the alarm does not say which vessel it is about. */
export const useVesselName = ({ context }: ShownAlert): string | undefined => {
  const target = useAlerts().views.value?.targets.of(context)
  return textIn(target?.of('name').value) ?? context?.split(/[:.]/).at(-1)
}
