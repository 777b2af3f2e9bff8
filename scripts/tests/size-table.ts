/** A test of the console as it ended. */
export interface EndedTest {
  /** The file without folder and ending. */
  readonly file: string
  readonly title: string
  readonly hasPassed: boolean
}

interface Check {
  readonly file: string
  /** The title without the size. */
  readonly title: string
  readonly size: string
}

const namedSizes: Readonly<Record<string, string>> = {
  phone: '390×844',
  tablet: '1024×768',
  plotter: '1280×800',
}

/** A size, with a palette or without, as titles have it: `C1 320×568, night: …`, `… (phone, day)`, `tablet: …`. */
const sizeInTitle =
  /(?<before>^|[ (])(?<size>phone|tablet|plotter|\d+×\d+)(?:, (?:bright|day|dusk|night|red))?(?=[:,)]|$)/

/** The check that a test made on one size; undefined when its title names none. */
const checkOf = ({ file, title }: EndedTest): Check | undefined => {
  const found = sizeInTitle.exec(title)
  const named = found?.groups?.['size']
  if (found === null || named === undefined) return undefined
  const rest = `${title.slice(0, found.index)}${title.slice(found.index + found[0].length)}`
  const plain = rest.replace(/^[:, ]+/, '').replace(/[\s:(]*\)?$/, '')
  return { file, title: plain, size: namedSizes[named] ?? named }
}

const areaOf = (size: string): number =>
  size
    .split('×')
    .map(Number)
    .reduce((width, height) => width * height)

const titleLength = 56

const shortened = (text: string): string =>
  text.length <= titleLength ? text : `${text.slice(0, titleLength - 1)}…`

const cellOf = (result: boolean | undefined): string => {
  if (result === undefined) return '–'
  return result ? 'ok' : 'FAIL'
}

const lineOf = (label: string, cells: readonly string[]): string =>
  [shortened(label).padEnd(titleLength), ...cells.map((cell) => cell.padStart(9))].join(' ')

/** The checks with their results by size: one line for each check, one column for each size, the smallest first. */
export const sizeTable = (tests: readonly EndedTest[]): string[] => {
  const resultsByCheck = new Map<string, Map<string, boolean>>()
  const sizes = new Set<string>()
  for (const test of tests) {
    const check = checkOf(test)
    if (check === undefined) continue
    const label = `${check.file} ${check.title}`
    const results = resultsByCheck.get(label) ?? new Map<string, boolean>()
    resultsByCheck.set(label, results)
    // One size by day and by night is one column: it is right when both are.
    results.set(check.size, (results.get(check.size) ?? true) && test.hasPassed)
    sizes.add(check.size)
  }
  if (sizes.size === 0) return []
  const columns = [...sizes].toSorted((one, other) => areaOf(one) - areaOf(other))
  return [
    lineOf('check', columns),
    ...[...resultsByCheck].map(([label, results]) =>
      lineOf(
        label,
        columns.map((size) => cellOf(results.get(size))),
      ),
    ),
  ]
}
