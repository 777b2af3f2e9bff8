/** JSON of a value that the intake accepted. Numbers, the usual case, skip `JSON.stringify`. */
export const jsonOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'null')
