import type { Severity } from '@marinedata/model'
import type { ComponentChildren, JSX } from 'preact'
import { t, type WordKey } from '#words/screen-words.ts'
import { nameOfPath, testIdOfPath } from '#units/path-names.ts'
import type { ZoneFound } from '../scale.ts'
import { zoneIn, type TileReading } from './tile-reading.ts'
import type { ValueTileProps } from './value-tiles.tsx'

const zoneWords: Readonly<Partial<Record<Severity, WordKey>>> = {
  alert: 'instruments.zone.alert',
  warn: 'instruments.zone.warn',
  alarm: 'instruments.zone.alarm',
  emergency: 'instruments.zone.emergency',
}

/** The word of a zone; empty for a normal state. */
export const zoneWord = (state: Severity): string => {
  const word = zoneWords[state]
  return word === undefined ? '' : t(word)
}

/** Says in words what the colour of a zone means. */
const zoneText = ({ state, message }: ZoneFound): string =>
  message === undefined ? zoneWord(state) : t('instruments.zoneOf', { word: zoneWord(state), message })

const spoken = (name: string, { age, text, unit, old }: TileReading): string => {
  if (age.value === 'dead') return t('value.dead', { label: name })
  return t(age.value === 'fresh' ? 'value.live' : 'value.stale', {
    label: name,
    value: text.value,
    unit: unit.value,
    age: old.value,
  })
}

/** The side letter is small and after the figure: `38°` `P`. */
export const Figure = ({ text, label }: { readonly text: string; readonly label: string }): JSX.Element => {
  const [figure = '', letter] = text.split(' ')
  const hasLetter = letter !== undefined && figure.length < 8 && letter.length <= 3
  return (
    <output class="value" aria-live="off" aria-label={label}>
      {hasLetter ? (
        <>
          {figure}
          <small> {letter}</small>
        </>
      ) : (
        text
      )}
    </output>
  )
}

interface TileFrameProps extends ValueTileProps {
  readonly reading: TileReading
  readonly children: ComponentChildren
}

/** Name, unit or age, and the zone of a tile. */
export const TileFrame = ({ tile, meta, name, reading, children }: TileFrameProps): JSX.Element => {
  const { age, unit, old, side, zone } = reading
  const found = zoneIn(zone.value)
  return (
    <div
      class={`tile tile-${tile.kind}`}
      data-testid={testIdOfPath(tile.path)}
      data-age={age.value}
      data-side={age.value === 'fresh' ? side.value : undefined}
      data-zone={found?.state}
    >
      <header>
        <span class="tile-name" title={tile.path} data-testid="tile-name">
          {found !== undefined && <span class="tile-word">{zoneWord(found.state)}: </span>}
          {name ?? nameOfPath(tile.path, meta)}
        </span>
        <span class="unit">{age.value === 'fresh' ? unit.value : old.value}</span>
      </header>
      {children}
      {found !== undefined && (
        <strong class="tile-zone" data-testid="tile-zone">
          {zoneText(found)}
        </strong>
      )}
    </div>
  )
}

/** The figure of a tile, spoken with its name. */
export const TileFigure = ({ tile, meta, name, reading }: Omit<TileFrameProps, 'children'>): JSX.Element => (
  <Figure text={reading.text.value} label={spoken(name ?? nameOfPath(tile.path, meta), reading)} />
)
