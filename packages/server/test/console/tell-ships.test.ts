import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { exchange } from '@marinedata/testing/exchange'
import { BandTrial, inspectBand, patienceMs, says } from './band-trial.ts'
import { Browsers, eventually, hold, part, phone, titleOf, type View } from './console-trial.ts'

const limit = { timeout: 180_000 }
const pluginApi = '/marinedata/v2/api/plugins/nmea0183'
const plugins = { enabledByDefault: ['nmea0183'] }

const sideways = { name: 'phone on its side', width: 844, height: 390 }
const wide = { name: 'tablet', width: 1180, height: 820 }
const views: readonly View[] = [phone, sideways, wide].flatMap((screen) =>
  (['day', 'night'] as const).map((palette) => ({ screen, palette })),
)

/** A transponder that receives datagrams. */
class Transponder implements Disposable {
  readonly lines: string[] = []
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (bytes) => this.lines.push(bytes.toString('latin1').trim()))
  }

  static async open(): Promise<Transponder> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new Transponder(socket)
  }

  settings(aisTransmitter: 'none' | 'class-a'): object {
    const address = `udp://127.0.0.1:${this.#socket.address().port}`
    // The test opens no serial port of the machine that it runs on.
    const ignored = ['/dev/*', '/dev/serial/by-id/*']
    return { ignored, udpOutputs: [{ address, sends: { received: false, made: ['BBM'] } }], aisTransmitter }
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }
}

suite('telling ships of the person overboard', { timeout: 900_000 }, () => {
  test(
    'the crew tells ships by a held button while a transponder is set up, a viewer cannot',
    limit,
    async () => {
      using transponder = await Transponder.open()
      await using crew = await Crew.start({ plugins })
      const set = (aisTransmitter: 'none' | 'class-a') =>
        crew.must(`PUT ${pluginApi}/settings`, transponder.settings(aisTransmitter))
      const isRunning = async () => (await crew.must<PluginReport>(`GET ${pluginApi}`)).state === 'running'
      await eventually('the plugin runs', isRunning, patienceMs)
      await set('class-a')
      await using browsers = await Browsers.start()
      const open = async (kind: CrewKind) => {
        const cookies = [{ name: 'marinedata-session', value: crew.tokens[kind] ?? '', url: crew.url }]
        const guest = await browsers.open({ url: crew.url, cookies, screen: 'helm' })
        guest.page.setDefaultTimeout(patienceMs)
        await guest.page.locator('[data-testid="link"][data-state="live"]').waitFor()
        return guest
      }
      await using guest = await open('crew')
      await using viewer = await open('viewer')
      const { page } = guest
      await part(page, 'mob').click()
      await says(page, 'band-tell-ships', /^Tell ships by AIS \(hold\)$/)
      await hold(page, 'band-tell-ships', 1_500)
      await says(page, 'band-tell-ships', /^Sent by AIS \(hold\)$/)
      await eventually('the transponder has the text', () => Promise.resolve(transponder.lines.length > 0))
      assert.match(transponder.lines[0] ?? '', /^!IIBBM,1,1,0,0,14,/)
      await part(viewer.page, 'alarm-band').waitFor()
      assert.equal(await part(viewer.page, 'band-tell-ships').count(), 0)
      await set('none')
      await part(page, 'band-tell-ships').waitFor({ state: 'detached' })
      assert.deepEqual([...guest.complaints, ...viewer.complaints], [])
    },
  )

  for (const view of views)
    test(
      `${titleOf(view)}: the button is accessible, and nothing in the band is cut or covered`,
      limit,
      async () => {
        using transponder = await Transponder.open()
        await using trial = await BandTrial.start({ plugins })
        const body = JSON.stringify(transponder.settings('class-a'))
        const headers = { 'content-type': 'application/json' }
        const isSet = async () =>
          (await exchange(trial.url, `${pluginApi}/settings`, { method: 'PUT', headers, body })).status ===
          200
        await eventually('the plugin runs with the settings', isSet, patienceMs)
        await using guest = await trial.open({ view, screen: 'helm' })
        const { page } = guest
        await part(page, 'mob').click()
        await part(page, 'mob-undo').waitFor()
        await inspectBand(page, view, 'tell-ships-undo')
        assert.equal(await part(page, 'band-tell-ships').count(), 0)
        await says(page, 'band-tell-ships', /^Tell ships by AIS \(hold\)$/)
        await page.locator('[data-testid="band-ack"]:enabled').waitFor()
        await inspectBand(page, view, 'tell-ships')
        await hold(page, 'band-tell-ships', 1_500)
        await says(page, 'band-tell-ships', /^Sent by AIS \(hold\)$/)
        await inspectBand(page, view, 'tell-ships-sent')
        await page.locator('[data-testid="band-ack"]:enabled').click()
        await page.locator('[data-testid="mob-aboard"]:enabled').waitFor()
        await inspectBand(page, view, 'tell-ships-acknowledged')
      },
    )
})
