import type { JSX, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import type { ScreenId } from '#page/router.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import './tour.css'

interface Step {
  readonly screen: ScreenId
  readonly word: WordKey
}

/** Ten seconds each: one minute for all. */
const stepMs = 10_000
const underWay: readonly Step[] = [
  { screen: 'helm', word: 'tour.helm' },
  { screen: 'helm', word: 'tour.standby' },
  { screen: 'chart', word: 'tour.chart' },
  { screen: 'anchor', word: 'tour.anchor' },
  { screen: 'alerts', word: 'tour.alerts' },
  { screen: 'helm', word: 'tour.end' },
]
const atAnchor: readonly Step[] = [
  { screen: 'anchor', word: 'tour.watch' },
  { screen: 'chart', word: 'tour.neighbours' },
  { screen: 'alerts', word: 'tour.alerts' },
  { screen: 'anchor', word: 'tour.end' },
]

/** Whether the console has been used: a change of the screen would disturb while steering. */
const useTouchedElsewhere = (card: RefObject<HTMLElement | null>): boolean => {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const look = ({ target }: Event): void => {
      if (!(target instanceof Node) || card.current?.contains(target) !== true) setTouched(true)
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, look, { capture: true })
    return () => {
      for (const event of events) window.removeEventListener(event, look, { capture: true })
    }
  }, [])
  return isTouched
}

interface CardProps {
  readonly steps: readonly Step[]
  readonly onEnd: () => void
}

const Card = ({ steps, onEnd }: CardProps): JSX.Element => {
  const { router } = useConsole()
  const [index, setIndex] = useState(0)
  const card = useRef<HTMLElement>(null)
  const isTouched = useTouchedElsewhere(card)
  const step = steps[index]
  const isLast = index === steps.length - 1
  const goOn = (): void => (isLast ? onEnd() : setIndex(index + 1))
  useEffect(() => {
    if (step !== undefined) router.open(step.screen)
  }, [step])
  useEffect(() => {
    if (isTouched) return undefined
    const timer = setTimeout(goOn, stepMs)
    return () => clearTimeout(timer)
  }, [index, isTouched])
  return (
    <section ref={card} class="tour" data-testid="tour" aria-label={t('tour.title')}>
      <p aria-live="polite" data-testid="tour-text">
        {step !== undefined && t(step.word)}
      </p>
      <span class="tour-step" data-testid="tour-step">
        {index + 1}/{steps.length}
      </span>
      {!isLast && (
        <button type="button" class="button plain" data-testid="tour-skip" onClick={onEnd}>
          {t('tour.skip')}
        </button>
      )}
      <button type="button" class="button" data-testid="tour-next" onClick={goOn}>
        {t(isLast ? 'tour.done' : 'tour.next')}
      </button>
      {!isTouched && <span class="tour-time" key={index} aria-hidden="true" />}
    </section>
  )
}

/**
 * Shows the screens of the demo one after the other, in a card above them that covers nothing. It goes on by itself
 * until someone uses the console, and can be skipped at any time. An alarm hides it until it is answered.
 */
export const Tour = (): JSX.Element | null => {
  const { preferences, urgent } = useConsole()
  const knows = preferences.of('knowsTour')
  if (knows.value || urgent.value !== undefined) return null
  const end = (): void => {
    knows.value = true
  }
  return (
    <Card
      steps={document.documentElement.dataset['demo'] === 'at-anchor' ? atAnchor : underWay}
      onEnd={end}
    />
  )
}
