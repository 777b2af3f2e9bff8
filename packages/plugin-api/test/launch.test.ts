import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  askManifest,
  findSandbox,
  LaunchedPlugin,
  LinePace,
  readProgram,
  writeManifest,
  type LaunchOptions,
  type Sandbox,
} from '#host.ts'
import { startPlugin } from '#testing.ts'

const walls = {
  both: await findSandbox(),
  /** Node's permission model alone, as on a machine without bubblewrap. */
  second: { missing: 'not asked for' },
} as const satisfies Readonly<Record<string, Sandbox>>

const fixture = (path: string): string => fileURLToPath(new URL(`plugins/${path}`, import.meta.url))

interface Heard {
  readonly complaints: string[]
  noiseBytes: number
  malformed: number
}

const nobodyHome = new Proxy({} as LaunchOptions['handlers'], {
  get: () => () => {
    throw new MarineDataError('not-found', 'Nobody is here')
  },
})

/** A process, and what came from it that is no message. */
const launch = (program: LaunchOptions['program'], run?: string[], sandbox: Sandbox = walls.both) => {
  const heard: Heard = { complaints: [], noiseBytes: 0, malformed: 0 }
  const launched = new LaunchedPlugin({
    name: 'tried',
    program,
    manifest: run === undefined ? {} : { run },
    chosen: {},
    place: { sandbox },
    handlers: nobodyHome,
    pace: new LinePace(() => performance.now()),
    events: {
      noise: ({ length }) => (heard.noiseBytes += length),
      tooLarge: () => undefined,
      malformed: () => heard.malformed++,
      complaint: (line) => heard.complaints.push(line),
    },
  })
  return { launched, heard, ping: (deadlineMs: number) => launched.line.ask('ping', {}, { deadlineMs }) }
}

const here = { folder: import.meta.dirname, entry: undefined, manifest: undefined }

const fails = (code: string, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarineDataError, String(error))
  assert.equal(error.code, code, error.message)
  if (message) assert.match(error.message, message)
  return true
}

/** Processes of this machine that were started with that word. */
const processesWith = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
    } catch {
      return false
    }
  })

for (const [name, sandbox] of Object.entries(walls))
  describe(`behind ${name === 'both' ? 'both walls' : 'the second wall'}`, () => {
    test('a program that prints nothing but binary garbage harms nobody', async () => {
      const { launched, heard, ping } = launch(readProgram(fixture('garbage.ts')), undefined, sandbox)
      await assert.rejects(ping(800), fails('unconfirmed'))
      assert.ok(heard.noiseBytes > 10_000, `${heard.noiseBytes} bytes`)
      launched.kill()
      assert.equal((await launched.ended).signal, 'SIGKILL')
    })

    test('a program that is not there is told of as such', async () => {
      const { launched, ping } = launch(here, ['/no/such/program'], sandbox)
      await assert.rejects(ping(2_000), fails('plugin-not-running'))
      assert.match((await launched.ended).lastWords, /ENOENT|no such file/i)
    })

    test('a program that ends is told with its code and its last words', async () => {
      const { launched, ping } = launch(
        here,
        ['node', '-e', 'console.error("The keel is off"); process.exit(3)'],
        sandbox,
      )
      await assert.rejects(ping(3_000), fails('plugin-not-running'))
      assert.deepEqual(await launched.ended, { code: 3, signal: null, lastWords: 'The keel is off' })
    })

    test('last words without an end of line are heard too', async () => {
      const { launched, heard } = launch(here, ['node', '-e', 'process.stderr.write("Glug")'], sandbox)
      assert.equal((await launched.ended).lastWords, 'Glug')
      assert.deepEqual(heard.complaints, ['Glug'])
    })

    test('whatever a plugin started ends with it', { skip: process.platform !== 'linux' }, async () => {
      const mark = `61.${process.pid}`
      const { launched, heard } = launch(
        here,
        ['sh', '-c', `sleep ${mark} & echo started >&2; wait`],
        sandbox,
      )
      for (let tries = 0; heard.complaints.length === 0 && tries < 200; tries++) await sleep(10)
      assert.equal(processesWith(mark).length > 0, true)
      launched.kill()
      await launched.ended
      for (let tries = 0; processesWith(mark).length > 0 && tries < 100; tries++) await sleep(10)
      assert.deepEqual(processesWith(mark), [])
    })
  })

test('a program that is no plugin says so by ending without a word', async () => {
  const asked = askManifest({ ...here, entry: fixture('../suites/nothing.ts') }, walls.both)
  await assert.rejects(asked, fails('plugin-failed', /ended with [01] before it answered/))
})

/** A plugin as it is installed: a folder with a package, and the library beside it by a link. */
const installed = (t: TestContext, manifest?: object): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'marinedata-')))
  t.after(() => rmSync(folder, { recursive: true }))
  const link = join(folder, 'node_modules', '@marinedata', 'plugin-api')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(import.meta.dirname, '..'), link)
  const files = {
    'package.json': { name: 'rain-gauge', type: 'module', main: 'main.js' },
    ...(manifest && { 'marinedata-plugin.json': manifest }),
  }
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content))
  writeFileSync(
    join(folder, 'main.js'),
    `import { definePlugin, runPlugin } from '@marinedata/plugin-api'
    const plugin = definePlugin({
      name: 'rain-gauge', version: '1.0.0', description: 'Counts drops',
      writes: { paths: ['environment.rain'] },
      start: (boat) => { boat.publish({ 'environment.rain': 1 }) },
    })
    if (import.meta.main) await runPlugin(plugin)`,
  )
  return folder
}

const told = {
  name: 'rain-gauge',
  version: '1.0.0',
  description: 'Counts drops',
  writes: { paths: ['environment.rain'] },
}

test('a plugin with the library beside it by a link runs', async (t) => {
  await using gauge = await startPlugin(installed(t, told))
  assert.equal(gauge.latest('environment.rain') ?? (await gauge.next('environment.rain')), 1)
})

test('a plugin that tells another manifest than its file is refused, with the difference', async (t) => {
  const folder = installed(t, { ...told, writes: { paths: ['environment.rain', 'environment.snow'] } })
  await assert.rejects(
    startPlugin(folder),
    fails('plugin-failed', /another manifest than its file: at \/writes\/paths\/1 it tells nothing, .*snow/),
  )
})

test('the manifest file is written from what the plugin tells, once', async (t) => {
  const folder = installed(t)
  const file = join(folder, 'marinedata-plugin.json')
  assert.deepEqual(await writeManifest(folder), told)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), told)
  assert.equal(await writeManifest(folder), undefined)
  assert.ok(existsSync(file))
})
