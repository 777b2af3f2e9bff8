import type { JSX } from 'preact'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/screen-words.ts'
import { KeyList } from './key-list.tsx'

/** The shortcuts above any screen. */
export const KeySheet = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Sheet title={t('settings.keys')} onClose={onClose} testId="key-sheet">
    <KeyList />
  </Sheet>
)
