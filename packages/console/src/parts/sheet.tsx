import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { t } from '#words/words.ts'

export interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly testId?: string
  readonly children: ComponentChildren
}

/** Counts the open sheets. Immediately: a digit typed into a sheet must not open a screen. */
const useCounted = (): void => {
  const { openSheets } = useConsole()
  useLayoutEffect(() => {
    openSheets.value += 1
    return () => {
      openSheets.value -= 1
    }
  }, [])
}

/** A modal sheet below the pilot's strip. Escape, a tap outside, and anything more urgent close it. */
export const Sheet = ({ title, onClose, testId, children }: SheetProps): JSX.Element => {
  const sheet = useRef<HTMLDivElement>(null)
  const isInTheWay = useConsole().urgent.value !== undefined
  useCounted()
  useEffect(() => {
    if (isInTheWay) onClose()
  }, [isInTheWay])
  useEffect(() => {
    const before = document.activeElement
    sheet.current?.querySelector<HTMLElement>('button:not(:disabled), input, select')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div class="sheet-back" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        ref={sheet}
        class="sheet"
        role="dialog"
        aria-modal="true"
        aria-label={title}
        data-testid={testId}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <header>
          <h2>{title}</h2>
          <button type="button" class="button plain" onClick={onClose} aria-label={t('sheet.close')}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </div>
  )
}
