import type { JSX } from 'preact'
import { clampedRadius } from '#alerts/anchor/circle.ts'
import { ExtendButton } from '#alerts/anchor/extend-button.tsx'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/screen-words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { steppedRadius } from '#screens/anchor/state/lengths.ts'
import { stepFrom } from '#screens/anchor/state/pending-radius.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import { dashes } from '#units/quantities.ts'

const holdMs = 800

const StepButton = ({ direction }: { readonly direction: 1 | -1 }): JSX.Element => {
  const { controller } = useAnchor()
  const { unit } = useLengths()
  const limit = controller.limit.value
  const press = (): void => {
    if (limit === undefined) return
    void controller.askRadius(
      clampedRadius(steppedRadius(stepFrom(controller.pendingRadius.value, limit), direction, unit)),
    )
  }
  const word = direction > 0 ? 'anchor.more' : 'anchor.less'
  return (
    <button
      type="button"
      class="button"
      data-testid={direction > 0 ? 'anchor-radius-more' : 'anchor-radius-less'}
      aria-label={t(word, { label: t('anchor.radius'), step: unit.step, unit: unit.unit })}
      disabled={controller.disabledReason.value !== undefined || limit === undefined}
      onClick={press}
    >
      {direction > 0 ? '+' : '−'}
      {unit.step} {unit.unit}
    </button>
  )
}

/** The watched and the requested radius, always shown separately. */
const RadiusWords = (): JSX.Element => {
  const { controller } = useAnchor()
  const { text } = useLengths()
  const limit = controller.limit.value
  const pendingRadius = controller.pendingRadius.value
  const held = limit === undefined ? dashes : text(limit)
  if (pendingRadius === undefined)
    return (
      <>
        <b>{held}</b>
        <small>{t('anchor.radius')}</small>
      </>
    )
  return (
    <>
      <b>
        {held} <span class="anchor-wanted">▸ {text(pendingRadius.wanted)}</span>
      </b>
      <small class={pendingRadius.phase === 'unconfirmed' ? 'anchor-unconfirmed' : ''}>
        {t(`anchor.wish.${pendingRadius.phase}`)}
      </small>
    </>
  )
}

/** Changes the radius by steps or by number. */
export const RadiusRow = (): JSX.Element => {
  const { controller, step } = useAnchor()
  return (
    <div class="anchor-radius" role="group" aria-label={t('anchor.radius')}>
      <StepButton direction={-1} />
      <button
        type="button"
        class="button plain anchor-radius-value"
        data-testid="anchor-radius"
        data-wish={controller.pendingRadius.value?.phase}
        data-age={controller.watchState.value === 'lost' ? 'stale' : 'fresh'}
        disabled={controller.disabledReason.value !== undefined}
        onClick={() => (step.value = 'circle')}
      >
        <RadiusWords />
      </button>
      <StepButton direction={1} />
    </div>
  )
}

/** Extends the circle, with a preview in the drawing. */
export const Extend = (): JSX.Element => {
  const { controller, preview } = useAnchor()
  return (
    <ExtendButton
      testId="anchor-extend"
      isBlocked={controller.disabledReason.value !== undefined}
      onExtend={(radius) => void controller.askRadius(radius)}
      onPreview={(radius) => (preview.value = radius)}
    />
  )
}

export const RaiseButton = (): JSX.Element => {
  const { controller } = useAnchor()
  return (
    <HoldButton
      ms={holdMs}
      testId="anchor-raise"
      disabled={controller.disabledReason.value !== undefined}
      onHeld={() => void controller.raise()}
    >
      <span>
        {t('anchor.raise')}
        <small>{t('anchor.hold')}</small>
      </span>
    </HoldButton>
  )
}

/** Asks for the rode after a drop; later opens the anchor position. */
export const MoveButton = (): JSX.Element => {
  const { controller, step } = useAnchor()
  const isSetting = controller.state.value === 'setting'
  return (
    <button
      type="button"
      class={`button ${isSetting ? 'strong' : ''}`}
      data-testid={isSetting ? 'anchor-rode-out' : 'anchor-move'}
      disabled={controller.disabledReason.value !== undefined}
      onClick={() => (step.value = isSetting ? 'circle' : 'choose')}
    >
      {t(isSetting ? 'anchor.askRode' : 'anchor.move')}
    </button>
  )
}
