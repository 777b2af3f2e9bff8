import type { JSX } from 'preact'
import { useSignal, type Signal } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat-context.ts'
import { FoundInputsPlace } from '#inputs/found-inputs-place.tsx'
import { usePilot } from '#pilot/pilot-context.ts'
import { PilotNotice } from '#pilot/pilot-notice.tsx'
import { t } from '#words/words.ts'
import { AdjustKeys } from './adjust-keys.tsx'
import { Dial } from './dial/dial.tsx'
import { RudderBar } from './dial/rudder-bar.tsx'
import type { TargetDraft } from './dial/target-draft.ts'
import { EngageBar } from './engage-bar.tsx'
import { useHelmKeys, type HelmSheet } from './helm-keys.ts'
import { helmPaths, HelmReadouts } from './helm-readouts.tsx'
import { ManoeuvreButtons } from './manoeuvre-buttons.tsx'
import { ModeButtons } from './mode-buttons.tsx'
import { TargetPad } from './target-pad.tsx'
import { TurnSheet } from './turn-sheet.tsx'
import './helm.css'

const following = { paths: helmPaths }

const NoPilot = (): JSX.Element => {
  const isLost = useBoat().link.isLost.value
  return (
    <div class="helm-controls helm-none" data-testid="no-pilot">
      <strong>{t(isLost ? 'helm.pilotUnknown' : 'helm.noPilot')}</strong>
      {!isLost && <p class="quiet">{t('helm.noPilotMore')}</p>}
    </div>
  )
}

interface Opened {
  readonly sheet: Signal<HelmSheet>
}

const Controls = ({ sheet }: Opened): JSX.Element => (
  <div class="helm-controls">
    <AdjustKeys />
    <ModeButtons />
    <ManoeuvreButtons onOpen={(kind) => (sheet.value = kind)} />
    <EngageBar />
  </div>
)

const OpenSheet = ({ sheet }: Opened): JSX.Element | null => {
  const close = (): void => {
    sheet.value = undefined
  }
  if (sheet.value === undefined) return null
  return sheet.value === 'target' ? (
    <TargetPad onClose={close} />
  ) : (
    <TurnSheet kind={sheet.value} onClose={close} />
  )
}

/** The dial, the values and the controls of the autopilot. */
export const HelmScreen = (): JSX.Element => {
  useSubscription(following)
  const { pilots } = usePilot()
  const { preferences } = useConsole()
  const sheet = useSignal<HelmSheet>(undefined)
  const draft = useSignal<TargetDraft | undefined>(undefined)
  useHelmKeys(sheet)
  const hasPilot = pilots.chosen.value !== undefined
  return (
    <div class="helm" data-hand={preferences.of('hand').value}>
      <div class="helm-face">
        {/* It takes its room from the dial alone: no key moves under a finger. */}
        <div class="helm-found">
          <FoundInputsPlace />
        </div>
        <div class="helm-dial-place">
          <Dial draft={draft} onTarget={() => (sheet.value = 'target')} />
        </div>
        <RudderBar />
        <PilotNotice place="dial" />
      </div>
      <HelmReadouts />
      {hasPilot ? <Controls sheet={sheet} /> : <NoPilot />}
      <OpenSheet sheet={sheet} />
    </div>
  )
}
