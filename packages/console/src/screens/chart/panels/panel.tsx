import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t, type WordKey } from '#words/screen-words.ts'

export interface PanelProps {
  readonly title: ComponentChildren
  readonly testId: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A panel beside the chart. It never covers the controls. Escape closes it, also from a field inside. */
export const Panel = ({ title, testId, onClose, children }: PanelProps): JSX.Element => (
  <section
    class="chart-panel"
    data-testid={testId}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose()
    }}
  >
    <header>
      <h2>{title}</h2>
      <button type="button" class="button plain" aria-label={t('sheet.close')} onClick={onClose}>
        ✕
      </button>
    </header>
    {children}
  </section>
)

/** A label with its value. */
export const Fact = (props: {
  readonly label: string
  readonly texts?: string
  readonly value: string
  readonly testId?: string
  readonly isGrave?: boolean
}): JSX.Element => (
  <div class={props.isGrave === true ? 'chart-fact grave' : 'chart-fact'}>
    <dt title={props.texts}>{props.label}</dt>
    <dd data-testid={props.testId}>{props.value}</dd>
  </div>
)

/** A button of a panel. */
export const Choice = (props: {
  readonly testId: string
  readonly word: WordKey
  readonly onClick: () => void
  readonly isStrong?: boolean
  readonly isDisabled?: boolean
}): JSX.Element => (
  <button
    type="button"
    class={props.isStrong === true ? 'button strong' : 'button'}
    data-testid={props.testId}
    disabled={props.isDisabled}
    onClick={props.onClick}
  >
    {t(props.word)}
  </button>
)

/** An editable name, saved on blur or Enter. The input stays while the panel shows new values. */
export const NameField = (props: {
  readonly label: string
  readonly value: string
  readonly testId: string
  readonly onLeave?: (name: string) => void
  readonly onType?: (name: string) => void
  readonly isDisabled?: boolean
}): JSX.Element => {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      class="chart-name"
      aria-label={props.label}
      maxLength={128}
      data-testid={props.testId}
      value={typed ?? props.value}
      disabled={props.isDisabled}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value)
        props.onType?.(currentTarget.value)
      }}
      onChange={({ currentTarget }) => {
        setTyped(undefined)
        props.onLeave?.(currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
