import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import {
  askOn,
  clientHello,
  createRsaCertificate,
  firstAddresses,
  Folder,
  suitesOf,
  TlsDoor,
} from './tls-door.ts'

const limit = { timeout: 300_000 }

/** The suites of TLS 1.2 that the server accepts with a key of one kind. */
const accepted = (kind: 'ECDSA' | 'RSA'): readonly string[] =>
  ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((suite) => `ECDHE-${kind}-${suite}`)

/** Suites that no server of a boat may accept, by what is wrong with them. */
const weakSuites: Readonly<Record<string, string>> = {
  'without encryption': 'eNULL',
  'without a certificate': 'aNULL',
  'with CBC': 'ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES128-SHA:AES128-SHA',
  'with a key exchange by RSA': 'kRSA',
  'of any kind but those of the server': ['ALL', ...accepted('ECDSA'), ...accepted('RSA')].join(':!'),
}

const rsaFolder = new Folder()
const rsaCertificate = createRsaCertificate(rsaFolder.path)
after(() => rsaFolder[Symbol.dispose]())

const assertRefused = (output: string, reason: RegExp): void => {
  assert.match(output, reason)
  assert.doesNotMatch(output, /aboard/)
}

const serialOf = (socket: TLSSocket): string => socket.getPeerX509Certificate()!.serialNumber

test('refuses TLS 1.0 and 1.1, also to a client that supports nothing else', limit, async () => {
  using folder = new Folder()
  await using boat = await TlsDoor.open(folder.path)
  for (const version of ['-tls1', '-tls1_1'])
    assertRefused(await boat.probe(version, '-cipher', 'ALL:@SECLEVEL=0'), /alert protocol version/)
  for (const version of ['-tls1_2', '-tls1_3']) assert.match(await boat.probe(version), /aboard/)
  assert.equal(boat.door.handshakeFailures, 2)
})

for (const [kind, suites] of Object.entries(weakSuites))
  test(`refuses cipher suites ${kind}`, limit, async () => {
    using folder = new Folder()
    assert.notDeepEqual(suitesOf(suites), [])
    await using own = await TlsDoor.open(folder.path)
    await using given = await TlsDoor.open(folder.path, { given: rsaCertificate })
    for (const boat of [own, given]) {
      const output = await boat.probe('-tls1_2', '-cipher', `${suites}:@SECLEVEL=0`)
      assertRefused(output, /alert handshake failure/)
    }
  })

test('accepts authenticated encryption with TLS 1.2, for devices of 2016', limit, async () => {
  using folder = new Folder()
  await using own = await TlsDoor.open(folder.path)
  await using given = await TlsDoor.open(folder.path, { given: rsaCertificate })
  for (const [boat, kind] of [[own, 'ECDSA'] as const, [given, 'RSA'] as const])
    for (const suite of accepted(kind)) {
      const output = await boat.probe('-tls1_2', '-cipher', suite)
      assert.ok(output.includes(`Cipher is ${suite}\n`) && output.includes('aboard'), output)
    }
})

/** Whether a handshake within the connection succeeds. */
const renegotiates = async (socket: TLSSocket): Promise<boolean> => {
  return await new Promise((resolve) => {
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      assert.equal(code, 'ERR_SSL_NO_RENEGOTIATION')
      resolve(false)
    })
    socket.once('close', () => resolve(false))
    socket.renegotiate({}, (error) => resolve(error === null))
  })
}

test('refuses to renegotiate, and serves other clients', limit, async () => {
  using folder = new Folder()
  await using boat = await TlsDoor.open(folder.path)
  const other = await boat.connect()
  await askOn(other)
  for (let round = 0; round < 5; round++) {
    const socket = await boat.connect({ maxVersion: 'TLSv1.2' })
    await askOn(socket)
    assert.equal(await renegotiates(socket), false)
    socket.destroy()
  }
  await askOn(other)
  other.destroy()
  assert.match(await boat.probe('-tls1_2'), /aboard/)
})

test('a renewed certificate does not bring back renegotiation or CBC', limit, async () => {
  using folder = new Folder()
  let addresses = firstAddresses
  await using boat = await TlsDoor.open(folder.path, { addresses: () => addresses })
  addresses = [...firstAddresses, '192.168.7.7']
  assert.equal(boat.certificates.renewIfDue(Date.now()), true)
  const socket = await boat.connect({ maxVersion: 'TLSv1.2' })
  assert.match(socket.getPeerX509Certificate()!.subjectAltName!, /192\.168\.7\.7/)
  assert.equal(await renegotiates(socket), false)
  const cbc = await boat.probe('-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0')
  assertRefused(cbc, /alert handshake failure/)
})

test(
  'a client without a name, or with a name of another machine, gets the boat’s certificate',
  limit,
  async () => {
    using folder = new Folder()
    await using boat = await TlsDoor.open(folder.path)
    const own = await boat.connect({ servername: 'aura.local' })
    const expected = serialOf(own)
    own.destroy()
    const names = [
      'bank.example',
      'a.'.repeat(126) + 'b',
      '..',
      '*',
      'aura.local\u202E',
      '%00',
      '../../tls/ca',
    ]
    for (const name of [undefined, ...names]) {
      const words = name === undefined ? ['-noservername'] : ['-servername', name]
      const output = await boat.probe('-showcerts', ...words)
      assert.match(output, /aboard/, name)
      const socket = await boat.connect({ checkServerIdentity: () => undefined, servername: name ?? '' })
      assert.equal(serialOf(socket), expected, name)
      socket.destroy()
    }
  },
)

test('a session of an earlier start, or of a replaced certificate, is not resumed', limit, async () => {
  using folder = new Folder()
  const ticket = join(folder.path, 'session.pem')
  for (const version of ['-tls1_2', '-tls1_3']) {
    let addresses = firstAddresses
    {
      await using boat = await TlsDoor.open(folder.path)
      assert.match(await boat.probe(version, '-sess_out', ticket), /New, TLSv1/)
      assert.match(await boat.probe(version, '-sess_in', ticket), /Reused, TLSv1/, 'the control')
    }
    assert.ok(existsSync(ticket))
    await using later = await TlsDoor.open(folder.path, { addresses: () => addresses })
    const resumed = await later.probe(version, '-sess_in', ticket)
    assert.match(resumed, /New, TLSv1[^]*aboard/)
    await later.probe(version, '-sess_out', ticket)
    addresses = [...firstAddresses, `192.168.7.${version === '-tls1_2' ? 7 : 8}`]
    assert.equal(later.certificates.renewIfDue(Date.now()), true)
    assert.match(await later.probe(version, '-sess_in', ticket), /New, TLSv1[^]*aboard/)
  }
})

test(
  'a certificate is replaced while connections are open and handshakes are incomplete',
  limit,
  async () => {
    using folder = new Folder()
    let addresses = firstAddresses
    await using boat = await TlsDoor.open(folder.path, { addresses: () => addresses })
    const hello = await clientHello()
    const open = await Promise.all(Array.from({ length: 10 }, () => boat.connect()))
    const serials = open.map(serialOf)
    const incomplete = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const line = connectTcp(boat.port, '127.0.0.1')
        await once(line, 'connect')
        line.write(hello.subarray(0, 100))
        return line
      }),
    )
    for (let renewal = 2; renewal < 22; renewal++) {
      addresses = [...firstAddresses, `192.168.7.${renewal}`]
      assert.equal(boat.certificates.renewIfDue(Date.now()), true)
    }
    for (const line of incomplete) {
      const answer = once(line, 'data') as Promise<[Buffer]>
      line.write(hello.subarray(100))
      const [[type]] = await answer
      assert.equal(type, 0x16, 'the server’s part of the handshake')
      line.destroy()
    }
    for (const socket of open) await askOn(socket)
    const later = await boat.connect()
    assert.equal(serials.includes(serialOf(later)), false)
    await askOn(later)
    for (const socket of [later, ...open]) socket.destroy()
  },
)
