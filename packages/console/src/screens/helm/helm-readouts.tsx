import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { Readout, type ReadoutProps } from '#parts/readout.tsx'
import { t, type WordKey } from '#words/words.ts'

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

/** In order of preference: the smallest depth first. */
const depths: readonly (readonly [path: string, word: WordKey])[] = [
  ['environment.depth.belowKeel', 'helm.dpt'],
  ['environment.depth.belowTransducer', 'helm.dptTransducer'],
  ['environment.depth.belowSurface', 'helm.dptSurface'],
]

/** The depth that this boat has. */
const Depth = (): JSX.Element => {
  const { values } = useBoat()
  const available = useComputed(
    () => depths.find(([path]) => values.of(path).value !== undefined) ?? depths[0],
  )
  const [path, word] = available.value ?? ['environment.depth.belowKeel', 'helm.dpt']
  return <Readout key={path} path={path} quantity="depth" label="DPT" name={t(word)} testId="rd-dpt" />
}

export const helmPaths: readonly string[] = [
  ...[...always, ...onlyWide].map(({ path }) => path),
  ...depths.map(([path]) => path),
  'navigation.headingMagnetic',
  'navigation.headingTrue',
  'navigation.magneticVariation',
  'environment.wind.angleTrueWater',
]

/** Four values on a phone, eight on wide screens. */
export const HelmReadouts = (): JSX.Element => (
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
