import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { Copyable } from '#parts/copyable.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/screen-words.ts'
import { valueText } from './data-row.tsx'
import { curlOf, subscriptionOf, type DataRow, type PathMeta } from './data-table.ts'
import { PathUnit } from './path-unit.tsx'

export interface DataDetailsProps {
  readonly row: DataRow
  readonly meta: PathMeta
  readonly onClose: () => void
}

/** Details of one value, and how a program reads it. */
export const DataDetails = ({ row, meta, onClose }: DataDetailsProps): JSX.Element => {
  const { productWord } = useBoat()
  return (
    <Sheet title={meta.displayName ?? row.path} onClose={onClose} testId="data-details">
      {meta.description !== undefined && <p class="quiet">{meta.description}</p>}
      <dl class="data-facts">
        <dt>{t('data.path')}</dt>
        <dd>{row.path}</dd>
        <dt>{t('data.value')}</dt>
        <dd>
          {valueText(row.value)} {meta.units ?? ''}
        </dd>
        <dt>{t('data.source')}</dt>
        <dd>{row.source}</dd>
      </dl>
      <PathUnit path={row.path} value={row.value} unit={meta.units} />
      <Copyable
        title={t('data.curl')}
        text={curlOf(location.origin, productWord, row.path)}
        testId="data-curl"
      />
      <Copyable title={t('data.subscription')} text={subscriptionOf(row.path)} testId="data-subscription" />
    </Sheet>
  )
}
