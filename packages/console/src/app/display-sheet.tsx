import type { JSX } from 'preact'
import { icons } from '#theme/icons.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { palettes } from '#theme/palettes.ts'
import { t } from '#words/screen-words.ts'
import { useConsole } from '#page/console-context.ts'
import './display-sheet.css'

/** Shows all palettes together: cycling from the darkest would pass the brightest. */
const PaletteChoice = (): JSX.Element => {
  const { theme } = useConsole()
  const chosen = theme.isAutomatic.value ? 'auto' : theme.palette.value
  return (
    <div class="display-palettes" role="group" aria-label={t('settings.palette')}>
      {([...palettes, 'auto'] as const).map((palette) => (
        <button
          key={palette}
          type="button"
          class="button"
          aria-pressed={palette === chosen}
          data-testid={`palette-${palette}`}
          onClick={() => theme.choose(palette)}
        >
          {t(`palette.${palette}`)}
        </button>
      ))}
    </div>
  )
}

/** Palette, brightness and lock of this screen, above the current view. */
export const DisplaySheet = ({ onClose }: { readonly onClose: () => void }): JSX.Element => {
  const { theme, lock } = useConsole()
  return (
    <Sheet title={t('settings.look')} onClose={onClose} testId="display-sheet">
      <PaletteChoice />
      <label class="field display-brightness">
        {t('settings.brightness')} {theme.brightness.value} %
        <input
          type="range"
          min="5"
          max="100"
          step="5"
          value={theme.brightness.value}
          onInput={({ currentTarget }) => {
            theme.brightness.value = Number(currentTarget.value)
          }}
        />
      </label>
      <button
        type="button"
        class="button"
        data-testid="lock-screen"
        onClick={() => {
          onClose()
          lock.value = true
        }}
      >
        <icons.lock />
        {t('shell.lock')}
      </button>
    </Sheet>
  )
}
