import { dashes } from '#units/quantities.ts'
import type { JSX } from 'preact'
import { ageText } from '#words/durations.ts'
import { seenFrom, useFigures, useSeen, type Figures } from '#screens/chart/figures.ts'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { beaconOf, timeText, type Target, type TargetKind } from '#navigation/targets.ts'
import { t } from '#words/screen-words.ts'
import { Fact, Panel } from './panel.tsx'

interface TargetProps {
  readonly target: Target
}

/** Closest approach of a ship. */
const ApproachFacts = ({ target: { approach, danger } }: TargetProps): JSX.Element => {
  const figures = useFigures()
  const isGrave = danger !== undefined
  const time = approach === undefined ? dashes : timeText(approach.timeTo)
  return (
    <>
      <Fact
        label={t('chart.cpa')}
        texts={t('chart.cpaLong')}
        value={figures('distance', approach?.distance)}
        testId="target-cpa"
        isGrave={isGrave}
      />
      <Fact
        label={t('chart.tcpa')}
        texts={t('chart.tcpaLong')}
        value={time}
        testId="target-tcpa"
        isGrave={isGrave}
      />
    </>
  )
}

const PlaceFacts = ({ target }: TargetProps): JSX.Element => {
  const { own } = useChartModel().surroundings
  const figures = useFigures()
  const { bearing, range } = seenFrom(own.value?.place, target.place)
  return (
    <>
      <Fact label={t('chart.range')} value={figures('distance', range)} testId="target-range" />
      <Fact label={t('chart.bearing')} value={figures('bearing', bearing)} testId="target-bearing" />
    </>
  )
}

const MotionFacts = ({ target: { speed, course } }: TargetProps): JSX.Element => {
  const figures = useFigures()
  return (
    <>
      <Fact label="SOG" texts={t('chart.sog')} value={figures('speed', speed)} testId="target-sog" />
      <Fact label="COG" texts={t('chart.cog')} value={figures('bearing', course)} testId="target-cog" />
    </>
  )
}

const stateWords = {
  motoring: 'chart.state.motoring',
  anchored: 'chart.state.anchored',
  'not under command': 'chart.state.notUnderCommand',
  'restricted manouverability': 'chart.state.restricted',
  'constrained by draft': 'chart.state.constrained',
  moored: 'chart.state.moored',
  aground: 'chart.state.aground',
  fishing: 'chart.state.fishing',
  sailing: 'chart.state.sailing',
} as const

const isKnownState = (state: string): state is keyof typeof stateWords => Object.hasOwn(stateWords, state)

/** `12 × 4 m`; dashes for what is unknown. */
const sizeText = (length: number | undefined, beam: number | undefined, figures: Figures): string => {
  if (length === undefined && beam === undefined) return dashes
  const [long = dashes, broad = dashes] = [length, beam].map((metres) =>
    metres === undefined ? undefined : figures('length', metres),
  )
  return `${long.replace(/ .*/, '')} × ${broad}`
}

/** The details for recognising and calling a ship. */
const IdentityFacts = ({ target: { identity, heading, length } }: TargetProps): JSX.Element => {
  const figures = useFigures()
  const { mmsi, callSign, shipType, beam, destination, state } = identity
  const status = state !== undefined && isKnownState(state) ? t(stateWords[state]) : state
  return (
    <dl class="chart-facts identity" data-testid="target-identity">
      <Fact label="MMSI" value={mmsi} testId="target-mmsi" />
      <Fact label={t('chart.callSign')} value={callSign ?? dashes} testId="target-call-sign" />
      <Fact label={t('chart.size')} value={sizeText(length, beam, figures)} testId="target-size" />
      <Fact label={t('helm.hdg')} value={figures('bearing', heading)} testId="target-heading" />
      <Fact label={t('chart.shipType')} value={shipType ?? dashes} testId="target-type" />
      <Fact label={t('chart.navStatus')} value={status ?? dashes} testId="target-state" />
      <Fact label={t('chart.destination')} value={destination ?? dashes} testId="target-destination" />
    </dl>
  )
}

const TargetStatus = ({ target }: TargetProps): JSX.Element | null => {
  const { danger, isTest, isCallForHelp } = target
  if (isTest || isCallForHelp)
    return (
      <p class={isTest ? 'chart-target-status' : 'chart-target-status alarm'} data-testid="target-status">
        {t(isTest ? 'chart.beaconTest' : 'chart.distress')}
      </p>
    )
  if (danger === undefined) return null
  return (
    <p class={`chart-target-status ${danger}`} data-testid="target-status">
      {t(`chart.danger.${danger}`)}
    </p>
  )
}

/** Kind of the target, in its own words if it has any. */
const kindText = (target: Target): string => {
  const { kind, aidType, isVirtual, isOffPosition } = target
  if (kind === 'beacon') return t(`chart.beacon.${beaconOf(target)}`)
  if (kind !== 'aid') return t(`chart.kind.${kind}`)
  const parts = [aidType ?? t('chart.kind.aid')]
  if (isVirtual) parts.push(t('chart.virtual'))
  if (isOffPosition) parts.push(t('chart.offPosition'))
  return parts.join(' · ')
}

const Card = ({ target }: TargetProps): JSX.Element => {
  const age = ageText(target.age)
  return (
    <>
      <TargetStatus target={target} />
      <p class="quiet">
        <span data-testid="target-kind">{kindText(target)}</span>
        {' · '}
        <span data-testid="target-age">{t(target.isLost ? 'chart.lost' : 'chart.heard', { age })}</span>
      </p>
      <dl class={target.kind === 'vessel' ? 'chart-facts many' : 'chart-facts'}>
        {target.kind === 'vessel' && <ApproachFacts target={target} />}
        <PlaceFacts target={target} />
        {target.kind !== 'aid' && <MotionFacts target={target} />}
      </dl>
      {target.kind === 'vessel' && <IdentityFacts target={target} />}
    </>
  )
}

/** Details of one AIS target. */
export const TargetPanel = ({ context }: { readonly context: string }): JSX.Element => {
  const model = useChartModel()
  const target = model.surroundings.targets.value.find((each) => each.context === context)
  return (
    <Panel title={target?.name ?? dashes} testId="target-card" onClose={() => model.close()}>
      {target === undefined ? <p class="quiet">{t('chart.gone')}</p> : <Card target={target} />}
    </Panel>
  )
}

/** Signs as on the chart; empty for ships. */
const signs: Readonly<Record<TargetKind, string>> = { vessel: '', aircraft: '✈ ', aid: '◇ ', beacon: '⊗ ' }

const signOf = ({ kind, danger }: Target): string => {
  if (kind !== 'vessel' || danger === undefined) return signs[kind]
  return danger === 'alarm' ? '▲ ' : '● '
}

const Row = ({ target }: { readonly target: Target }): JSX.Element => {
  const model = useChartModel()
  const figures = useFigures()
  const seen = useSeen()
  const { approach, danger, isLost, kind, name } = target
  return (
    <li>
      <button
        type="button"
        class={`chart-row ${danger ?? ''} ${isLost ? 'lost' : ''}`}
        data-testid="target-row"
        data-kind={kind}
        data-tcpa={approach?.timeTo}
        onClick={() => model.showTarget(target)}
      >
        <span class="chart-row-name">
          <span aria-hidden="true">{signOf(target)}</span>
          {name}
        </span>
        <span class="chart-row-place">{seen(target.place)}</span>
        {kind === 'vessel' && (
          <>
            <span>{figures('distance', approach?.distance)}</span>
            <span>{approach === undefined ? dashes : timeText(approach.timeTo)}</span>
          </>
        )}
      </button>
    </li>
  )
}

/** The hidden kinds, and whether ships have trails. */
const Filters = (): JSX.Element => {
  const { settings, surroundings, shownTargets } = useChartModel()
  const hidden = surroundings.targets.value.length - shownTargets.value.length
  const entries = [
    { name: 'hidesResting', word: 'chart.hideResting' },
    { name: 'hasTrails', word: 'chart.trails' },
  ] as const
  return (
    <div class="chart-filters">
      {entries.map(({ name, word }) => (
        <label key={name}>
          <input
            type="checkbox"
            data-testid={`filter-${name}`}
            checked={settings[name].value}
            onChange={() => (settings[name].value = !settings[name].peek())}
          />
          {t(word)}
        </label>
      ))}
      {hidden > 0 && (
        <span class="quiet small" data-testid="targets-hidden">
          {t('chart.hiddenTargets', { count: hidden })}
        </span>
      )}
    </div>
  )
}

/** The AIS targets that are shown, the dangerous ones first. */
export const TargetsPanel = (): JSX.Element => {
  const model = useChartModel()
  const targets = model.shownTargets.value
  return (
    <Panel title={`${t('chart.ships')} ${targets.length}`} testId="target-list" onClose={() => model.close()}>
      <Filters />
      {targets.length === 0 ? (
        <p class="quiet">{t('chart.noShips')}</p>
      ) : (
        <>
          <div class="chart-row-head" aria-hidden="true">
            <span />
            <span>{t('chart.cpa')}</span>
            <span>{t('chart.tcpa')}</span>
          </div>
          <ul class="chart-list">
            {targets.map((target) => (
              <Row key={target.context} target={target} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
