import { courseGuidancePath } from '@marinedata/model'
import { useComputed, useSignal, type Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { depthPaths, useDepthDatum } from '#boat/depth.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { Readout, type ReadoutProps } from '#alerts/limits/readout.tsx'
import { PilotNotice } from '#pilot/pilot-notice.tsx'
import { disabledReasonText, usePilot } from '#pilot/pilot.ts'
import { isOffline, targetInWords } from '#pilot/pilots.ts'
import { t, type WordKey } from '#words/words.ts'
import { Dial, RudderBar, type DialProps } from '#dials/dial.tsx'
import { ManoeuvreButtons, TurnSheet } from './manoeuvres.tsx'
import { ModeButtons, useCourseText } from './mode-buttons.tsx'
import { AdjustKeys, useHelmKeys, type HelmSheet, TargetPad } from '#pilot/steering-keys.tsx'
import type { TargetDraft } from '#pilot/target-draft.ts'
import '#pilot/steering-keys.css'
import './helm.css'
import './helm-sideways.css'

type Shown = Omit<ReadoutProps, 'name'> & { readonly word: WordKey }

const always: readonly Shown[] = [
  {
    path: 'navigation.courseOverGroundTrue',
    quantity: 'bearing',
    label: 'COG',
    word: 'helm.cog',
    testId: 'rd-cog',
    suffix: 'T',
  },
  { path: 'navigation.speedOverGround', quantity: 'speed', label: 'SOG', word: 'helm.sog', testId: 'rd-sog' },
  {
    path: 'environment.wind.angleApparent',
    quantity: 'windAngle',
    label: 'AWA',
    word: 'helm.awa',
    testId: 'rd-awa',
  },
]

const onlyWide: readonly Shown[] = [
  {
    path: 'navigation.speedThroughWater',
    quantity: 'speed',
    label: 'STW',
    word: 'helm.stw',
    testId: 'rd-stw',
  },
  {
    path: 'environment.wind.speedApparent',
    quantity: 'windSpeed',
    label: 'AWS',
    word: 'helm.aws',
    testId: 'rd-aws',
  },
  {
    path: 'navigation.courseGreatCircle.crossTrackError',
    quantity: 'crossTrack',
    label: 'XTE',
    word: 'helm.xte',
    testId: 'rd-xte',
  },
  { path: 'steering.rudderAngle', quantity: 'rudder', label: 'RUD', word: 'helm.rud', testId: 'rd-rud' },
]

/** The depth that this boat has. */
const Depth = (): JSX.Element => {
  const { path, label, name } = useDepthDatum()
  return <Readout key={path} path={path} quantity="depth" label={t(label)} name={t(name)} testId="rd-dpt" />
}

const helmPaths: readonly string[] = [
  ...[...always, ...onlyWide].map(({ path }) => path),
  ...depthPaths,
  'navigation.headingMagnetic',
  'navigation.headingTrue',
  'navigation.magneticVariation',
  'environment.wind.angleTrueWater',
  courseGuidancePath,
]

/** Four values in the corners of the dial; four more where there is room. */
const HelmReadouts = (): JSX.Element => (
  <div class="helm-readouts">
    {always.map(({ word, ...shown }) => (
      <Readout key={shown.path} {...shown} name={t(word)} />
    ))}
    <Depth />
    {onlyWide.map(({ word, ...shown }) => (
      <Readout key={shown.path} {...shown} name={t(word)} />
    ))}
  </div>
)

const holdMs = 800

/** The target that the autopilot would hold, shown before the hold completes. */
const useIntent = (): string => {
  const { present, pilots } = usePilot()
  const course = useCourseText()
  return useComputed(() => {
    const kind = pilots.kind.value
    if (kind === 'route')
      return course.value === undefined ? t('helm.noCourse') : t('helm.willFollow', { course: course.value })
    return present.value === undefined
      ? t('helm.willKeep')
      : t('helm.willHold', { target: targetInWords(present.value, kind) })
  }).value
}

const EngageButton = (): JSX.Element => {
  const { commands, disabledReason, lease, pilots } = usePilot()
  const intent = useIntent()
  const action = pilots.action('engage')
  const why =
    disabledReason.value === undefined
      ? action?.available === false
        ? action.reason
        : undefined
      : disabledReasonText(disabledReason.value, lease.other.value)
  const isAsked = commands.pendingCommand.value?.kind === 'engage'
  return (
    <HoldButton
      ms={holdMs}
      class="helm-engage"
      testId="engage"
      disabled={disabledReason.value !== undefined || action?.available === false}
      onHeld={() => void commands.engage()}
    >
      <span class="engage-words">
        <strong>{isAsked ? t('helm.requested') : t('helm.engage')}</strong>
        <small>{why ?? intent}</small>
      </span>
    </HoldButton>
  )
}

const StandbyButton = (): JSX.Element => {
  const { commands, mayStandBy } = usePilot()
  const isAsked = commands.pendingCommand.value?.kind === 'disengage'
  return (
    <button
      type="button"
      class="button standby helm-standby"
      data-testid="standby"
      data-asked={isAsked}
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      <i class="stop" />
      {t('helm.standby')}
    </button>
  )
}

/**
 * STANDBY with one tap; engage by holding. STANDBY also works for an autopilot that seems to be offline: the command
 * may still arrive.
 */
const EngageBar = (): JSX.Element | null => {
  const report = usePilot().pilots.chosen.value
  if (report === undefined) return null
  return report.isEngaged || isOffline(report) ? <StandbyButton /> : <EngageButton />
}

/** Loads a part of the helm after the first load, which has a budget. If it cannot be loaded, the helm works without. */
const useLater = <Part,>(isWanted: boolean, load: () => Promise<Part>, afterMs = 0): Part | undefined => {
  const [part, setPart] = useState<Part | undefined>(undefined)
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setTimeout(() => void load().then(setPart, () => undefined), afterMs)
    return () => clearTimeout(timer)
  }, [isWanted])
  return isWanted ? part : undefined
}

const firstPollMs = 4_000

/** Offers found inputs, to owners only. */
const FoundInputsPlace = (): JSX.Element | null => {
  const { link, session } = useBoat()
  const found = useLater(
    session.mayAdminister.value,
    () => import('#inputs/found-inputs-card.tsx'),
    firstPollMs,
  )
  return found === undefined || link.isLost.value ? null : <found.FoundInputsCard />
}

/** The compass, or the wind in WIND mode. The compass stays until the card of the wind is loaded. */
const Face = (props: DialProps): JSX.Element => {
  const isWind = usePilot().pilots.kind.value === 'wind'
  const wind = useLater(isWind, () => import('#dials/helm-wind-dial.tsx'))
  return wind === undefined ? <Dial {...props} /> : <wind.HelmWindDial {...props} />
}

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
const Helm = (): JSX.Element => {
  useSubscription(following)
  const { pilots } = usePilot()
  const { preferences } = useConsole()
  const sheet = useSignal<HelmSheet>(undefined)
  const draft = useSignal<TargetDraft | undefined>(undefined)
  useHelmKeys(sheet)
  const hasPilot = pilots.chosen.value !== undefined
  return (
    <>
      <div class="helm-place">
        <div class="helm" data-hand={preferences.of('hand').value}>
          {/* It takes its room from the dial alone: no key moves under a finger. */}
          <div class="helm-found">
            <FoundInputsPlace />
          </div>
          <div class="helm-face">
            <div class="helm-dial-place">
              <Face draft={draft} onTarget={() => (sheet.value = 'target')} />
            </div>
            <PilotNotice place="dial" />
          </div>
          <RudderBar />
          <HelmReadouts />
          {hasPilot ? <Controls sheet={sheet} /> : <NoPilot />}
        </div>
      </div>
      <OpenSheet sheet={sheet} />
    </>
  )
}

/** An autopilot reports itself within this time. */
const pilotMs = 3_000

/** The helm. Without an autopilot, the instruments fill it. */
export const HelmScreen = (): JSX.Element => {
  const { link } = useBoat()
  const isWithoutPilot = usePilot().pilots.chosen.value === undefined && link.hasSpoken.value
  const later = useLater(isWithoutPilot, () => import('#screens/instruments/instruments-screen.tsx'), pilotMs)
  if (later === undefined) return <Helm />
  return (
    <later.HelmInstruments>
      <Helm />
    </later.HelmInstruments>
  )
}
