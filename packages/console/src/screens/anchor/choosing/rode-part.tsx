import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { LengthField } from './length-field.tsx'
import type { RodeDraft } from './use-rode-draft.ts'

/** Fields for rode and depth, with the resulting scope or a warning that the rode is too short. */
export const RodePart = ({ draft }: { readonly draft: RodeDraft }): JSX.Element => (
  <>
    <LengthField
      label={t('anchor.rodeOut')}
      value={draft.rode}
      onValue={draft.setRode}
      step={5}
      testId="anchor-rode-in"
    />
    <LengthField
      label={t('anchor.depthThere')}
      value={draft.depth}
      onValue={draft.setDepth}
      testId="anchor-depth-in"
    />
    {draft.scope !== undefined && draft.scope <= 1 && <p class="anchor-problem">{t('anchor.tooShort')}</p>}
    {draft.toSend !== undefined && (
      <p class="quiet">{t('anchor.scopeIs', { scope: draft.toSend.scope.toFixed(1) })}</p>
    )}
  </>
)
