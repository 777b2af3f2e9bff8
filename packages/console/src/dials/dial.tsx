import { useComputed, type ReadonlySignal, type Signal, useSignalEffect } from '@preact/signals'
import type { JSX, ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { phaseWords } from '#pilot/pilot-notice.tsx'
import { usePilot } from '#pilot/pilot.ts'
import { targetText } from '#pilot/pilots.ts'
import { bearingText, sideText, dashes } from '#units/quantities.ts'
import { t, type WordKey } from '#words/words.ts'
import { type HeadingSeen, continuous, frame, labels, radii, tickPath } from './dial-geometry.ts'
import { useMayAim, type TargetDraft } from '#pilot/target-draft.ts'
import { useBugDrag, useDial, type DialSignals } from './use-dial.ts'
import './dial.css'

const waitsMs = 8_000

/** Announced occasionally, not ten times a second. */
const Heading = ({ heading }: { readonly heading: ReadonlySignal<HeadingSeen> }): JSX.Element => {
  const text = useComputed(() => {
    const { angle, age } = heading.value
    return angle === undefined || age === 'dead' ? dashes : bearingText(angle)
  })
  const unit = useComputed(() => `${t('helm.hdg')} °${heading.value.north}`)
  return (
    <>
      <span class="dial-unit">{unit}</span>
      <output class="dial-heading" data-testid="hdg" aria-live="off" aria-label={t('helm.heading')}>
        {text}
      </output>
    </>
  )
}

interface TargetShown {
  readonly text: string
  readonly label: WordKey
  readonly status: string
}

const useTargetShown = (draft: Signal<TargetDraft | undefined>): ReadonlySignal<TargetShown> => {
  const { link } = useBoat()
  const { pilots, commands } = usePilot()
  return useComputed(() => {
    const kind = pilots.kind.value
    const report = pilots.chosen.value
    const target = report?.isEngaged === true ? report.target : null
    if (target === null || kind === undefined) return { text: dashes, label: 'helm.target', status: 'none' }
    const held = targetText(target, kind)
    if (link.isLost.value) return { text: held, label: 'helm.target', status: 'lost' }
    const drafted = draft.value
    if (drafted !== undefined) {
      const label = drafted.isWaiting ? 'helm.tapAgain' : 'helm.releaseToSet'
      return { text: `${held} ▸ ${targetText(drafted.wanted, kind)}`, label, status: 'draft' }
    }
    const pendingTarget = commands.pendingTarget.value
    if (pendingTarget === undefined) return { text: held, label: 'helm.target', status: 'held' }
    return {
      text: `${held} ▸ ${targetText(pendingTarget.wanted, kind)}`,
      label: phaseWords[pendingTarget.phase],
      status: pendingTarget.phase,
    }
  })
}

interface DialCentreProps {
  /** The large figure: the heading, or the wind. */
  readonly children: ComponentChildren
  readonly draft: Signal<TargetDraft | undefined>
  readonly onTarget: () => void
}

/** The large figure and the target in the middle of the dial. */
export const DialCentre = ({ children, draft, onTarget }: DialCentreProps): JSX.Element => {
  const { commands } = usePilot()
  const mayAim = useMayAim()
  const { text, label, status } = useTargetShown(draft).value
  const isWaiting = draft.value?.isWaiting === true
  useEffect(() => {
    if (!isWaiting) return undefined
    // Not confirmed by a second tap: discard it.
    const forgetting = setTimeout(() => (draft.value = undefined), waitsMs)
    return () => clearTimeout(forgetting)
  }, [isWaiting])
  const press = (): void => {
    const waiting = draft.peek()
    if (waiting?.isWaiting !== true) return onTarget()
    draft.value = undefined
    commands.aim(waiting.wanted)
  }
  return (
    <div class="dial-centre">
      {children}
      <button
        type="button"
        class="dial-target"
        data-status={status}
        data-testid="target"
        aria-label={`${t('helm.setTarget', { target: text })}, ${t(label)}`}
        disabled={!mayAim.value}
        onClick={press}
      >
        <span class="dial-target-text">{text}</span>
        <span class="dial-target-label">{t(label)}</span>
      </button>
    </div>
  )
}

/** A smaller change is not visible. */
const leastDegrees = 0.05
/**
 * Small steps, ten a second, look smooth without animation. A larger swing is animated, which costs one render per
 * frame.
 */
const swingDegrees = 2

interface TurningProps {
  /** Degrees clockwise from the top; hidden if undefined. */
  readonly to: ReadonlySignal<number | undefined>
  /** Turns in the opposite direction, like a card below the lubber line. */
  readonly isCard?: boolean
  readonly class?: string
  readonly testId?: string
  readonly children: ComponentChildren
}

/** Rotates the element and returns its new angle. */
const turn = (style: CSSStyleDeclaration, degrees: number, before: number | undefined): number => {
  const at = continuous(before, degrees)
  const change = Math.abs(at - (before ?? at))
  if (before !== undefined && change < leastDegrees) return before
  style.transition = change < swingDegrees ? 'none' : ''
  style.transform = `rotate(${at.toFixed(2)}deg)`
  return at
}

/** Rotates around the centre by the shorter way. Only the transform changes; nothing is rendered again. */
export const Turning = ({ to, isCard = false, testId, children, ...shown }: TurningProps): JSX.Element => {
  const group = useRef<SVGGElement>(null)
  const drawnAt = useRef<number | undefined>(undefined)
  useSignalEffect(() => {
    const degrees = to.value
    if (group.current === null) return
    const { style } = group.current
    // A card stays in place; a mark without a direction is hidden.
    style.display = degrees === undefined && !isCard ? 'none' : ''
    if (degrees === undefined) return
    const isFirst = drawnAt.current === undefined
    drawnAt.current = turn(style, isCard ? -degrees : degrees, drawnAt.current)
    // Forces a layout at the first position; otherwise the next turn would swing in from north.
    if (isFirst) group.current.getBoundingClientRect()
  })
  return (
    <g ref={group} class={`turning ${shown.class ?? ''}`} data-testid={testId}>
      {children}
    </g>
  )
}

/** Radians at the end of the bar. */
const most = (35 * Math.PI) / 180
const marks = [10, 20, 30]

/** Rudder angle, from the middle to port or starboard. */
export const RudderBar = (): JSX.Element => {
  const { values, now, link } = useBoat()
  const reading = values.of('steering.rudderAngle')
  const fill = useRef<HTMLDivElement>(null)
  const age = useComputed(() => ageOf(reading.value, now.value, link.isLost.value))
  // Without a sensor the scale is empty: a mark amidships would be an invented value.
  const known = useComputed(() => (age.value === 'dead' ? undefined : numberIn(reading.value)))
  const texts = useComputed(() => {
    const angle = known.value
    return t('helm.rudderIs', { angle: angle === undefined ? dashes : sideText(angle) })
  })
  useSignalEffect(() => {
    if (fill.current === null || known.value === undefined) return
    const share = Math.max(-1, Math.min(1, known.value / most))
    fill.current.dataset['side'] = share < 0 ? 'port' : 'starboard'
    fill.current.style.transform = `scaleX(${share.toFixed(3)})`
  })
  return (
    <div
      class="rudder"
      data-testid="rudder"
      data-age={known.value === undefined ? 'dead' : age.value}
      role="img"
      aria-label={texts.value}
    >
      <span class="rudder-end port">{t('side.port')}</span>
      <div class="rudder-track">
        <div ref={fill} class="rudder-fill" hidden={known.value === undefined} />
        {known.value === undefined && <span class="rudder-unknown">{dashes}</span>}
        {marks.flatMap((degrees) =>
          [-degrees, degrees].map((each) => <i key={each} style={{ left: `${50 + (each / 35) * 50}%` }} />),
        )}
        {known.value !== undefined && <b />}
      </div>
      <span class="rudder-end starboard">{t('side.starboard')}</span>
    </div>
  )
}

const fine = tickPath({ every: 5, butEvery: 10, length: 7 })
const tens = tickPath({ every: 10, butEvery: 30, length: 12 })
const thirties = tickPath({ every: 30, length: 18 })

const bugShape = 'M0 -184L-15 -207H15Z'
const { left, top, size } = frame

/** Static parts, rendered once. */
const ticks = (
  <>
    <path class="tick fine" d={fine} />
    <path class="tick" d={tens} />
    <path class="tick strong" d={thirties} />
  </>
)

/** Kept upright: a 60 upside down reads as 09. */
const Labels = ({ dial }: { readonly dial: DialSignals }): JSX.Element => (
  <>
    {labels.map(({ text, letter, at: [x, y] }) => (
      <g key={text} transform={`translate(${x} ${y})`}>
        <Turning to={dial.pointsTo}>
          <text class={letter === undefined ? '' : 'letter'}>{letter === undefined ? text : t(letter)}</text>
        </Turning>
      </g>
    ))}
  </>
)

const still = (
  <>
    <circle class="ring face" r={radii.ring} />
    <circle class="ring inner" r={radii.inner} />
    <path class="hull" d="M-29 -36C-25 -62 -14 -86 0 -105C14 -86 25 -62 29 -36M-33 78L-31 100H31L33 78" />
  </>
)

/** A fixed mark at the bow. */
const lubber = <path class="lubber" d="M0 -208L-9 -219H9ZM-1.5 -186V-158H1.5V-186Z" />

export interface BugsProps {
  readonly dial: Pick<DialSignals, 'bug' | 'requested' | 'drafted'>
  readonly draft: Signal<TargetDraft | undefined>
  readonly shape?: string
  /** −1 on a card of the wind. */
  readonly sense?: 1 | -1
}

/** The targets: confirmed, requested, and being dragged. */
export const Bugs = ({ dial, draft, shape = bugShape, sense = 1 }: BugsProps): JSX.Element => {
  const { commands } = usePilot()
  const drag = useBugDrag(draft, sense)
  const pendingTarget = commands.pendingTarget.value
  return (
    <>
      {pendingTarget !== undefined && (
        <Turning to={dial.requested} class={`bug hollow ${pendingTarget.phase}`} testId="req-bug">
          <path d={shape} />
        </Turning>
      )}
      {draft.value !== undefined && (
        <Turning to={dial.drafted} class="bug hollow draft" testId="draft-bug">
          <path d={shape} />
        </Turning>
      )}
      <Turning to={dial.bug} class="bug" testId="bug">
        <path d={shape} />
        <circle class="bug-grip" cy={-196} r={34} {...drag} />
      </Turning>
    </>
  )
}

export interface DialProps {
  readonly draft: Signal<TargetDraft | undefined>
  readonly onTarget: () => void
}

/** Heading up: the card turns below the lubber line. */
export const Dial = ({ draft, onTarget }: DialProps): JSX.Element => {
  const dial = useDial(draft)
  const age = useComputed(() => dial.heading.value.age)
  return (
    <div class="dial" data-testid="helm-dial" data-age={age.value}>
      <svg viewBox={`${left} ${top} ${size} ${size}`} role="img" aria-label={t('helm.dial')}>
        {still}
        <Turning to={dial.pointsTo} isCard class="card">
          {ticks}
          <Labels dial={dial} />
          <Turning to={dial.course} class="course" testId="cog-mark">
            <path d="M0 -129L-8 -113H8Z" />
          </Turning>
          <Bugs dial={dial} draft={draft} />
        </Turning>
        <Turning to={dial.wind} class="wind" testId="awa-mark">
          <path d="M0 -187L-10 -210L0 -204L10 -210Z" />
        </Turning>
        {lubber}
      </svg>
      <DialCentre draft={draft} onTarget={onTarget}>
        <Heading heading={dial.heading} />
      </DialCentre>
    </div>
  )
}
