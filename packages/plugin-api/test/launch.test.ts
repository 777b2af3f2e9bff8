import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
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
  RateLimiter,
  readProgram,
  writeManifest,
  type LaunchOptions,
  type Sandbox,
} from '#host.ts'
import { startPlugin } from '#testing.ts'

const walls = {
  both: await findSandbox(),
  /** Only Node's permission model, as on a machine without bubblewrap. */
  second: { missing: 'not asked for' },
} as const satisfies Readonly<Record<string, Sandbox>>

const fixture = (path: string): string => fileURLToPath(new URL(`plugins/${path}`, import.meta.url))

interface Output {
  /** Emits `output` after each change. */
  readonly changes: EventEmitter
  readonly stderrLines: string[]
  noiseBytes: number
  malformed: number
}

const nobodyHome = new Proxy({} as LaunchOptions['handlers'], {
  get: () => () => {
    throw new MarineDataError('not-found', 'Nobody is here')
  },
})

/** A process, and its output that is not a message. */
const launch = (program: LaunchOptions['program'], run?: string[], sandbox: Sandbox = walls.both) => {
  const changes = new EventEmitter()
  const output: Output = { changes, stderrLines: [], noiseBytes: 0, malformed: 0 }
  const launched = new LaunchedPlugin({
    name: 'tried',
    program,
    manifest: run === undefined ? {} : { run },
    chosen: {},
    place: { sandbox },
    handlers: nobodyHome,
    limiter: new RateLimiter(() => performance.now()),
    events: {
      noise: ({ length }) => {
        output.noiseBytes += length
        changes.emit('output')
      },
      tooLarge: () => undefined,
      malformed: () => output.malformed++,
      stderrLine: (line) => output.stderrLines.push(line),
    },
  })
  return { launched, output, ping: (deadlineMs: number) => launched.rpc.request('ping', {}, { deadlineMs }) }
}

const here = { folder: import.meta.dirname, entry: undefined, manifest: undefined }

/** A program that answers the first request after 400 notifications, in one write, and exits. */
const answersAndExits = `
  process.stdin.once('data', (data) => {
    const framed = (json) => 'Content-Length: ' + json.length + '\\r\\n\\r\\n' + json
    const log = framed('{"jsonrpc":"2.0","method":"log","params":{}}')
    const id = /"id":([0-9]+)/.exec(data.toString())[1]
    process.stdout.write(log.repeat(400) + framed('{"jsonrpc":"2.0","id":' + id + ',"result":{}}'), () => process.exit(0))
  })`

const fails = (code: string, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarineDataError, String(error))
  assert.equal(error.code, code, error.message)
  if (message) assert.match(error.message, message)
  return true
}

const patienceMs = 30_000

/** Polls what the system does not report as an event. */
const eventually = async (what: string, isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (!isSo()) {
    assert.ok(performance.now() < deadline, `Not within ${patienceMs} ms: ${what}`)
    await sleep(10)
  }
}

/** Processes on this machine whose command line contains the word. */
const processesWith = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
    } catch {
      return false
    }
  })

for (const [name, sandbox] of Object.entries(walls))
  describe(`with ${name === 'both' ? 'sandbox and permission model' : 'the permission model only'}`, () => {
    test('survives a program that prints binary garbage', async () => {
      const { launched, output, ping } = launch(readProgram(fixture('garbage.ts')), undefined, sandbox)
      try {
        const signal = AbortSignal.timeout(patienceMs)
        while (output.noiseBytes <= 10_000) await once(output.changes, 'output', { signal })
        await assert.rejects(ping(800), fails('unconfirmed'))
      } finally {
        // A process that is left would keep this file from ending.
        launched.kill()
      }
      assert.equal((await launched.ended).signal, 'SIGKILL')
    })

    test('reports a program that does not exist', async () => {
      const { launched, ping } = launch(here, ['/no/such/program'], sandbox)
      await assert.rejects(ping(2_000), fails('plugin-not-running'))
      assert.match((await launched.ended).stderrTail, /ENOENT|no such file/i)
    })

    test('takes an answer that a process writes behind hundreds of messages before it exits', async () => {
      const { launched, ping } = launch(here, ['node', '-e', answersAndExits], sandbox)
      assert.deepEqual(await ping(20_000), {})
      assert.equal((await launched.ended).code, 0)
    })

    test('reports the exit code and the end of stderr', async () => {
      const { launched, ping } = launch(
        here,
        ['node', '-e', 'console.error("The keel is off"); process.exit(3)'],
        sandbox,
      )
      await assert.rejects(ping(3_000), fails('plugin-not-running'))
      assert.deepEqual(await launched.ended, { code: 3, signal: null, stderrTail: 'The keel is off' })
    })

    test('reads a last line of stderr without a line end', async () => {
      const { launched, output } = launch(here, ['node', '-e', 'process.stderr.write("Glug")'], sandbox)
      assert.equal((await launched.ended).stderrTail, 'Glug')
      assert.deepEqual(output.stderrLines, ['Glug'])
    })

    test('kills everything that a plugin started', { skip: process.platform !== 'linux' }, async () => {
      const mark = `61.${process.pid}`
      const { launched, output } = launch(
        here,
        ['sh', '-c', `sleep ${mark} & echo started >&2; wait`],
        sandbox,
      )
      // The shell writes the line before its child has become the program.
      const isStarted = (): boolean => output.stderrLines.length > 0 && processesWith(mark).length > 0
      await eventually('the child has started', isStarted)
      launched.kill()
      await launched.ended
      await eventually('the child has ended', () => processesWith(mark).length === 0)
    })
  })

test('kills a plugin whose sandbox is stopped', { skip: 'missing' in walls.both }, async () => {
  const mark = `62.${process.pid}`
  const { launched } = launch(here, ['sh', '-c', `sleep ${mark}; true`])
  // The shell has a child, and bwrap has reported its own.
  const isStarted = (): boolean => processesWith(mark).length > 0 && launched.rootPid !== undefined
  await eventually('the child has started', isStarted)
  const inner = launched.rootPid!
  const stat = readFileSync(`/proc/${inner}/stat`, 'latin1')
  const [, outer = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  for (const pid of [Number(outer), inner]) process.kill(pid, 'SIGSTOP')
  launched.kill()
  assert.equal((await launched.ended).signal, 'SIGKILL')
  await eventually('the child has ended', () => processesWith(mark).length === 0)
})

test('reports a program that is not a plugin', async () => {
  const asked = askManifest({ ...here, entry: fixture('../suites/nothing.ts') }, walls.both)
  await assert.rejects(asked, fails('plugin-failed', /exited with [01] before it answered/))
})

/** A plugin as it is installed: a folder with a package, and the library linked next to it. */
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

const manifest = {
  name: 'rain-gauge',
  version: '1.0.0',
  description: 'Counts drops',
  writes: { paths: ['environment.rain'] },
}

test('runs a plugin with a linked library', async (t) => {
  await using gauge = await startPlugin(installed(t, manifest))
  assert.equal(gauge.latest('environment.rain') ?? (await gauge.next('environment.rain')), 1)
})

test('a plugin that needs a database has it in its own folder, which stays', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const number of [1, 2]) {
    await using plugin = await startPlugin(fixture('bookkeeper.ts'), { folder })
    assert.equal(plugin.status?.message, `start number ${number}`)
  }
})

test('a plugin that does not need a database has no module for it', async () => {
  await assert.rejects(
    startPlugin(fixture('database-thief.ts')),
    fails('plugin-failed', /No such built-in module: node:sqlite/),
  )
})

test('rejects a plugin whose manifest differs from its file, with the difference', async (t) => {
  const folder = installed(t, { ...manifest, writes: { paths: ['environment.rain', 'environment.snow'] } })
  await assert.rejects(
    startPlugin(folder),
    fails('plugin-failed', /differs from its file: at \/writes\/paths\/1 the plugin has nothing, .*snow/),
  )
})

test('writes the manifest file from the plugin, once', async (t) => {
  const folder = installed(t)
  const file = join(folder, 'marinedata-plugin.json')
  assert.deepEqual(await writeManifest(folder), manifest)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), manifest)
  assert.equal(await writeManifest(folder), undefined)
  assert.ok(existsSync(file))
})
