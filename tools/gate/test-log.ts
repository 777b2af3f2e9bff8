/** What the reports of node:test in a log add up to. */
export interface TestCounts {
  readonly tests: number
  readonly passed: number
  readonly failed: number
}

const sumOf = (lines: readonly string[], what: string): number =>
  lines.reduce((sum, line) => {
    const [mark, name, count, ...rest] = line.trim().split(/\s+/)
    const isCount = (mark === 'ℹ' || mark === '#') && name === what && rest.length === 0
    return isCount ? sum + Number(count) : sum
  }, 0)

/** Sums the counts of every summary of node:test in a log ("ℹ pass 3" or "# pass 3"). */
export const testCounts = (log: string): TestCounts => {
  const lines = log.split('\n')
  return {
    tests: sumOf(lines, 'tests'),
    passed: sumOf(lines, 'pass'),
    failed: sumOf(lines, 'fail') + sumOf(lines, 'cancelled'),
  }
}

export interface TimedTest {
  readonly title: string
  readonly seconds: number
}

/** The tests of a log with their durations, without the suites that contain them. */
export const timedTests = (log: string): TimedTest[] => {
  // The list of failing tests repeats what is above it.
  const [report = ''] = log.split(/^✖ failing tests:$/m)
  const suites = new Set([...report.matchAll(/^\s*▶ (.+)$/gm)].map(([, title]) => title))
  return [...report.matchAll(/^\s*[✔✖] (.+) \(([\d.]+)ms\)$/gm)]
    .map(([, title = '', duration]) => ({ title, seconds: Number(duration) / 1_000 }))
    .filter(({ title }) => !suites.has(title))
}

const failureMark = /^\s*✖ /
const stackLine = /^\s+at /

/** Failing tests with the first lines of their errors, or the last lines of a log without failing tests. */
export const lastWords = (log: string, room: number): string[] => {
  const words: string[] = []
  for (const [, report = ''] of log.matchAll(/^✖ failing tests:$([\s\S]*?)(?=^ℹ tests |(?![\s\S]))/gm)) {
    let place = ''
    let left = 0
    for (const line of report.split('\n')) {
      if (line.startsWith('test at ')) place = `${line.slice('test at '.length)} `
      else if (failureMark.test(line)) {
        words.push(`${place}${line.trim()}`)
        left = 3
      } else if (stackLine.test(line)) left = 0
      else if (line.trim() !== '' && left-- > 0) words.push(`  ${line.trim()}`)
    }
  }
  const found = words.length > 0 ? words.slice(0, room) : log.trimEnd().split('\n').slice(-room)
  return found.map((line) => line.slice(0, 300))
}
