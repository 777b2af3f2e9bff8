export const copyOf = (file: string): string => `${file}.good`

/** The audit has an append-only copy of its own, so that a new entry does not rewrite all others. */
export const auditCopyOf = (file: string): string => `${file}.good-audit`

/** Name of the copy counter. A database with a lower counter than its copy has lost changes. */
export const copiesFact = 'copies-made'
