import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { hostileArchives } from './archives.ts'
import { AttackedBoat, type Outcome } from './attacked-boat.ts'
import { hostileCharts } from './charts.ts'
import { HealthProbe, type Reading } from './health-probe.ts'
import { hostileManifests } from './manifests.ts'
import { Random } from './random.ts'

export const groupNames = ['manifests', 'charts', 'archives'] as const
type GroupName = (typeof groupNames)[number]

export interface TrialOptions {
  readonly seed: number
  /** Files of all groups together. */
  readonly count: number
  /** All by default. */
  readonly groups?: readonly GroupName[]
  /** False where other work uses the processors: slow answers are counted and fail nothing. Default true. */
  readonly judgesTimes?: boolean
}

/** What the files of one group did. */
export interface GroupResult {
  readonly trial: 'hostile-files'
  readonly group: string
  readonly seed: number
  readonly files: number
  readonly accepted: number
  readonly refused: number
  readonly healthAsked: number
  /** Answers above 100 ms and above three times the control. */
  readonly slowAnswers: number
  readonly longestMs: number
  readonly controlLongestMs: number
  /** The largest growth of memory by one file. */
  readonly mostMegabytes: number
  readonly processesLeft: number
  readonly errors: readonly string[]
  readonly pass: boolean
}

interface HostileFile {
  readonly kind: string
}

interface Group<File extends HostileFile> {
  readonly name: string
  readonly files: Iterable<File>
  readonly load: (file: File) => Promise<Outcome>
}

const mostMegabytes = 256

interface Measured {
  readonly boat: AttackedBoat
  readonly probe: HealthProbe
}

/** Adds up what was measured. */
class Tally {
  readonly #judgesTimes: boolean
  accepted = 0
  files = 0
  asks = 0
  slow = 0
  longestMs = 0
  controlLongestMs = 0
  mostBytes = 0
  left = 0
  readonly errors: string[] = []

  constructor(judgesTimes: boolean) {
    this.#judgesTimes = judgesTimes
  }

  async add<File extends HostileFile>(
    file: File,
    load: Group<File>['load'],
    measured: Measured,
  ): Promise<void> {
    let reading = await this.#load(file, load, measured)
    // A file that stops the server does so every time, and a busy disk does not.
    if (this.#judgesTimes && reading.slow > 0) reading = await this.#load(file, load, measured)
    const { slow, longestMs, controlLongestMs, grownBytes } = reading
    this.files++
    this.slow += slow
    this.longestMs = Math.max(this.longestMs, longestMs)
    this.controlLongestMs = Math.max(this.controlLongestMs, controlLongestMs)
    this.mostBytes = Math.max(this.mostBytes, grownBytes)
    if (reading.isAccepted) this.accepted++
    if (this.#judgesTimes && slow > 0)
      this.errors.push(`${file.kind}: /health took ${Math.round(longestMs)} ms`)
    if (grownBytes > mostMegabytes * 1e6) this.errors.push(`${file.kind}: ${Math.round(grownBytes / 1e6)} MB`)
  }

  async #load<File extends HostileFile>(
    file: File,
    load: Group<File>['load'],
    { boat, probe }: Measured,
  ): Promise<Reading & { readonly isAccepted: boolean; readonly grownBytes: number }> {
    const before = await probe.read()
    const outcome = await load(file).catch((error: unknown) => ({
      isAccepted: false,
      error: String(error),
    }))
    if (outcome.error !== undefined) this.errors.push(`${file.kind}: ${outcome.error}`)
    this.left += await boat.processesLeft()
    const reading = await probe.read()
    this.asks += reading.asks
    const grownBytes = reading.peakBytes - before.peakBytes
    return { ...reading, isAccepted: outcome.isAccepted, grownBytes }
  }
}

const runGroup = async <File extends HostileFile>(
  { name, files, load }: Group<File>,
  { seed, judgesTimes = true }: TrialOptions,
  measured: Measured,
): Promise<GroupResult> => {
  const tally = new Tally(judgesTimes)
  for (const file of files) await tally.add(file, load, measured)
  const { accepted, left, errors } = tally
  return {
    trial: 'hostile-files',
    group: name,
    seed,
    files: tally.files,
    accepted,
    refused: tally.files - accepted,
    healthAsked: tally.asks,
    slowAnswers: tally.slow,
    longestMs: Math.round(tally.longestMs),
    controlLongestMs: Math.round(tally.controlLongestMs),
    mostMegabytes: Math.round(tally.mostBytes / 1e6),
    processesLeft: left,
    errors: errors.slice(0, 20),
    pass: errors.length === 0 && left === 0,
  }
}

/** Loads hostile manifests, charts and archives into a real server. Yields a result for each group. */
export const runGroups = async function* (options: TrialOptions): AsyncGenerator<GroupResult> {
  const { seed, count, groups = groupNames } = options
  await using stack = new AsyncDisposableStack()
  const boat = stack.use(await AttackedBoat.start())
  const control = stack.use(await startCli({ settings: {} }))
  const probe = stack.use(new HealthProbe({ attacked: boat.server, control }))
  const made = join(boat.folder, '..', 'made')
  mkdirSync(made)
  const files = Math.ceil(count / groups.length)
  const run = <File extends HostileFile>(group: Group<File>): Promise<GroupResult> =>
    runGroup(group, options, { boat, probe })
  const runs: Readonly<Record<GroupName, (random: Random) => Promise<GroupResult>>> = {
    manifests: (random) =>
      run({
        name: 'manifests',
        files: hostileManifests(random, files),
        load: (file) => boat.runManifest(file),
      }),
    charts: (random) =>
      run({
        name: 'charts',
        files: hostileCharts(random, files, made),
        load: (file) => boat.loadChart(file),
      }),
    archives: (random) =>
      run({
        name: 'archives',
        files: hostileArchives(random, files),
        load: (file) => boat.addArchive(file),
      }),
  }
  for (const name of groups) yield await runs[name](new Random(seed))
}
