import type { JSX } from 'preact'
import { keyTable } from '#page/key-table.ts'
import { t } from '#words/screen-words.ts'
import './key-list.css'

/** All keyboard shortcuts. */
export const KeyList = (): JSX.Element => (
  <dl class="key-list">
    {keyTable.map(({ shown, does }) => (
      <div key={does}>
        <dt>
          <kbd>{shown}</kbd>
        </dt>
        <dd>{t(does)}</dd>
      </div>
    ))}
  </dl>
)
