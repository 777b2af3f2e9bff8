import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { Turning } from './dial.tsx'
import { t } from '#words/screen-words.ts'
import type { FromBow, Sailing } from './sailing-data.ts'
import './wind-face.css'

/** Drawing units; degrees clockwise from the bow. */
const ring = 182

/** View box of the dial: marks and the heading lie outside of the ring. */
export const windFrame = { left: -222, top: -222, size: 444 } as const

const round = (value: number): number => Math.round(value * 10) / 10

const pointAt = (degrees: number, radius: number): string => {
  const angle = (degrees * Math.PI) / 180
  return `${round(Math.sin(angle) * radius)} ${round(-Math.cos(angle) * radius)}`
}

interface Sector {
  readonly from: number
  readonly to: number
  readonly inner: number
  readonly outer: number
}

/** A part of the ring, of at most 180°, clockwise. */
const sector = ({ from, to, inner, outer }: Sector): string =>
  `M${pointAt(from, outer)}A${outer} ${outer} 0 0 1 ${pointAt(to, outer)}` +
  `L${pointAt(to, inner)}A${inner} ${inner} 0 0 0 ${pointAt(from, inner)}Z`

const ticksEvery = (every: number, butEvery: number, length: number): string =>
  Array.from({ length: 360 / every }, (_, at) => at * every)
    .filter((degrees) => degrees % butEvery !== 0)
    .map((degrees) => `M${pointAt(degrees, ring)}L${pointAt(degrees, ring - length)}`)
    .join('')

const fine = ticksEvery(5, 10, 7)
const tens = ticksEvery(10, 30, 12)
const thirties = ticksEvery(30, 361, 18).concat(`M0 ${-ring}V${-ring + 18}`)

const figures = [30, 60, 90, 120, 150].flatMap((degrees) => [-degrees, degrees])

const hull =
  'M0 -112C17 -86 44 -42 44 10C44 52 38 84 32 103Q0 109 -32 103C-38 84 -44 52 -44 10C-44 -42 -17 -86 0 -112Z'

const half = { inner: 168, outer: ring }
/** Where a boat sails close-hauled. */
const closeHauled = { inner: 166, outer: ring }

/** Static parts: red to port and green to starboard, each with its letter. */
const Card = (): JSX.Element => (
  <>
    <circle class="ring face" r={ring} />
    <path class="side port soft" d={sector({ from: 180, to: 360, ...half })} />
    <path class="side starboard soft" d={sector({ from: 0, to: 180, ...half })} />
    <path class="side port" d={sector({ from: -60, to: -20, ...closeHauled })} />
    <path class="side starboard" d={sector({ from: 20, to: 60, ...closeHauled })} />
    <circle class="ring line" r={126} />
    <path class="whole-hull" d={hull} />
    <path class="tick fine" d={fine} />
    <path class="tick" d={tens} />
    <path class="tick strong" d={thirties} />
    {figures.map((degrees) => {
      const [x, y] = pointAt(degrees, 144).split(' ')
      return (
        <text key={degrees} x={x} y={y}>
          {Math.abs(degrees)}
        </text>
      )
    })}
    <text y={144}>180</text>
    <text class="side-letter port" x={-88} y={-70}>
      {t('side.port')}
    </text>
    <text class="side-letter starboard" x={88} y={-70}>
      {t('side.starboard')}
    </text>
  </>
)

interface WindMarkProps {
  readonly to: FromBow
  readonly letter: string
  readonly class: string
  readonly testId: string
}

/** Where a wind comes from, outside of the ring, with its letter upright. */
const WindMark = ({ to, letter, testId, ...shownAs }: WindMarkProps): JSX.Element => {
  const back = useComputed(() => (to.value === undefined ? undefined : -to.value))
  return (
    <Turning to={to} class={`wind-mark ${shownAs.class}`} testId={testId}>
      <path d="M0 -176L-12 -196A14.500 14.500 0 1 1 12 -196Z" />
      <g transform="translate(0 -204)">
        <Turning to={back}>
          <text>{letter}</text>
        </Turning>
      </g>
    </Turning>
  )
}

/** A target, inside of the ring: outside it would cover the mark of the wind. */
export const bugShape = 'M0 -181L-15 -163V-156H15V-163Z'

/** Where the water flows to. */
const Tide = ({ tide }: Pick<Sailing, 'tide'>): JSX.Element => {
  const to = useComputed(() => tide.value?.fromBow)
  return (
    <Turning to={to} class="tide" testId="tide-mark">
      <path d="M-6 -74V-100H-14L0 -123L14 -100H6V-74Z" />
    </Turning>
  )
}

const layline = `M${pointAt(0, 100)}L${pointAt(0, 164)}`
const laylineArea = sector({ from: -6, to: 6, inner: 100, outer: 164 })

const Laylines = ({ laylines }: Pick<Sailing, 'laylines'>): JSX.Element => {
  const port = useComputed(() => laylines.value?.port)
  const starboard = useComputed(() => laylines.value?.starboard)
  return (
    <>
      {[
        { side: 'port', to: port },
        { side: 'starboard', to: starboard },
      ].map(({ side, to }) => (
        <Turning key={side} to={to} class={`layline ${side}`} testId={`layline-${side}`}>
          <path class="layline-area" d={laylineArea} />
          <path class="layline-line" d={layline} />
        </Turning>
      ))}
    </>
  )
}

/** The card of the wind with every mark except the autopilot's target. The bow is up. */
export const WindFace = ({ sailing }: { readonly sailing: Sailing }): JSX.Element => (
  <>
    <Card />
    <Laylines laylines={sailing.laylines} />
    <Tide tide={sailing.tide} />
    <Turning to={sailing.mark} class="next-mark" testId="next-mark">
      <path d="M0 -96V-178" />
      <circle cy={-84} r={11} />
      <circle class="dot" cy={-84} r={3.5} />
    </Turning>
    <Turning to={sailing.course} class="course" testId="cog-mark">
      <path d="M0 -124L-8 -112L0 -100L8 -112Z" />
    </Turning>
    <Turning to={sailing.polar} class="bug hollow" testId="polar-bug">
      <path d={bugShape} />
    </Turning>
    <WindMark to={sailing.true} letter={t('sailing.true')} class="true" testId="twa-mark" />
    <WindMark to={sailing.apparent} letter={t('sailing.apparent')} class="apparent" testId="awa-mark" />
    <path class="lubber" d="M0 -164L-9 -184H9Z" />
  </>
)

/** The confirmed target of the autopilot. */
export const HeldBug = ({ to }: { readonly to: FromBow }): JSX.Element => (
  <Turning to={to} class="bug" testId="held-bug">
    <path d={bugShape} />
  </Turning>
)
