import { sentenceOf, TestSerialPort } from '@marinedata/plugin-api/testing'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, Requests, type Journey } from './journey.ts'

interface Report {
  readonly state: string
  readonly inputs: readonly { readonly id: string; readonly state: string }[]
}

const anchor = 'vessels/self/navigation/anchor'
const passphrase = 'seven grey seals asleep'
const sentences = [
  sentenceOf('GPGGA,120000.00,5949.000,N,02258.000,E,1,09,0.9,12.0,M,19.0,M,,'),
  sentenceOf('GPHDT,90.0,T'),
]

const tryDemo = async (journey: Journey): Promise<void> => {
  journey.typed.push('npx marinedata demo --share')
  const shared = await journey.terminal.serve('npx marinedata demo --share --port 0 2>/dev/null')
  const link = await eventually('a link of the shared demo', async () => {
    const found = /https?:\/\/\S+#\S+/.exec(shared.printed())?.[0]
    return await Promise.resolve(found)
  })
  journey.isGone('5 computer without a screen', link.includes('#'), link)
}

/** Opens the printed link, and becomes the owner. */
const claim = async (address: string, printed: () => string): Promise<string> => {
  const code = await eventually('the link that is printed', async () =>
    Promise.resolve(/claim#c=(\w+)/.exec(printed())?.[1]),
  )
  const body = { name: 'Anna', passphrase, code, keep: 'token' }
  const { token } = await new Requests(address).json<{ readonly token: string }>('POST', 'access/claim', body)
  return token
}

const tryPairings = async (journey: Journey, boat: Requests): Promise<void> => {
  const challenge = 'a'.repeat(43)
  for (let count = 0; count < 2; count++)
    await boat.json('POST', 'access/pairings', { name: 'Cockpit tablet', challenge })
  const waiting = await boat.json<unknown[]>('GET', 'access/pairings')
  journey.isGone('12 tablet that waits twice', waiting.length === 1, JSON.stringify(waiting))
}

const running = (boat: Requests, plugin: string): Promise<Report> =>
  eventually(`${plugin} runs`, async () => {
    const report = await boat.json<Report>('GET', `plugins/${plugin}`)
    return report.state === 'running' ? report : undefined
  })

/** Finds a serial port with its speed, uses it, and has a position. */
const useSerialPort = async (boat: Requests, folder: string): Promise<void> => {
  await boat.json('PUT', 'plugins/nmea0183/settings', { ports: [`${folder}/tty*`] })
  const id = await eventually('the serial port is found', async () => {
    const { inputs } = await boat.json<Report>('GET', 'plugins/nmea0183')
    return inputs.find((input) => input.state === 'found')?.id
  })
  await boat.json('POST', 'plugins/nmea0183/actions/use', { id })
  await eventually('a position', () => boat.value('navigation.position'))
}

const anchorDown = (boat: Requests): Promise<unknown> =>
  eventually('the anchor is down', async () => {
    const leaf = await boat.value('navigation.anchor.position')
    return leaf?.value === null ? undefined : leaf
  })

const tryPowerCut = async (journey: Journey, token: string): Promise<Requests> => {
  const { terminal } = journey
  await terminal.stopServer('SIGKILL')
  const { address, printed } = await terminal.serve('npx marinedata --port 0 2>/dev/null')
  const boat = new Requests(address, token)
  for (const plugin of ['anchor-watch', 'nmea0183']) await running(boat, plugin)
  await anchorDown(boat)
  await eventually('the chosen port is read again', () => boat.value('navigation.headingTrue'))
  const port = address.split(':').at(-1) ?? ''
  const where = await journey.type('npx marinedata where')
  journey.isGone('4 address', where.includes(`:${port}`) && printed().includes(port), where)
  return boat
}

const tryBackup = async (journey: Journey, token: string): Promise<void> => {
  const { terminal } = journey
  await journey.type('npx marinedata backup ../boat.backup')
  await terminal.stopServer()
  await terminal.run('mkdir ../restored')
  await journey.type('npx marinedata restore ../boat.backup --data ../restored')
  const { address } = await terminal.serve('npx marinedata --port 0 --data ../restored 2>/dev/null')
  await anchorDown(new Requests(address, token))
  const people = await terminal.run('npx marinedata access list --data ../restored')
  journey.isGone('3 backup', people.includes('Anna'), people)
}

/** From the installation to a boat that is restored elsewhere. */
export const tryBoatOwner = async (journey: Journey): Promise<void> => {
  const { terminal } = journey
  await terminal.run('mkdir boat && cd boat && npm init --yes >/dev/null')
  await journey.type('npm install marinedata')
  await tryDemo(journey)
  journey.typed.push('npx marinedata')
  const { address, printed } = await terminal.serve('npx marinedata --port 0 2>/dev/null')
  const token = await claim(address, printed)
  const boat = new Requests(address, token)
  for (const plugin of ['anchor-watch', 'nmea0183']) await running(boat, plugin)
  journey.isGone('1 plugins stopped on a busy computer', true, '')
  await tryPairings(journey, boat)
  const ports = join(terminal.home, 'ports')
  mkdirSync(ports)
  await using _port = await TestSerialPort.plugIn({
    path: join(ports, 'ttyTRIAL0'),
    speed: 38_400,
    lines: sentences,
  })
  await useSerialPort(boat, ports)
  await boat.json('POST', `${anchor}/drop`)
  await anchorDown(boat)
  await tryPowerCut(journey, token)
  const recovery = await journey.type('npx marinedata access recover')
  journey.isGone('14 command that recovers access', /https?:\/\/\S+#\S+/.test(recovery), recovery)
  await tryBackup(journey, token)
}
