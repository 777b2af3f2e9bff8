export const copyOf = (file: string): string => `${file}.good`

/** The audit is copied into a file of its own, to which entries are only added: an entry does not rewrite all the others. */
export const auditCopyOf = (file: string): string => `${file}.good-audit`

/** Counts the copies that were made; a database that knows of fewer than its copy has lost something. */
export const copiesFact = 'copies-made'
