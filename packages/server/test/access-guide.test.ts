import { scopesOfRole, TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { exchange } from '@marinedata/testing/exchange'
import { blocksOf, isAsPrinted } from './printed-page.ts'
import { startCli, temporaryFolder, type RunningCli } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'access.md'), 'utf8')
const blocks = blocksOf(page)
const example = 'docs/examples/with-a-token.ts'
const mark = '=== the next block ==='

/** Replaces the port of the page by the port of this server. */
const here = (text: string, { url }: RunningCli): string => text.replaceAll(':3000', `:${new URL(url).port}`)

const claim = async (boat: RunningCli): Promise<void> => {
  const code = await boat.printed(/\/claim#c=([0-9A-Z]+)/)
  const { status, text } = await exchange(boat.url, '/marinedata/v2/api/access/claim', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'Anna', passphrase: 'seven grey seals asleep' }),
  })
  assert.equal(status, 200, text)
}

/** Runs all commands of the page in one shell; returns the output of each block. */
const runAll = async (boat: RunningCli, commands: readonly string[], data: string): Promise<string[]> => {
  const main = join(root, 'packages', 'server', 'src', 'cli', 'main.ts')
  const run = `marinedata() { '${process.execPath}' --conditions=@marinedata/source '${main}' "$@" --data '${data}'; }`
  const examples = await mkdtemp(join(root, 'docs', 'examples', 'run-'))
  try {
    const copy = join(examples, 'with-a-token.ts')
    await writeFile(copy, here(await readFile(join(root, example), 'utf8'), boat))
    const blockOf = (text: string) => here(text, boat).replaceAll(example, copy)
    const script = [run, ...commands.map(blockOf)].join(`\necho '${mark}'\n`)
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: root, timeout: limit.timeout })
    return stdout.split(`${mark}\n`).slice(1)
  } finally {
    await rm(examples, { recursive: true, force: true })
  }
}

suite('docs/access.md', () => {
  test('every command prints the output on the page', limit, async () => {
    await using folder = await temporaryFolder()
    await using boat = await startCli({ isOpen: false, folder: folder.path, settings: { logLevel: 'warn' } })
    const shown = blocks.flatMap(({ language, text }, index) => {
      const answer = blocks[index + 1]
      return language === 'sh' && answer?.language === 'text' ? [{ text, answer: answer.text }] : []
    })
    const [start, ...rest] = shown
    assert.equal(start?.text, 'marinedata\n')
    await boat.printed(/(on this machine\n)/)
    assert.ok(isAsPrinted(boat.stdout(), here(start.answer, boat)), boat.stdout())
    await claim(boat)
    const commands = rest.map(({ text }) => text)
    const printed = await runAll(boat, commands, folder.path)
    assert.equal(printed.length, commands.length)
    for (const [index, { text, answer }] of rest.entries())
      assert.ok(
        isAsPrinted(printed[index]!, here(answer, boat)),
        `${text}printed\n${printed[index]}\ninstead of\n${answer}`,
      )
    assert.equal(blocks.filter(({ language }) => language === 'sh').length, shown.length + 1)
  })

  test('the example on the page equals the file that it names', async () => {
    assert.equal(
      blocks.find(({ language }) => language === 'ts')?.text,
      await readFile(join(root, example), 'utf8'),
    )
  })

  test('each role has exactly the rights on the page', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
    const reported = Object.fromEntries(
      rows.map(([, role = '', scopes = '']) => [role, scopes.replaceAll('`', '').trim().split(' ')]),
    )
    const roles = TokenRole.enum as readonly (keyof typeof scopesOfRole)[]
    const held = roles.map((role) => [role, scopesOfRole[role].filter((scope) => scope !== 'public')])
    assert.deepEqual(reported, Object.fromEntries(held))
  })

  test('every picture of the page exists', async () => {
    const pictures = [...page.matchAll(/src="(pictures\/[^"]+)"/g)].map(([, file = '']) => file)
    assert.equal(pictures.length, 5)
    for (const file of pictures) assert.ok((await readFile(join(root, 'docs', file))).length > 0, file)
  })
})
