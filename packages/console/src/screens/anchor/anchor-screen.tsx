import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signal, useSignalEffect } from '@preact/signals'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'
import { hrefOf, type Route } from '#page/router.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { AnchorContext, useAnchor, type AnchorParts, type Step } from './anchor-context.ts'
import { BowView, IdleView } from './idle-view.tsx'
import { ChooseView } from './choose-view.tsx'
import { CircleView } from './circle-view.tsx'
import { placeInRoute } from './drawing/plane.ts'
import { AnchorController } from './anchor-controller.ts'
import { anchorPaths } from './figures.ts'
import { TrackHistory } from './track-history.ts'
import { WatchView } from './watch-view.tsx'
import './anchor.css'

const following = { paths: anchorPaths, minPeriod: 250 }

const usePartsOf = (): AnchorParts => {
  const boat = useBoat()
  const { alerts } = useAlerts()
  const [parts] = useState(() => {
    const controller = new AnchorController(boat, alerts)
    const trackHistory = new TrackHistory(boat, controller)
    return {
      controller,
      trackHistory,
      step: signal<Step>('none'),
      preview: signal<number | undefined>(undefined),
    }
  })
  useEffect(
    () => () => {
      parts.trackHistory[Symbol.dispose]()
      parts.controller[Symbol.dispose]()
    },
    [],
  )
  return parts
}

/** Says that no anchor watch is available, and how to change that. */
const NoWatch = (): JSX.Element => (
  <div class="empty" data-testid="anchor-none">
    <h2>{t('anchor.none')}</h2>
    <p>{t('anchor.noneMore')}</p>
    <a class="button" href={hrefOf('devices')}>
      {t('screen.devices')}
    </a>
  </div>
)

const stepViews = { choose: ChooseView, circle: CircleView, bow: BowView } as const

const View = (): JSX.Element => {
  const { controller, step } = useAnchor()
  const isDown = controller.isDown.value
  const { provider } = controller
  const { link } = useBoat()
  const { rest } = useConsole().router.route.value
  if (provider.value === 'asking')
    return <div class="empty">{t(link.isLost.value ? 'link.never' : 'shell.loading')}</div>
  if (provider.value === 'none' && !isDown) return <NoWatch />
  // A circle needs an anchor that is down; somebody else may have raised it.
  if (step.value !== 'none' && (isDown || step.value !== 'circle')) {
    const StepView = stepViews[step.value]
    // Another place in the address starts the step again.
    return <StepView key={rest} />
  }
  return isDown ? <WatchView /> : <IdleView />
}

const isAsked = ({ screen, rest }: Route): boolean => screen === 'anchor' && placeInRoute(rest) !== undefined

/** An address with a place opens the question where the anchor is. Finishing it leaves the address. */
const useAskedPlace = ({ step }: AnchorParts): void => {
  const { router } = useConsole()
  useSignalEffect(() => {
    if (isAsked(router.route.value)) step.value = 'choose'
  })
  useSignalEffect(() => {
    if (step.value !== 'choose' && isAsked(router.route.peek())) router.open('anchor')
  })
}

/** The anchor: drop, watch, raise. */
export const AnchorScreen = (): JSX.Element => {
  useSubscription(following)
  const parts = usePartsOf()
  const { preferences } = useConsole()
  useAskedPlace(parts)
  useKeys({ Escape: () => (parts.step.value = 'none') })
  return (
    <AnchorContext.Provider value={parts}>
      <div class="anchor" data-hand={preferences.of('hand').value}>
        <View />
      </div>
    </AnchorContext.Provider>
  )
}
