import type { JSX } from 'preact'
import { useComputed, type Signal } from '@preact/signals'
import { t } from '#words/words.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { DialCentre } from './dial-centre.tsx'
import { frame, labels, radii, tickPath } from './dial-geometry.ts'
import { Turning } from './dial-marks.tsx'
import type { TargetDraft } from './target-draft.ts'
import { useBugDrag } from './use-bug-drag.ts'
import { useDial, type DialSignals } from './use-dial.ts'
import './dial.css'

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
    {labels.map(({ text, isLetter, at: [x, y] }) => (
      <g key={text} transform={`translate(${x} ${y})`}>
        <Turning to={dial.pointsTo}>
          <text class={isLetter ? 'letter' : ''}>{text}</text>
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

const Bugs = ({
  dial,
  draft,
}: {
  readonly dial: DialSignals
  readonly draft: Signal<TargetDraft | undefined>
}): JSX.Element => {
  const { commands } = usePilot()
  const drag = useBugDrag(draft)
  const pendingTarget = commands.pendingTarget.value
  return (
    <>
      {pendingTarget !== undefined && (
        <Turning to={dial.requested} class={`bug hollow ${pendingTarget.phase}`} testId="req-bug">
          <path d={bugShape} />
        </Turning>
      )}
      {draft.value !== undefined && (
        <Turning to={dial.drafted} class="bug hollow draft" testId="draft-bug">
          <path d={bugShape} />
        </Turning>
      )}
      <Turning to={dial.bug} class="bug" testId="bug">
        <path d={bugShape} />
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
      <DialCentre heading={dial.heading} draft={draft} onTarget={onTarget} />
    </div>
  )
}
