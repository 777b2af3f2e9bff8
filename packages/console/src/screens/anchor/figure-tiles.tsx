import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat, type Boat } from '#boat/boat.ts'
import type { Priority } from '#alerts/alert.ts'
import { useLimit } from '#alerts/limits/use-limit.ts'
import { useDepthDatum } from '#boat/depth.ts'
import { LimitTag } from '#alerts/limits/readout.tsx'
import { ageText } from '#words/durations.ts'
import { shown, type Quantity, type Shown, type Units, dashes } from '#units/quantities.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { useAnchor } from './anchor-context.ts'
import {
  bearingOf,
  bowHeightOf,
  combined,
  depthOf,
  distanceOf,
  rodeOf,
  unknownFigure,
  waterDepthOf,
  windOf,
  windPathOf,
  type Figure,
  scopeOf,
} from './figures.ts'

export type FigureName = 'bearing' | 'distance' | 'depth' | 'rode' | 'scope' | 'wind'

/** One digit, as sailors state the scope. */
const scopeShown = (scope: number): Shown => ({ text: scope.toFixed(1), unit: ':1' })

const inUnits =
  (quantity: Quantity) =>
  (value: number, units: Units): Shown =>
    shown(quantity, value, units)

interface FigureSpec {
  readonly label: WordKey
  readonly name: WordKey
  readonly write: (value: number, units: Units) => Shown
}

const figureSpecs: Readonly<Record<FigureName, FigureSpec>> = {
  bearing: { label: 'anchor.label.bearing', name: 'anchor.name.bearing', write: inUnits('windAngle') },
  distance: { label: 'anchor.label.distance', name: 'anchor.name.distance', write: inUnits('length') },
  depth: { label: 'depth.keel', name: 'depth.keelName', write: inUnits('depth') },
  rode: { label: 'anchor.label.rode', name: 'anchor.name.rode', write: inUnits('length') },
  scope: { label: 'anchor.label.scope', name: 'anchor.name.scope', write: scopeShown },
  wind: { label: 'anchor.label.windTrue', name: 'anchor.name.windTrue', write: inUnits('windSpeed') },
}

/** Uses the present depth, because the tide changes it; otherwise the depth at the anchor. */
const useScope = (boat: Boat): Figure => {
  const { controller } = useAnchor()
  const altitude = controller.report.value?.position?.altitude
  const atAnchor =
    typeof altitude === 'number'
      ? ({ value: 0 - altitude, age: 'fresh', receivedAt: undefined } as const)
      : unknownFigure
  const surface = boat.values.of('environment.depth.belowSurface').value
  const depth = surface === undefined ? atAnchor : waterDepthOf(boat)
  const bowHeight = bowHeightOf(boat)
  return combined([rodeOf(boat), depth], (rode = 0, metres = 0) =>
    scopeOf({ rode, depth: metres, bowHeight }),
  )
}

const useFigure = (name: FigureName): Figure => {
  const boat = useBoat()
  const scope = useScope(boat)
  const figures = { bearing: bearingOf, distance: distanceOf, depth: depthOf, rode: rodeOf, wind: windOf }
  return name === 'scope' ? scope : figures[name](boat)
}

interface Written extends Shown {
  readonly label: string
  readonly spoken: string
  readonly age: Figure['age']
  /** The age of a stale value. */
  readonly old: string
  /** The priority of a value beyond its limit. */
  readonly limit: Priority | undefined
}

const spokenOf = (written: Omit<Written, 'spoken'>, label: string): string => {
  const { age, text: value, unit, old } = written
  if (age === 'dead') return t('value.dead', { label })
  return t(age === 'fresh' ? 'value.live' : 'value.stale', { label, value, unit, age: old })
}

const windNames = {
  'environment.wind.speedTrue': { label: 'anchor.label.windTrue', name: 'anchor.name.windTrue' },
  'environment.wind.speedApparent': { label: 'anchor.label.windApparent', name: 'anchor.name.windApparent' },
} as const

/** The depth tile names its reference point, and the wind tile says whether the wind is true or apparent. */
const useSpec = (name: FigureName): FigureSpec & { readonly path: string } => {
  const boat = useBoat()
  const datum = useDepthDatum()
  const windPath = windPathOf(boat)
  if (name === 'depth') return { ...figureSpecs.depth, ...datum }
  if (name === 'wind') return { ...figureSpecs.wind, ...windNames[windPath], path: windPath }
  return { ...figureSpecs[name], path: `navigation.anchor.${name}` }
}

const useWritten = (name: FigureName): Written => {
  const { now } = useBoat()
  const units = useConsole().preferences.units.value
  const { value, age, receivedAt } = useFigure(name)
  const { label, name: word, write, path } = useSpec(name)
  const limit = useLimit(path)
  const text = value === undefined || age === 'dead' ? { text: dashes, unit: '' } : write(value, units)
  const old = age === 'stale' && receivedAt !== undefined ? ageText(now.value - receivedAt) : ''
  const written = {
    ...text,
    label: t(label),
    age: value === undefined ? ('dead' as const) : age,
    old,
    limit,
  }
  return { ...written, spoken: spokenOf(written, t(word)) }
}

/** A figure with its unit, as on every screen. */
export const FigureTile = ({ name }: { readonly name: FigureName }): JSX.Element => {
  const { label, text, unit, age, old, spoken, limit } = useWritten(name)
  return (
    <div class="readout" data-testid={`anchor-${name}`} data-age={age} data-limit={limit}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <span class="unit" aria-hidden="true">
        {age === 'stale' ? old : unit}
      </span>
      <output class="value" aria-live="off" aria-label={spoken}>
        {text}
      </output>
      <LimitTag limit={limit} />
    </div>
  )
}

/** A large figure, readable at arm's length through a wet pouch. */
export const BigFigure = ({ name }: { readonly name: FigureName }): JSX.Element => {
  const { label, text, unit, age, old, spoken, limit } = useWritten(name)
  return (
    <div class="bow-figure readout" data-testid={`bow-${name}`} data-age={age} data-limit={limit}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <output class="value" aria-live="off" aria-label={spoken}>
        {text}
        <small>{age === 'stale' ? old : unit}</small>
      </output>
      <LimitTag limit={limit} />
    </div>
  )
}
