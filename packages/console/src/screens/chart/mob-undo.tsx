import { render, type JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { t } from '#words/words.ts'
import type { Overboard } from './state/overboard.ts'
import { useTable } from './table-context.ts'

const UndoButton = ({ overboard }: { readonly overboard: Overboard }): JSX.Element | null => {
  const seconds = overboard.undoSeconds.value
  if (seconds === undefined) return null
  return (
    <div class="chart-undo">
      <button
        type="button"
        class="button strong"
        data-testid="mob-undo"
        disabled={overboard.hindrance.value !== undefined}
        onClick={() => void overboard.end()}
      >
        {t('chart.mobUndo', { seconds })}
      </button>
    </div>
  )
}

/**
 * A slip of the finger is taken back here. It stands beside the console and not in it: the alarm that it has raised puts
 * all of the screen out of reach.
 */
export const MobUndo = (): null => {
  const { overboard } = useTable()
  useEffect(() => {
    const place = document.createElement('div')
    document.body.append(place)
    render(<UndoButton overboard={overboard} />, place)
    return () => {
      render(null, place)
      place.remove()
    }
  }, [])
  return null
}
