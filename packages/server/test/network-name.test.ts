import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { test } from 'node:test'
import { Harbour, ip, reasonToSkip } from './harbour.ts'

/** Asks for a name by multicast DNS as a phone does, until the expected address comes; prints the milliseconds. */
const resolver = `
import { createSocket } from 'node:dgram'
const [name, expected] = process.argv.slice(2)
const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)])
const query = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0, 1])
const address = Buffer.from(expected.split('.').map(Number))
const socket = createSocket({ type: 'udp4', reuseAddr: true })
const began = performance.now()
socket.on('message', (packet) => {
  if ((packet[2] & 0x80) === 0 || !packet.includes(address)) return
  console.log(Math.round(performance.now() - began))
  process.exit(0)
})
socket.bind(5353, () => {
  socket.addMembership('224.0.0.251', '192.168.77.20')
  socket.setMulticastInterface('192.168.77.20')
  const ask = () => socket.send(query, 5353, '224.0.0.251')
  ask()
  setInterval(ask, 500)
})
setTimeout(() => process.exit(1), 60_000)
`

const limit = { timeout: 300_000, skip: reasonToSkip() }

test(
  'a phone finds the boat by its name, opens https, and finds it again at a new address',
  limit,
  async () => {
    using harbour = new Harbour()
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-name-'))
    writeFileSync(join(folder, 'settings.json'), '{"name":"Älva II","port":3000,"unheardOf":1}')
    const resolve = join(folder, 'resolve.mjs')
    writeFileSync(resolve, resolver)
    const cli = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')
    const words = ['netns', 'exec', harbour.boat, process.execPath, cli, '--safe', '--data', folder]
    const server = spawn('ip', words, { stdio: 'ignore' })
    try {
      const find = (name: string, address: string): string =>
        harbour.onPhone(process.execPath, resolve, name, address)
      find('alva-ii.local', '192.168.77.5')
      find('marinedata.local', '192.168.77.5')
      const get = (path: string, address: string): string => {
        const at = ['--resolve', `alva-ii.local:3000:${address}`, '--cacert', join(folder, 'tls', 'ca.pem')]
        return harbour.onPhone('curl', '--silent', '--show-error', ...at, `https://alva-ii.local:3000${path}`)
      }
      assert.match(get('/health', '192.168.77.5'), /"settings".*\/unheardOf is not a setting of this version/)
      assert.equal(get('/ca.pem', '192.168.77.5'), readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8'))
      ip('-n', harbour.boat, 'addr', 'del', '192.168.77.5/24', 'dev', 'wlan0')
      ip('-n', harbour.boat, 'addr', 'add', '192.168.77.9/24', 'dev', 'wlan0')
      const took = Number(find('alva-ii.local', '192.168.77.9'))
      assert.ok(took < 30_000, `${took} ms; a machine that is not busy takes less than 5 s`)
      assert.match(get('/health', '192.168.77.9'), /"degraded"/)
    } finally {
      server.kill()
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
