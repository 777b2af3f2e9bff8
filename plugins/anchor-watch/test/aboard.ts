import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('..', import.meta.url))
export const home = { latitude: 54.5, longitude: 11.2 }
/** A position this many metres south of home. */
export const south = (metres: number) => ({ ...home, latitude: home.latitude - metres / 111_195 })

export type Report = Readonly<Record<string, unknown>> & {
  readonly state: string
  readonly maxRadius: number | null
  readonly alert: { readonly level: string; readonly reason: string; readonly message: string }
}

export const reportOf = (plugin: StartedPlugin): Report => {
  const report = plugin.devices.get('anchor-watch')?.reports.at(-1)
  assert.ok(report, 'The watch sent no report')
  // The tests check its members.
  return report as Report
}

/** Sends position, heading and depth. */
export const tell = (plugin: StartedPlugin, position: unknown): number =>
  plugin.send([
    {
      updates: [
        {
          $source: 'gps',
          values: [
            { path: 'navigation.position', value: position },
            { path: 'navigation.gnss.horizontalDilution', value: 0.9 },
            { path: 'navigation.headingTrue', value: 0 },
            { path: 'environment.depth.belowSurface', value: 6 },
          ],
        },
      ],
    },
  ])

/** Waits until a report matches. */
export const shows = async (
  plugin: StartedPlugin,
  isShown: (report: Report) => boolean,
  deadlineMs = 60_000,
): Promise<Report> => {
  const until = performance.now() + deadlineMs
  for (;;) {
    const report = reportOf(plugin)
    if (isShown(report)) return report
    assert.ok(performance.now() < until, `No report matched: ${JSON.stringify(report)}`)
    await sleep(10)
  }
}
