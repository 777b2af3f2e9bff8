import type { JSX } from 'preact'
import './tabs.css'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly text: string
}

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  /** Undefined: no selection. */
  readonly chosen: Id | undefined
  /** The test id of a tab is this and its id: `page-` makes `page-engine`. */
  readonly testIds: string
  readonly onChoose: (id: Id) => void
}

/** A row of choices of which one holds. It scrolls sideways where it has no room, and shows the chosen one. */
export const Tabs = <Id extends string>(props: TabsProps<Id>): JSX.Element => (
  <div class="tabs" role="radiogroup" aria-label={props.label}>
    {props.tabs.map(({ id, text }) => (
      <button
        key={id}
        type="button"
        role="radio"
        aria-checked={id === props.chosen}
        data-testid={`${props.testIds}${id}`}
        ref={(button) => {
          if (id === props.chosen) button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }}
        onClick={() => props.onChoose(id)}
      >
        {text}
      </button>
    ))}
  </div>
)
