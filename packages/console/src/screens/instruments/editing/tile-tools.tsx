import type { JSX } from 'preact'
import { Tabs } from '#parts/tabs.tsx'
import { t, type WordKey } from '#words/screen-words.ts'
import type { Instruments } from '../instruments.ts'
import type { Tile, TileKind } from '../layout.ts'
import { kindsFor } from '../presets.ts'
import { rangeAt } from '../scale.ts'
import { nameOfTile } from '../tile-groups.ts'
import type { PageDraft } from './page-draft.ts'

const kindWords: Readonly<Record<TileKind, WordKey>> = {
  number: 'instruments.kind.number',
  dial: 'instruments.kind.dial',
  bar: 'instruments.kind.bar',
  graph: 'instruments.kind.graph',
  text: 'instruments.kind.text',
  group: 'instruments.kind.group',
  sail: 'instruments.kind.sail',
  control: 'instruments.kind.control',
}

interface ToolProps {
  readonly word: WordKey
  readonly sign: string
  readonly testId: string
  readonly isPossible: boolean
  readonly onPress: () => void
}

const Tool = ({ word, sign, testId, isPossible, onPress }: ToolProps): JSX.Element => (
  <button
    type="button"
    class="button edit-tool"
    data-testid={testId}
    disabled={!isPossible}
    onClick={onPress}
  >
    <b aria-hidden="true">{sign}</b>
    <small>{t(word)}</small>
  </button>
)

interface TileToolsProps {
  readonly draft: PageDraft
  readonly instruments: Instruments
}

/** The kinds that fit the chosen tile. A value that the boat no longer sends keeps its kind. */
const kindsOf = ({ kind, path }: Tile, { paths }: Instruments): readonly TileKind[] => {
  const sent = paths.value?.find((each) => each.path === path)
  return sent === undefined ? [kind] : kindsFor(sent, rangeAt(path, sent.meta) !== undefined)
}

const KindChoice = ({ draft, instruments, tile }: TileToolsProps & { readonly tile: Tile }): JSX.Element => (
  <Tabs
    label={t('instruments.kind')}
    tabs={kindsOf(tile, instruments).map((kind) => ({ id: kind, text: t(kindWords[kind]) }))}
    chosen={tile.kind}
    testIds="kind-"
    onChoose={(kind) => draft.change({ kind })}
  />
)

const sizes = [
  { word: 'instruments.narrower', sign: '↦↤', testId: 'tile-narrower', by: [-1, 0] },
  { word: 'instruments.wider', sign: '↤↦', testId: 'tile-wider', by: [1, 0] },
  { word: 'instruments.lower', sign: '↧', testId: 'tile-lower', by: [0, -1] },
  { word: 'instruments.taller', sign: '↥', testId: 'tile-taller', by: [0, 1] },
] as const

const MoveTools = ({ draft, at }: { readonly draft: PageDraft; readonly at: number }): JSX.Element => (
  <>
    <Tool
      word="instruments.earlier"
      sign="←"
      testId="tile-earlier"
      isPossible={at > 0}
      onPress={() => draft.move(at, at - 1)}
    />
    <Tool
      word="instruments.later"
      sign="→"
      testId="tile-later"
      isPossible={at < draft.page.value.tiles.length - 1}
      onPress={() => draft.move(at, at + 1)}
    />
  </>
)

/** Moves, resizes and removes the chosen tile. */
export const TileTools = ({ draft, instruments }: TileToolsProps): JSX.Element | null => {
  const [tile, at] = [draft.chosen.value, draft.chosenAt.value]
  if (tile === undefined || at === undefined) return null
  return (
    <div class="tile-tools" data-testid="tile-tools">
      <div class="edit-row">
        <strong class="edit-name">{nameOfTile(tile, instruments.metaByPath.value.get(tile.path))}</strong>
        <span class="quiet small" data-testid="tile-size">
          {t('instruments.size', { width: tile.width, height: tile.height })}
        </span>
        <KindChoice draft={draft} instruments={instruments} tile={tile} />
      </div>
      <div class="edit-row tools">
        <MoveTools draft={draft} at={at} />
        {sizes.map(({ by: [width, height], ...tool }) => (
          <Tool
            key={tool.testId}
            {...tool}
            isPossible={draft.canResize(width, height)}
            onPress={() => draft.resize(width, height)}
          />
        ))}
        <Tool
          word="instruments.removeTile"
          sign="✕"
          testId="tile-remove"
          isPossible
          onPress={() => draft.removeTile()}
        />
      </div>
    </div>
  )
}
