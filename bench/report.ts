import type { Readings, Verdict, Workload } from './workload.ts'

type Member = string | number | boolean
export type Line = Readonly<Record<string, Member>>

const rounded = (value: number): number => Number(value.toPrecision(4))

const prefixed = (prefix: string, name: string): string =>
  prefix === '' ? name : prefix + name.charAt(0).toUpperCase() + name.slice(1)

/** Omits what could not be measured, such as the latency of values that never arrived. */
const extras = (prefix: string, extra: Readonly<Record<string, number>>): Line =>
  Object.fromEntries(
    Object.entries(extra)
      .filter(([, value]) => !Number.isNaN(value))
      .map(([name, value]) => [prefixed(prefix, name), rounded(value)]),
  )

/** The result of a workload: the named members first, then the extra numbers. */
export const makeLine = (workload: Workload, readings: Readings): Line => {
  const { ours, bare, corked, peer } = readings
  const verdict: Verdict | undefined = workload.judge?.(readings)
  return {
    workload: workload.name,
    unit: workload.unit,
    ours: rounded(ours.value),
    bare: rounded(bare.value),
    ...(peer && { peer: rounded(peer.value) }),
    // There is no ratio to zero.
    ...(bare.value !== 0 && { ratio: rounded(ours.value / bare.value) }),
    ...(corked && { corked: rounded(corked.value) }),
    ...extras('', ours.extra),
    ...extras('bare', bare.extra),
    ...(corked && extras('corked', corked.extra)),
    ...(peer && extras('peer', peer.extra)),
    ...(verdict && { target: verdict.target, ok: verdict.ok }),
  }
}

const columns = [
  'workload',
  'unit',
  'ours',
  'bare',
  'corked',
  'peer',
  'ratio',
  'p99Ms',
  'deliveredRatio',
] as const
const verdictWord = (line: Line): string =>
  line['ok'] === undefined ? '' : `${line['ok'] === true ? 'met' : 'MISSED'}: ${line['target']}`

/** The lines as a table. */
export const formatTable = (lines: readonly Line[]): string => {
  const head: readonly string[] = [...columns, 'target']
  const rows = lines.map((line) => [
    ...columns.map((column) => String(line[column] ?? '')),
    verdictWord(line),
  ])
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Shows progress: one line that is overwritten on a terminal, else one line per step. */
export const showProgress = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`)
}
