import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, type Age } from '#boat/values.ts'
import { Readout, type ReadoutProps } from '#alerts/limits/readout.tsx'
import { headingSeen } from './dial-geometry.ts'
import { RudderBar } from './dial.tsx'
import { displayUnitAt } from '#units/instrument-units.ts'
import { bearingText, dashes, shown, sideOf, unitsOf } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { useSailing, type Sailing } from './sailing-data.ts'
import { HeldBug, WindFace, windFrame } from './wind-face.tsx'
import './sail-dial.css'

type Corner = Omit<ReadoutProps, 'name' | 'label'> & {
  readonly label: 'path.awa' | 'path.twa' | 'path.aws' | 'path.tws' | 'path.stw'
}

const corners: readonly Corner[] = [
  { path: 'environment.wind.angleApparent', quantity: 'windAngle', label: 'path.awa', testId: 'rd-awa' },
  { path: 'environment.wind.angleTrueWater', quantity: 'windAngle', label: 'path.twa', testId: 'rd-twa' },
  { path: 'environment.wind.speedApparent', quantity: 'windSpeed', label: 'path.aws', testId: 'rd-aws' },
  { path: 'environment.wind.speedTrue', quantity: 'windSpeed', label: 'path.tws', testId: 'rd-tws' },
]

const waterSpeed: Corner = {
  path: 'navigation.speedThroughWater',
  quantity: 'speed',
  label: 'path.stw',
  testId: 'rd-stw',
}

const CornerReadout = ({ label, ...corner }: Corner): JSX.Element => (
  <Readout {...corner} label={t(label)} name={t(label)} />
)

/** The heading above the bow. */
export const HeadingBox = (): JSX.Element => {
  const { values, now, link } = useBoat()
  const heading = useComputed(() =>
    headingSeen({
      magnetic: values.of('navigation.headingMagnetic').value,
      trueNorth: values.of('navigation.headingTrue').value,
      now: now.value,
      isLost: link.isLost.value,
    }),
  )
  const text = useComputed(() => {
    const { angle, age } = heading.value
    return angle === undefined || age === 'dead' ? dashes : `${bearingText(angle)}°`
  })
  const north = useComputed(() => heading.value.north)
  const age = useComputed(() => heading.value.age)
  return (
    <g class="heading-box" data-age={age.value}>
      <rect x={-52} y={-222} width={104} height={38} rx={7} />
      <text x={0} y={-202} data-testid="hdg" aria-label={t('helm.heading')}>
        {text}
        <tspan class="north">{north}</tspan>
      </text>
    </g>
  )
}

interface SmallValueProps {
  readonly path: string
  readonly member?: string
  readonly si: string
  readonly label: string
  readonly testId: string
}

/** A value below the dial, with its side: `14° S`. */
const SmallValue = ({ path, member, si, label, testId }: SmallValueProps): JSX.Element => {
  const { values, now, link } = useBoat()
  const reading = values.of(path)
  const age = useComputed(() => ageOf(reading.value, now.value, link.isLost.value))
  const small = useComputed(() => {
    const whole = reading.value?.value
    const value = member === undefined ? whole : (Object(whole) as Readonly<Record<string, unknown>>)[member]
    if (age.value === 'dead' || typeof value !== 'number') return { text: dashes, side: undefined }
    const fullPath = member === undefined ? path : `${path}:${member}`
    const { text, unit } = displayUnitAt(fullPath, si, unitsOf('nautical-metric')).textOf(Math.abs(value))
    const side = sideOf('rudder', value)
    const figure = text.split(' ')[0] ?? text
    return { text: `${figure}${unit}`, side: Number.parseInt(figure, 10) === 0 ? undefined : side }
  }).value
  return (
    <div
      class="sail-small"
      data-testid={testId}
      data-age={small.text === dashes ? 'dead' : age.value}
      data-side={small.side}
    >
      <span>{label}</span>
      <b>
        {small.text}
        {small.side !== undefined && <small> {t(`side.${small.side}`)}</small>}
      </b>
    </div>
  )
}

/** The age of the wind: everything on the dial depends on it. */
export const useWindAge = (): ReadonlySignal<Age> => {
  const { values, now, link } = useBoat()
  return useComputed(() => {
    const ages = ['environment.wind.angleApparent', 'environment.wind.angleTrueWater'].map((path) =>
      ageOf(values.of(path).value, now.value, link.isLost.value),
    )
    return ages.find((age) => age === 'fresh') ?? ages.find((age) => age === 'stale') ?? 'dead'
  })
}

/** The speed of the tide, in the colour of its arrow. */
const TideSpeed = ({ tide }: Pick<Sailing, 'tide'>): JSX.Element | null => {
  const { preferences } = useConsole()
  const text = useComputed(() => {
    if (tide.value === undefined) return undefined
    const { text: speed, unit } = shown('speed', tide.value.drift, preferences.units.value)
    return `${t('sailing.tide')} ${speed} ${unit}`
  }).value
  return text === undefined ? null : (
    <span class="sail-tide" data-testid="sail-tide">
      {text}
    </span>
  )
}

/** Names the angle of the laylines, which may be an assumption. */
const LaylineNote = ({ laylines }: Pick<Sailing, 'laylines'>): JSX.Element | null => {
  const found = laylines.value
  if (found === undefined) return null
  const word = found.isAssumed ? 'sailing.laylinesAssumed' : 'sailing.laylines'
  return (
    <span class="sail-note" data-testid="layline-note">
      {t(word, { degrees: found.degrees })}
    </span>
  )
}

/** Heel, rudder and rate of turn. */
const SailFoot = (): JSX.Element => (
  <div class="sail-foot">
    <SmallValue
      path="navigation.attitude"
      member="roll"
      si="rad"
      label={t('sailing.heel')}
      testId="sail-heel"
    />
    <RudderBar />
    <SmallValue path="navigation.rateOfTurn" si="rad/s" label={t('sailing.rateOfTurn')} testId="sail-turn" />
  </div>
)

/** Wind, target, tide, mark, laylines, rudder, heel and rate of turn on one dial; the bow is up. */
export const SailDial = (): JSX.Element => {
  const sailing = useSailing()
  const age = useWindAge().value
  const { left, top, size } = windFrame
  return (
    <div class="sail" data-testid="sail-dial">
      <div class="sail-face">
        {corners.map((corner) => (
          <CornerReadout key={corner.path} {...corner} />
        ))}
        <div class="sail-dial-place">
          <div class="dial wind-dial" data-age={age}>
            <svg viewBox={`${left} ${top} ${size} ${size}`} role="img" aria-label={t('sailing.dial')}>
              <WindFace sailing={sailing} />
              <HeldBug to={sailing.held} />
              <HeadingBox />
            </svg>
            <div class="sail-centre">
              <CornerReadout {...waterSpeed} />
              <TideSpeed tide={sailing.tide} />
            </div>
          </div>
        </div>
      </div>
      <LaylineNote laylines={sailing.laylines} />
      <SailFoot />
    </div>
  )
}
