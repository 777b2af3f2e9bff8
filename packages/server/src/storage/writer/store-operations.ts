import { alertOperations } from '../operations/alerts.ts'
import { auditOperations } from '../operations/audit.ts'
import { courseOperations } from '../operations/course.ts'
import { factOperations } from '../operations/facts.ts'
import { lastUseOperations } from '../operations/last-use.ts'
import { pluginOperations } from '../operations/plugins.ts'
import { preferenceOperations } from '../operations/preferences.ts'
import { resourceOperations } from '../operations/resources.ts'
import type { Operation } from './operation.ts'

/** All operations of the writing thread, by name. */
export const operationByName: ReadonlyMap<string, Operation<never, unknown>> = new Map(
  [
    ...factOperations,
    ...pluginOperations,
    ...preferenceOperations,
    ...auditOperations,
    ...alertOperations,
    ...courseOperations,
    ...resourceOperations,
    ...lastUseOperations,
  ].map((operation) => [operation.name, operation]),
)
