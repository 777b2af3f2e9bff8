import type { JSX } from 'preact'
import { t, type WordKey } from '#words/words.ts'

const keys: readonly (readonly [keys: string, does: WordKey])[] = [
  ['Space', 'keys.standby'],
  ['← →', 'keys.one'],
  ['Shift ← →', 'keys.ten'],
  ['A', 'keys.engage'],
  ['1 2 3 4', 'keys.mode'],
  ['T G', 'keys.tack'],
  ['D', 'keys.dodge'],
  ['M', 'keys.mob'],
  ['S', 'keys.silence'],
  ['K', 'keys.acknowledge'],
  ['N', 'keys.palette'],
  ['F', 'keys.fullscreen'],
  ['h c a l d', 'keys.screens'],
  ['+ −', 'keys.zoom'],
]

/** All keyboard shortcuts. */
export const KeyList = (): JSX.Element => (
  <section class="card settings-card" data-testid="key-list">
    <h2>{t('settings.keys')}</h2>
    <dl class="key-list">
      {keys.map(([names, does]) => (
        <div key={does}>
          <dt>
            <kbd>{names}</kbd>
          </dt>
          <dd>{t(does)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
