const width = 100

/** Formats JSON: short objects on one line, others with one member per line. */
export const compactJson = (value: unknown, indent = ''): string => {
  const line = oneLine(value)
  if (line.length + indent.length <= width || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => compactJson(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${compactJson(member, inner)}`)
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
