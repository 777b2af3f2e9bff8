import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '#words/screen-words.ts'

export interface CopyableProps {
  readonly title: string
  readonly text: string
  readonly testId: string
}

/** A text with a copy button. Where the browser blocks the clipboard, the text can still be selected. */
export const Copyable = ({ title, text, testId }: CopyableProps): JSX.Element => {
  const [copied, setCopied] = useState<string | undefined>(undefined)
  const copy = async (): Promise<void> => {
    // Absent on an unencrypted connection.
    const { clipboard } = navigator as Partial<Navigator>
    await clipboard?.writeText(text)
    if (clipboard !== undefined) setCopied(text)
  }
  return (
    <div class="copyable">
      <span class="quiet small">{title}</span>
      <code data-testid={testId} tabIndex={0}>
        {text}
      </code>
      <button type="button" class="button" onClick={() => void copy()}>
        {t(copied === text ? 'data.copied' : 'data.copy')}
      </button>
    </div>
  )
}
