import type { JSX } from 'preact'
import { t } from '#words/anchor.ts'
import { LengthField } from './length-field.tsx'
import type { RodeDraft } from './use-rode-draft.ts'

/** How much rode is out and in what depth, and what that is worth: enough of it, or too short to reach the ground. */
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
    {draft.told !== undefined && (
      <p class="quiet">{t('anchor.scopeIs', { scope: draft.told.scope.toFixed(1) })}</p>
    )}
  </>
)
