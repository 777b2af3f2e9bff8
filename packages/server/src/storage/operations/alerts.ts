import type { AlertChanges, EndedRecord } from '@marinedata/core'
import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

const remember = ({ database }: WriteStep, over: readonly EndedRecord[], remembered: number): void => {
  const put = database.prepare('INSERT OR REPLACE INTO past_alert (id, record) VALUES (?, ?)')
  for (const record of over) put.run(record.id, JSON.stringify(record))
  database
    .prepare(
      'DELETE FROM past_alert WHERE number NOT IN (SELECT number FROM past_alert ORDER BY number DESC LIMIT ?)',
    )
    .run(remembered)
}

/** All changes of alerts, with the deed that made them. */
export const putAlerts = operation(
  'alert.write',
  (step, { kept, over, remembered }: AlertChanges, deeds: readonly AuditRecord[]) => {
    const remove = step.database.prepare('DELETE FROM alert WHERE id = ?')
    const put = step.database.prepare(`
      INSERT INTO alert (id, path, source, record) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET record = excluded.record
      ON CONFLICT (path, source) DO UPDATE SET id = excluded.id, record = excluded.record`)
    for (const { id } of over) remove.run(id)
    if (over.length > 0) remember(step, over, remembered)
    for (const record of kept) put.run(record.id, record.path, record.source, JSON.stringify(record))
    for (const deed of deeds) step.record(deed)
    if (deeds.length > 0) step.copySoon()
  },
)

export const alertOperations = [putAlerts]
