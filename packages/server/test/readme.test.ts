import { MarineDataClient } from '@marinedata/client'
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { blocksOf, isAsPrinted, type Block } from './printed-page.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const printedAddress = '127.0.0.1:3000'
const run = promisify(execFile)

const firstFix = async (url: string): Promise<void> => {
  const client = new MarineDataClient({ url })
  await using stream = client.stream({ subscribe: 'self', signal: AbortSignal.timeout(10_000) })
  for await (const { updates } of stream)
    if (updates.some(({ values = [] }) => values.some(({ path }) => path === 'navigation.position'))) return
  assert.fail('The boat has no position')
}

suite('the commands of the README', () => {
  let examples = ''
  let server: ChildProcess | undefined
  let address = ''
  let blocks: readonly Block[] = []

  before(async () => {
    blocks = blocksOf(await readFile(join(root, 'README.md'), 'utf8'))
    examples = await mkdtemp(join(root, 'docs', 'examples', 'run-'))
    // A process group of its own, because npm does not forward signals.
    const args = ['start', '--silent', '--', 'demo', '--port', '0']
    server = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    while (!printed.includes('under way')) {
      const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer]
      printed += line.toString()
    }
    address = /127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    // Waits for the first position.
    await firstFix(`http://${address}`)
  })

  after(async () => {
    if (server?.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await rm(examples, { recursive: true, force: true })
  })

  /** Runs a command of the page with the address of this server. */
  const shell = async (command: string): Promise<string> => {
    const here = command.trim().replaceAll(printedAddress, address)
    // A command may fail and still print the expected output.
    const { stdout } = await run('sh', ['-c', here], { cwd: root, timeout: 30_000 }).catch(
      (error: unknown) => error as { stdout: string },
    )
    return stdout
  }

  /** The example with the address of this server. */
  const localExample = async (command: string): Promise<string> => {
    const file = /\S+\.ts/.exec(command)?.[0] ?? ''
    const copy = join(examples, basename(file))
    const text = await readFile(join(root, file), 'utf8')
    await writeFile(copy, text.replaceAll(printedAddress, address))
    return command.replace(file, copy).replace('npm run', 'npm run --silent')
  }

  test('the example on the page equals the file that it names', async () => {
    const printed = blocks.find(({ language }) => language === 'ts')?.text
    assert.equal(printed, await readFile(join(root, 'docs', 'examples', 'first-values.ts'), 'utf8'))
  })

  test('every command prints the output on the page', async () => {
    let checked = 0
    for (const [index, { language, text }] of blocks.entries()) {
      const answer = blocks[index + 1]
      if (language !== 'sh' || answer?.language !== 'text') continue
      const command = text.includes('npm run example') ? await localExample(text) : text
      const printed = await shell(command)
      assert.ok(isAsPrinted(printed, answer.text), `${text}printed\n${printed}\ninstead of\n${answer.text}`)
      checked++
    }
    assert.equal(checked, 5)
  })

  test('the first commands are those that a clean clone needs', () => {
    assert.equal(blocks[0]?.text, 'npm ci\nnpm start -- demo\n')
  })
})
