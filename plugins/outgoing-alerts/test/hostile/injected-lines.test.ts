import type { AlertCall } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MailPeer } from '../mail-peer.ts'

const here = new URL('../..', import.meta.url)
const limit = { timeout: 110_000 }
const login = { user: 'aava', password: 'two dogs' }
const injected = 'drags\r\nBcc: eve@evil.example\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>\r\nX-Forged: 1'

/** Every text of the call that comes from outside has lines of its own. */
const call: AlertCall = {
  id: 'one',
  path: 'notifications.navigation.anchor',
  state: 'alarm',
  message: injected,
  boat: `Aava${injected}`,
  raisedAt: '2026-01-01T00:00:00Z',
  repeat: 0,
  test: false,
}

const mailSettings = (peer: MailPeer) => ({
  mailTo: ['anna@example.org'],
  mailFrom: 'aava@example.org',
  mailServer: '127.0.0.1',
  mailPort: peer.port,
  mailUser: login.user,
  mailPassword: login.password,
  mailCertificate: peer.certificate,
})

const reportsOf = async (plugin: StartedPlugin, id: string): Promise<readonly string[]> => {
  const states = (): string[] =>
    plugin.devices.get(`outgoing-alerts.${id}`)?.reports.map(({ state }) => String(state)) ?? []
  const deadline = performance.now() + 30_000
  while (states().length === 0) {
    assert.ok(performance.now() < deadline, `${id} has not reported within 30 s`)
    await sleep(20)
  }
  return states()
}

const raise = (plugin: StartedPlugin, id: string) =>
  plugin.command(`outgoing-alerts.${id}`, { name: 'call', input: call })

/** An HTTP receiver on loopback that redirects to an address, or accepts everything. */
const startReceiver = async (redirect?: string) => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      if (redirect === undefined) response.writeHead(200).end()
      else response.writeHead(307, { location: redirect }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const end = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, received, [Symbol.asyncDispose]: end }
}

test('lines in the texts of an alert add neither headers nor commands to an e-mail', limit, async () => {
  await using peer = await MailPeer.start(login)
  await using plugin = await startPlugin(here, { settings: mailSettings(peer) })
  await raise(plugin, 'mail')
  assert.deepEqual(await reportsOf(plugin, 'mail'), ['accepted'])
  assert.deepEqual(
    peer.received.map(({ from, to }) => [from, to]),
    [['aava@example.org', ['anna@example.org']]],
  )
  const envelope = peer.commands.filter((line) => /^(?:MAIL|RCPT|DATA|X-|Bcc)/i.test(line))
  assert.deepEqual(envelope, ['MAIL FROM:<aava@example.org>', 'RCPT TO:<anna@example.org>', 'DATA'])
  assert.ok(peer.received[0]?.text.includes('Bcc: eve@evil.example'))
})

test('addresses with lines, brackets or a second address are refused', limit, async () => {
  await using peer = await MailPeer.start(login)
  for (const address of [
    'anna@example.org\r\nRCPT TO:<eve@evil.example>',
    'anna@example.org\n',
    'anna@example.org\r',
    'anna@example.org>\r\nDATA',
    'anna@example.org,eve@evil.example',
    '<eve@evil.example>',
    'anna@example.org\u2028',
    'anna\0@example.org\0',
  ])
    for (const change of [{ mailTo: [address] }, { mailFrom: address }])
      await assert.rejects(
        startPlugin(here, { settings: { ...mailSettings(peer), ...change } }),
        /mail(?:To|From)/,
        JSON.stringify(change),
      )
  assert.deepEqual(peer.commands, [])
})

test(
  'lines in the texts of an alert add no headers to a request, and a redirect gets no message',
  limit,
  async () => {
    await using receiver = await startReceiver()
    await using plain = await startPlugin(here, {
      settings: { ntfy: receiver.url, webhook: receiver.url, webhookBody: '{"text":"{{text}}{{boat}}"}' },
    })
    for (const id of ['ntfy', 'webhook']) {
      await raise(plain, id)
      assert.deepEqual(await reportsOf(plain, id), ['accepted'])
    }
    assert.equal(receiver.received.length, 2)
    for (const { headers } of receiver.received)
      assert.deepEqual([headers['bcc'], headers['x-forged']], [undefined, undefined])
    const { text } = JSON.parse(receiver.received[1]!.body) as { text: string }
    assert.ok(text.includes('X-Forged: 1'))

    await using redirecting = await startReceiver(receiver.url)
    await using redirected = await startPlugin(here, { settings: { ntfy: redirecting.url } })
    await raise(redirected, 'ntfy')
    assert.deepEqual(await reportsOf(redirected, 'ntfy'), ['failed'])
    assert.ok(redirecting.received.length > 0)
    assert.equal(receiver.received.length, 2)
  },
)
