export const copyOf = (file: string): string => `${file}.good`

/** The audit has a separate append-only copy, so that a new entry does not rewrite all others. */
export const auditCopyOf = (file: string): string => `${file}.good-audit`

/** Name of the copy counter. A database with a lower counter than its copy has lost changes. */
export const copiesFact = 'copies-made'
