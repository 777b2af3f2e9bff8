import { readFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { PassThrough } from 'node:stream'

interface Order {
  /** Files that contain the secret. */
  readonly files: readonly string[]
  /** A folder in which no file may be created. */
  readonly folder: string
  /** A Unix socket with a listener. */
  readonly socket: string
}

type CommandRun = () => unknown
type Attempts = Readonly<Record<string, Readonly<Record<string, CommandRun>>>>

// Beside this module; written by the test.
const order = JSON.parse(readFileSync(new URL('order.json', import.meta.url), 'utf8')) as Order
const [file = ''] = order.files
const target = (name: string): string => `${order.folder}/${name}`
const own = (name: string): string => new URL(name, import.meta.url).pathname
const load = createRequire(import.meta.url)

// Imported on use: some are refused or do not exist.
const fs = () => load('node:fs') as typeof import('node:fs')
const promises = () => load('node:fs/promises') as typeof import('node:fs/promises')
const sqlite = () => load('node:sqlite') as typeof import('node:sqlite')
const processes = () => load('node:child_process') as typeof import('node:child_process')
const modules = () => load('node:module') as typeof import('node:module')
const net = () => load('node:net') as typeof import('node:net')
const v8 = () => load('node:v8') as typeof import('node:v8')

const streamed = async (): Promise<string> => {
  let text = ''
  for await (const chunk of fs().createReadStream(file)) text += String(chunk)
  return text
}

const attached = (): string => {
  const database = new (sqlite().DatabaseSync)(':memory:')
  database.exec(`ATTACH '${file}' AS boat`)
  return JSON.stringify(database.prepare('SELECT * FROM boat.secret').all())
}

/** The REPL reads its history from a file. */
const history = async (): Promise<string> => {
  const { start } = load('node:repl') as typeof import('node:repl')
  const server = start({ input: new PassThrough(), output: new PassThrough(), terminal: true })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.setupHistory(file, (error) => {
    if (error instanceof Error) reject(error)
    else resolve(JSON.stringify((server as unknown as { history: unknown }).history))
    server.close()
  })
  return await promise
}

interface Line {
  once(event: 'error', heed: (error: Error) => void): unknown
  once(event: string, heed: () => void): unknown
}

/** Resolves with the result of a connection, a server or a request. */
const outcomeOf = async (line: Line, event: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  line.once('error', reject)
  line.once(event, () => resolve(event))
  return await promise
}

/** For each module: attempts to read a file with the secret, or to create a file. */
const attempts: Attempts = {
  fs: {
    read: () => fs().readFileSync(file, 'utf8'),
    list: () => fs().readdirSync(order.folder).join(),
    blob: async () => await (await fs().openAsBlob(file)).text(),
    stream: streamed,
    link: () => {
      fs().symlinkSync(file, own('link'))
      return fs().readFileSync(own('link'), 'utf8')
    },
    'hard link': () => fs().linkSync(file, target('linked')),
    copy: () => fs().copyFileSync(file, target('copied')),
    write: () => fs().writeFileSync(target('written'), 'x'),
    append: () => fs().appendFileSync(file, 'x'),
    remove: () => fs().rmSync(file),
    rename: () => fs().renameSync(file, `${file}.old`),
    mode: () => fs().chmodSync(file, 0o777),
    environment: () => fs().readFileSync('/proc/self/environ', 'utf8'),
    'root of the server': () => fs().readFileSync(`/proc/${process.ppid}/root${file}`, 'utf8'),
  },
  'fs/promises': {
    read: async () => await promises().readFile(file, 'utf8'),
    open: async () => await (await promises().open(file)).readFile('utf8'),
    write: async () => await promises().writeFile(target('promised'), 'x'),
  },
  sqlite: {
    open: () => JSON.stringify(new (sqlite().DatabaseSync)(file).prepare('SELECT * FROM secret').all()),
    attach: attached,
    write: () => new (sqlite().DatabaseSync)(':memory:').exec(`VACUUM INTO '${target('vacuumed.db')}'`),
  },
  child_process: {
    run: () =>
      processes()
        .execFileSync('cat', [...order.files])
        .toString(),
    shell: () =>
      processes()
        .execSync(`cat ${file}; touch ${target('touched')}`)
        .toString(),
  },
  cluster: { fork: () => (load('node:cluster') as { fork(): unknown }).fork() },
  worker_threads: {
    worker: () => {
      const { Worker } = load('node:worker_threads') as typeof import('node:worker_threads')
      return new Worker(`require('fs').readFileSync('${file}')`, { eval: true, execArgv: [] })
    },
  },
  module: {
    require: () => JSON.stringify(modules().createRequire(file)(file)),
    cache: () => JSON.stringify(modules().enableCompileCache(target('compiled'))),
    hooks: () => modules().register(`file://${file}`),
  },
  vm: {
    script: () => {
      const { runInThisContext } = load('node:vm') as typeof import('node:vm')
      return String(runInThisContext(`process.getBuiltinModule('fs').readFileSync('${file}', 'utf8')`))
    },
  },
  process: {
    environment: () => process.loadEnvFile(file),
    report: () => process.report.writeReport(target('report.json')),
    folder: () => {
      process.chdir(order.folder)
      return readFileSync(file, 'utf8')
    },
    library: () => process.dlopen({ exports: {} }, file),
  },
  v8: { snapshot: () => v8().writeHeapSnapshot(target('heap.snapshot')) },
  inspector: { open: () => (load('node:inspector') as typeof import('node:inspector')).open(0) },
  'inspector/promises': {
    open: () => (load('node:inspector/promises') as typeof import('node:inspector/promises')).open(0),
  },
  repl: { history },
  crypto: { engine: () => (load('node:crypto') as typeof import('node:crypto')).setEngine(file) },
  wasi: {
    folder: () => {
      const { WASI } = load('node:wasi') as typeof import('node:wasi')
      return new WASI({ version: 'preview1', preopens: { '/': order.folder } })
    },
  },
  test: {
    run: () => {
      const { run } = load('node:test') as typeof import('node:test')
      return run({ files: [file] }).on('error', () => undefined)
    },
  },
  http: {
    socket: async () => {
      const { get } = load('node:http') as typeof import('node:http')
      return await outcomeOf(get({ socketPath: order.socket, path: '/' }), 'response')
    },
  },
  net: { connect: async () => await outcomeOf(net().connect(order.socket), 'connect') },
  tls: {
    connect: async () => {
      const { connect } = load('node:tls') as typeof import('node:tls')
      return await outcomeOf(connect({ path: order.socket }), 'secureConnect')
    },
  },
}

/** Files that the engine and its sockets create, outside Node's permission model. */
const attemptsPastNode: Attempts = {
  net: {
    listen: async () => await outcomeOf(net().createServer().listen(target('listening.sock')), 'listening'),
  },
  trace_events: {
    trace: () => {
      const { createTracing } = load('node:trace_events') as typeof import('node:trace_events')
      process.chdir(order.folder)
      createTracing({ categories: ['v8', 'node'] }).enable()
    },
  },
  v8: { log: () => v8().setFlagsFromString(`--log-all --logfile=${target('v8.log')}`) },
}

/** Modules without a function that reads or creates a file by name. */
const namesNoFile: ReadonlySet<string> = new Set(
  `assert assert/strict async_hooks buffer console constants dgram diagnostics_channel dns dns/promises domain events
  http2 https os path path/posix path/win32 perf_hooks punycode querystring readline readline/promises sea stream
  stream/consumers stream/iter stream/promises stream/web string_decoder sys test/reporters timers timers/promises
  trace_events tty url util util/types zlib zlib/iter`.split(/\s+/),
)

const say = (attempt: string, outcome: string): void => {
  process.stderr.write(`${JSON.stringify({ attempt, outcome: outcome.slice(0, 2_000) })}\n`)
}

const failureOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return `refused: ${code ?? message ?? 'without a reason'}`
}

const patienceMs = 1_500

const tryOut = async (name: string, attempt: CommandRun): Promise<void> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer')), patienceMs)
  try {
    const result = await Promise.race([attempt(), late.promise])
    say(name, `done: ${typeof result === 'string' ? result : typeof result}`)
  } catch (error) {
    say(name, failureOf(error))
  } finally {
    clearTimeout(timer)
  }
}

const names = builtinModules.map((name) => name.replace(/^node:/, '')).filter((name) => !name.startsWith('_'))
for (const name of new Set(names))
  if (!Object.hasOwn(attempts, name) && !namesNoFile.has(name)) say(`${name}: unknown`, 'done: never tried')

process.on('uncaughtException', (error) => say('later', failureOf(error)))
for (const table of [attempts, attemptsPastNode])
  for (const [module, tries] of Object.entries(table))
    for (const [what, attempt] of Object.entries(tries)) await tryOut(`${module}: ${what}`, attempt)
for (const each of order.files)
  await tryOut('import', async () => JSON.stringify(await import(each, { with: { type: 'json' } })))
say('end', 'done')
setInterval(() => undefined, 1_000)
