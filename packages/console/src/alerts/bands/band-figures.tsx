import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { durationText, isDistress, overboardPath, titleOf, type ShownAlert } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#page/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { textIn, type Place as PlaceOnEarth } from '#boat/values.ts'
import { placeText } from '@marinedata/console-map/earth'
import { OwnShip } from '#navigation/own-ship.ts'
import { timeText } from '#navigation/targets.ts'
import { bearingText, dashes, shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { ageText } from '#words/durations.ts'
import { timeOfDay } from '#words/words.ts'
import { casualtyOf, placeOldMs, type CasualtyKind, type LastPlace } from './casualty.ts'
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

/** Place of the person in the water or of the beacon. It is shown however old it is. */
const useLastPlace = (alert: ShownAlert): LastPlace | undefined =>
  useAlerts().views.value?.targets.newestPlaceOf(alert)

/** Present place of the other vessel. */
const useVesselPlace = ({ context }: ShownAlert): PlaceOnEarth | undefined => {
  const target = useAlerts().views.value?.targets.of(context)
  return target && presentPlace(target, useBoat().now.value)
}

/** A place as seen from the boat now. */
const useSighting = (place: PlaceOnEarth | undefined): Sighting => {
  const boat = useBoat()
  useSubscription(headings)
  const [ship] = useState(() => new OwnShip(boat))
  return sightingOf(ship.look(boat.now.value), place)
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
  const { range, bearing, side } = useSighting(useVesselPlace(alert))
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

/** The figures of a search. An old place is drawn hollow, except where the button was pressed: that stays true. */
const SearchFigures = ({ alert }: BandProps): JSX.Element => {
  const boat = useBoat()
  const last = useLastPlace(alert)
  const now = boat.now.value
  const { range, bearing, side } = useSighting(last?.place)
  const isOld = isDistress(alert) && last !== undefined && now - last.at > placeOldMs
  return (
    <dl class={isOld ? 'band-figures old' : 'band-figures'}>
      <RescueRange range={range} />
      <Bearing bearing={bearing} />
      <Side side={side} />
      {alert.path === overboardPath && (
        <Figure label={t('band.elapsed')} testId="band-elapsed">
          {alert.isListed ? durationText(now - boat.receivedAt(alert.raisedAt)) : dashes}
        </Figure>
      )}
    </dl>
  )
}

const isSearch = (alert: ShownAlert): boolean => alert.path === overboardPath || isDistress(alert)

/** The figures of an alarm that has a band, from live data. */
export const BandFigures = ({ alert }: BandProps): JSX.Element =>
  isSearch(alert) ? <SearchFigures alert={alert} /> : <CollisionFigures alert={alert} />

const CollisionPosition = ({ alert }: BandProps): JSX.Element => {
  const { side } = useSighting(useVesselPlace(alert))
  const parts = [t('chart.danger.alarm'), ...(side === undefined ? [] : [t(sectorOf(side))])]
  return <p class="band-position">{parts.join(' · ')}</p>
}

const Place = ({ place }: { readonly place: Parameters<typeof placeText>[0] }): JSX.Element => {
  const [latitude, longitude] = placeText(place).split(' ')
  return (
    <span class="band-place">
      <span>{latitude}</span> <span>{longitude}</span>
    </span>
  )
}

/** How old the place of a distress is. */
const PlaceAge = ({ last: { at, isHeard } }: { readonly last: LastPlace }): JSX.Element => {
  const ageMs = useBoat().now.value - at
  const time = timeOfDay(Date.now() - ageMs)
  return (
    <span class="band-heard" data-testid="band-heard">
      {t(isHeard ? 'band.heard' : 'band.reported', { time, age: ageText(ageMs) })}
    </span>
  )
}

const SearchPosition = ({ alert }: BandProps): JSX.Element => {
  const last = useLastPlace(alert)
  const { nature } = casualtyOf(alert)
  const isRadio = isDistress(alert)
  return (
    <p class="band-position" data-testid="band-position">
      {nature !== undefined && <span>{nature}&nbsp;·&nbsp;</span>}
      {last === undefined ? t('band.noPosition') : <Place place={last.place} />}
      {isRadio && last !== undefined && (
        <>
          {' '}
          <PlaceAge last={last} />
        </>
      )}
      {!isRadio && alert.isListed && (
        <span class="band-clock">&nbsp;· {timeOfDay(Date.parse(alert.raisedAt), 'second')}</span>
      )}
    </p>
  )
}

/** On which side the other vessel is; where and when the person fell, to read out on the radio. */
export const BandPosition = ({ alert }: BandProps): JSX.Element =>
  isSearch(alert) ? <SearchPosition alert={alert} /> : <CollisionPosition alert={alert} />

const kindWords = {
  overboard: 'alerts.title.mob',
  mob: 'band.kind.mob',
  sart: 'band.kind.sart',
  epirb: 'band.kind.epirb',
  dsc: 'band.kind.dsc',
  other: 'band.kind.other',
} as const satisfies Readonly<Record<CasualtyKind, string>>

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ')

/** Kind and name of a distress. */
const distressTitle = (alert: ShownAlert, vessel: string | undefined): string => {
  const { kind, isDrill, number, ...own } = casualtyOf(alert)
  return joined([isDrill ? t('band.drill') : undefined, t(kindWords[kind]), own.name ?? vessel ?? number])
}

/** The name of the other vessel, or kind and name of a distress. */
export const useBandTitle = (alert: ShownAlert): string => {
  const target = useAlerts().views.value?.targets.of(alert.context)
  const vessel = textIn(target?.of('name').value)
  if (alert.path === overboardPath) return titleOf(alert)
  if (isDistress(alert)) return distressTitle(alert, vessel)
  // The alert about further vessels has no context, and its message counts them.
  return vessel ?? alert.context?.split(/[:.]/).at(-1) ?? (alert.message || titleOf(alert))
}
