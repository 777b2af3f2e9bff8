import type { JSX } from 'preact'
import { clampedRadius } from '#alerts/anchor/circle.ts'
import { ExtendButton } from '#alerts/anchor/extend-button.tsx'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/anchor.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { steppedRadius } from '#screens/anchor/state/lengths.ts'
import { stepFrom } from '#screens/anchor/state/radius-wish.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'

const holdMs = 800

const StepButton = ({ direction }: { readonly direction: 1 | -1 }): JSX.Element => {
  const { desk } = useAnchor()
  const { unit } = useLengths()
  const limit = desk.limit.value
  const press = (): void => {
    if (limit === undefined) return
    void desk.askRadius(clampedRadius(steppedRadius(stepFrom(desk.wish.value, limit), direction, unit)))
  }
  const word = direction > 0 ? 'anchor.more' : 'anchor.less'
  return (
    <button
      type="button"
      class="button"
      data-testid={direction > 0 ? 'anchor-radius-more' : 'anchor-radius-less'}
      aria-label={t(word, { label: t('anchor.radius'), step: unit.step, unit: unit.unit })}
      disabled={desk.hindrance.value !== undefined || limit === undefined}
      onClick={press}
    >
      {direction > 0 ? '+' : '−'}
      {unit.step} {unit.unit}
    </button>
  )
}

/** What is watched, and what was asked for: the two are never shown as one. */
const RadiusWords = (): JSX.Element => {
  const { desk } = useAnchor()
  const { text } = useLengths()
  const limit = desk.limit.value
  const wish = desk.wish.value
  const held = limit === undefined ? '---' : text(limit)
  if (wish === undefined)
    return (
      <>
        <b>{held}</b>
        <small>{t('anchor.radius')}</small>
      </>
    )
  return (
    <>
      <b>
        {held} <span class="anchor-wanted">▸ {text(wish.wanted)}</span>
      </b>
      <small class={wish.phase === 'unconfirmed' ? 'anchor-unconfirmed' : ''}>
        {t(`anchor.wish.${wish.phase}`)}
      </small>
    </>
  )
}

/** A wider or a narrower circle, by steps or by number. */
export const RadiusRow = (): JSX.Element => {
  const { desk, step } = useAnchor()
  return (
    <div class="anchor-radius" role="group" aria-label={t('anchor.radius')}>
      <StepButton direction={-1} />
      <button
        type="button"
        class="button plain anchor-radius-value"
        data-testid="anchor-radius"
        data-wish={desk.wish.value?.phase}
        data-age={desk.standing.value === 'lost' ? 'stale' : 'fresh'}
        disabled={desk.hindrance.value !== undefined}
        onClick={() => (step.value = 'circle')}
      >
        <RadiusWords />
      </button>
      <StepButton direction={1} />
    </div>
  )
}

/** What would be watched is drawn before it is. */
export const Extend = (): JSX.Element => {
  const { desk, preview } = useAnchor()
  return (
    <ExtendButton
      testId="anchor-extend"
      isHindered={desk.hindrance.value !== undefined}
      onExtend={(radius) => void desk.askRadius(radius)}
      onPreview={(radius) => (preview.value = radius)}
    />
  )
}

export const RaiseButton = (): JSX.Element => {
  const { desk } = useAnchor()
  return (
    <HoldButton
      ms={holdMs}
      testId="anchor-raise"
      disabled={desk.hindrance.value !== undefined}
      onHeld={() => void desk.raise()}
    >
      <span>
        {t('anchor.raise')}
        <small>{t('anchor.hold')}</small>
      </span>
    </HoldButton>
  )
}

/** After the drop comes the rode; later the anchor may turn out to lie elsewhere. */
export const MoveButton = (): JSX.Element => {
  const { desk, step } = useAnchor()
  const isSetting = desk.state.value === 'setting'
  return (
    <button
      type="button"
      class={`button ${isSetting ? 'strong' : ''}`}
      data-testid={isSetting ? 'anchor-rode-out' : 'anchor-move'}
      disabled={desk.hindrance.value !== undefined}
      onClick={() => (step.value = isSetting ? 'circle' : 'choose')}
    >
      {t(isSetting ? 'anchor.askRode' : 'anchor.move')}
    </button>
  )
}
