import { steeringSteps } from '@marinedata/core'
import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { blocksOf, isAsPrinted, type Block } from './printed-page.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const printedAddress = '127.0.0.1:3000'
const run = promisify(execFile)
const limit = { timeout: 300_000 }

/** Each transition between two states once, with all its causes. */
const drawn = (): string => {
  const ways = new Map<string, string[]>()
  for (const [state, steps] of Object.entries(steeringSteps))
    for (const [event, { next, alarm }] of Object.entries(steps)) {
      if (next === state) continue
      const way = `${state.replace('-', '')} --> ${next.replace('-', '')}`
      const words = `${event.replaceAll('-', ' ')}${alarm === undefined ? '' : ' (alarm)'}`
      ways.set(way, [...(ways.get(way) ?? []), words])
    }
  const lines = [...ways].map(([way, words]) => `  ${way}: ${words.join(', ')}`)
  const head = ['stateDiagram-v2', '  state "off-line" as offline', '  [*] --> unreported']
  return [...head, ...lines, ''].join('\n')
}

/** The requests of a block, as method and path below the autopilots. */
const requestsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('curl') && line.includes('$AP'))
    .map((line) => {
      const method = /-X (\w+)/.exec(line)?.[1] ?? 'GET'
      const path = /\$AP([^\s"'?)]*)/.exec(line)?.[1] ?? ''
      return `${method} ${path}`
    })

/** The paths of the OpenAPI document, with the names that the page uses as parameters. */
const requestsOf = (paths: Readonly<Record<string, object>>): string[] =>
  Object.entries(paths).flatMap(([path, methods]) => {
    const [, under] = path.split('/vessels/self/autopilots')
    if (under === undefined) return []
    const asked = under.replace('_default/{id}', '_default/spare').replace('{id}', '_default')
    return Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${asked.replace('{direction}', 'port')}`,
    )
  })

suite('docs/autopilots.md', () => {
  let page = ''
  let blocks: readonly Block[] = []
  let server: ChildProcess | undefined
  let address = ''

  before(async () => {
    page = await readFile(join(root, 'docs', 'autopilots.md'), 'utf8')
    blocks = blocksOf(page)
    // A process group of its own, because npm does not forward signals.
    const args = ['start', '--silent', '--', 'demo', '--port', '0']
    server = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    while (!printed.includes('under way')) {
      const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer]
      printed += line.toString()
    }
    address = /127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
  })

  after(() => {
    if (server?.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  })

  const shell = async (command: string): Promise<string> => {
    const AP = `http://${address}/marinedata/v2/api/vessels/self/autopilots`
    const here = command.replaceAll(printedAddress, address)
    const { stdout } = await run('sh', ['-c', here], { timeout: 30_000, env: { ...process.env, AP } })
    return stdout.replaceAll('\r', '')
  }

  test('the page starts the server as the test does', () => {
    assert.equal(blocks[0]?.text, 'npm start -- demo\n')
    assert.equal(blocks[1]?.text, `AP=http://${printedAddress}/marinedata/v2/api/vessels/self/autopilots\n`)
  })

  test('every command prints the output on the page', limit, async () => {
    let checked = 0
    for (const [index, { language, text }] of blocks.entries()) {
      const answer = blocks[index + 1]
      if (language !== 'sh' || answer?.language !== 'text') continue
      const printed = await shell(text)
      assert.ok(isAsPrinted(printed, answer.text), `${text}printed\n${printed}\ninstead of\n${answer.text}`)
      checked++
    }
    assert.equal(checked, blocks.filter(({ language }) => language === 'sh').length - 2)
  })

  test('the page requests every endpoint at least once', async () => {
    const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>
    }
    const asked = new Set(blocks.flatMap(({ language, text }) => (language === 'sh' ? requestsIn(text) : [])))
    const wanted = requestsOf(document.paths)
    assert.equal(wanted.length, 22)
    assert.deepEqual(
      wanted.filter((request) => !asked.has(request)),
      [],
    )
  })

  test('each code has the status on the page, and none is missing', async () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)].map(([, status, code]) => [
      code,
      status,
    ])
    for (const [code, status] of rows) {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
    }
    const routes = await readFile(
      join(import.meta.dirname, '..', 'src', 'http', 'routes', 'autopilot-routes.ts'),
      'utf8',
    )
    const declared = /const refusals[\s\S]*?\]/.exec(routes)?.[0].match(/'[a-z-]+'/g) ?? []
    for (const code of declared)
      assert.ok(
        rows.some(([row]) => `'${row}'` === code),
        code,
      )
  })

  test('the diagram matches the state table', () => {
    assert.equal(blocks.find(({ language }) => language === 'mermaid')?.text, drawn())
  })
})
