import type { Control, ControlRange, ControlValue } from '@marinedata/model'
import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { ActionRequests } from '#boat/requests.ts'
import { SwitchKey } from '#parts/switch-key.tsx'
import { t, type WordKey } from '#words/screen-words.ts'
import { nameOfPath, testIdOfPath } from '#units/path-names.ts'
import { useTileReading } from '../tiles/tile-reading.ts'
import type { ValueTileProps } from '../tiles/value-tiles.tsx'
import { useControl } from './boat-controls.ts'
import { steppedValue } from './stepped-value.ts'
import './control-tile.css'

interface Setting {
  /** Sets the control. The tile shows the new value when the device has reported it. */
  readonly set: (value: ControlValue) => void
  /** Whether a command waits for the report of the device. */
  readonly isWaiting: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | undefined>
  readonly disabledReason: ReadonlySignal<WordKey | undefined>
}

const useSetting = (path: string): Setting => {
  const boat = useBoat()
  const isWaiting = useSignal(false)
  const [requests] = useState(
    () =>
      new ActionRequests<WordKey>(boat, {
        scope: 'control.command',
        lost: 'shell.noLink',
        forbidden: 'instruments.control.notAllowed',
      }),
  )
  useEffect(() => () => requests[Symbol.dispose](), [requests])
  const set = (value: ControlValue): void => {
    if (isWaiting.peek()) return
    isWaiting.value = true
    void requests
      .send(() => boat.client.call('PUT vessels/self/controls/{path}', { params: { path }, body: { value } }))
      .finally(() => (isWaiting.value = false))
  }
  return { set, isWaiting, problem: requests.problem, disabledReason: requests.disabledReason }
}

interface KeysProps<Range extends ControlRange> {
  readonly range: Range
  /** The reported value; undefined while it is unknown. */
  readonly value: unknown
  readonly text: string
  readonly name: string
  readonly isDisabled: boolean
  readonly onSet: (value: ControlValue) => void
}

type RangeOf<Type extends ControlRange['type']> = Extract<ControlRange, { type: Type }>

const StepKey = (
  props: KeysProps<RangeOf<'number'>> & { readonly direction: 1 | -1; readonly word: WordKey },
): JSX.Element => {
  const { range, value, direction, word, isDisabled, onSet } = props
  const next = steppedValue(range, value, direction)
  return (
    <button
      type="button"
      class="button control-step"
      aria-label={t(word)}
      data-testid={direction > 0 ? 'control-more' : 'control-less'}
      disabled={isDisabled || next === undefined}
      onClick={() => next !== undefined && onSet(next)}
    >
      {direction > 0 ? '+' : '−'}
    </button>
  )
}

const NumberKeys = (props: KeysProps<RangeOf<'number'>>): JSX.Element => (
  <div class="control-number">
    <StepKey {...props} direction={-1} word="instruments.control.less" />
    <output class="value" aria-label={props.name} data-testid="control-value">
      {props.text}
    </output>
    <StepKey {...props} direction={1} word="instruments.control.more" />
  </div>
)

const ChoiceKeys = ({ range, value, name, isDisabled, onSet }: KeysProps<RangeOf<'choice'>>): JSX.Element => (
  <div class="control-choice" role="radiogroup" aria-label={name}>
    {range.values.map((choice) => (
      <button
        key={choice}
        type="button"
        class="button"
        role="radio"
        aria-checked={choice === value}
        data-testid={`control-${choice}`}
        disabled={isDisabled}
        onClick={() => onSet(choice)}
      >
        {choice}
      </button>
    ))}
  </div>
)

const Keys = (props: KeysProps<ControlRange>): JSX.Element => {
  const { range, value, name, isDisabled, onSet } = props
  if (range.type === 'switch') {
    const isOn = value === undefined ? undefined : value === true
    return (
      <SwitchKey isOn={isOn} name={name} testId="control-switch" isDisabled={isDisabled} onSwitch={onSet} />
    )
  }
  if (range.type === 'number') return <NumberKeys {...props} range={range} />
  return <ChoiceKeys {...props} range={range} />
}

/** The note below the keys of a tile: the refusal, why it cannot be used, or that a command is running. */
const noteOf = (control: Control | undefined, { problem, disabledReason, isWaiting }: Setting): string => {
  if (problem.value !== undefined) return problem.value
  if (disabledReason.value !== undefined) return t(disabledReason.value)
  if (isWaiting.value) return t('instruments.control.waiting')
  return control?.online === true ? '' : t('instruments.control.offline')
}

/** A switch, a dimmer or a choice. It shows what the device reports, never what was only asked for. */
export const ControlTile = ({ tile, meta }: ValueTileProps): JSX.Element => {
  const { path } = tile
  const control = useControl(path).value
  const setting = useSetting(path)
  const { age, value, text } = useTileReading(path, meta)
  const name = control?.label ?? nameOfPath(path, meta)
  const known = age.value === 'dead' ? undefined : value.value
  const isDisabled =
    setting.disabledReason.value !== undefined || setting.isWaiting.value || control?.online !== true
  return (
    <div
      class="tile tile-control"
      data-testid={testIdOfPath(path)}
      data-age={age.value}
      aria-busy={setting.isWaiting.value}
    >
      <header>
        <span class="tile-name" title={path} data-testid="tile-name">
          {name}
        </span>
      </header>
      {control !== undefined && (
        <Keys
          {...{ range: control.range, value: known, text: text.value, name, isDisabled, onSet: setting.set }}
        />
      )}
      <small class="control-note" role="status" data-testid="control-note">
        {noteOf(control, setting)}
      </small>
    </div>
  )
}
