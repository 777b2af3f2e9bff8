import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Harbour, reasonToSkip } from '../harbour.ts'

const limit = { timeout: 300_000, skip: reasonToSkip() }
const port = 3000
const at = `192.168.77.5:${port}`
const api = '/marinedata/v2/api'
const claim = (code: string): string[] => [
  '--header',
  'content-type: application/json',
  '--data',
  JSON.stringify({ name: 'Eve', passphrase: 'seven grey seals asleep', code }),
  `${api}/access/claim`,
]

const streamHeaders = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
]

/** Requests of a stranger: reads, headers that pretend another connection, and a stream. */
const requests: readonly (readonly string[])[] = [
  ['/'],
  ['/health'],
  ['/ca.pem'],
  ['/help/https'],
  ['/docs'],
  ['/marinedata/v1/api/vessels/self'],
  ['--http1.0', '/health'],
  ['--header', `host: localhost:${port}`, '/health'],
  ['--header', 'x-forwarded-proto: https', '--header', 'x-forwarded-for: 127.0.0.1', '/health'],
  ['--header', 'forwarded: for=127.0.0.1;proto=https', '/health'],
  ['--request-target', `https://${at}/health`, '/health'],
  [...streamHeaders.flatMap((header) => ['--header', header]), '/marinedata/v1/stream'],
]

test('with access.requireTls, plain HTTP from the network gets no data and no claim', limit, async () => {
  using harbour = new Harbour()
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-plain-'))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ port, access: { requireTls: true } }))
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')
  const words = ['netns', 'exec', harbour.boat, process.execPath, cli, '--safe', '--data', folder]
  const server = spawn('ip', words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(server, 'exit')
  try {
    await Promise.race([once(server.stdout, 'data'), exited])
    assert.equal(server.exitCode, null)
    server.stdout.resume()
    /** Sends the requests with one curl; returns the status and body of each response. */
    const ask = (scheme: 'http' | 'https', ...asked: readonly (readonly string[])[]): string[] => {
      const each = ['--silent', '--max-time', '20', '--cacert', join(folder, 'tls', 'ca.pem')]
      const curl = asked.flatMap((request) => [
        '--next',
        ...each,
        '--write-out',
        ' %{http_code}\u001e',
        ...request.slice(0, -1),
        `${scheme}://${at}${request.at(-1)}`,
      ])
      return harbour
        .onPhone('curl', ...curl.slice(1))
        .split('\u001e')
        .slice(0, -1)
    }
    const code = readFileSync(join(folder, 'claim-code'), 'utf8').trim()
    const all = [...requests, claim(code)]
    const answers = ask('http', ...all)
    assert.equal(answers.length, all.length)
    for (const [index, answer] of answers.entries())
      assert.match(answer, /^\{.*"code":"tls-required".*\} 403$/, all[index]?.join(' '))
    const [health, claimed] = ask('https', ['/health'], claim(code))
    assert.match(health!, / 200$/)
    assert.match(claimed!, / 200$/, 'the refused claim did not use up the code')
  } finally {
    server.kill()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
})
