import { MarineDataClient } from '@marinedata/client'
import type { InvitationMade, PairingMade, SignedIn } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from '../../scripts/pack.ts'
import { sendInstruments } from './instruments.ts'
import { limitMs, type Programs } from './programs.ts'

const root = join(import.meta.dirname, '..', '..')
const passphrase = 'seven grey seals asleep'
/** A name of a plugin that is not part of the product; `trials/wires/idle-plugin.ts` is its program. */
export const addedPlugin = 'soak-idle'

/** A boat with an owner, and the tokens of all who have one. */
export interface TrialBoat {
  readonly folder: string
  readonly owner: { readonly name: string; readonly passphrase: string; readonly token: string }
  readonly people: readonly { readonly name: string; readonly passphrase: string; readonly token: string }[]
  readonly device: string
  /** The time of the recorded history that is compared. */
  readonly recorded: { readonly from: string; readonly to: string }
}

export const clientOf = (url: string, token?: string): MarineDataClient =>
  new MarineDataClient({ url, timeoutMs: limitMs, ...(token !== undefined && { token }) })

const post = async <T>(client: MarineDataClient, path: string, body?: unknown): Promise<T> =>
  // The caller knows the type of the response.
  (await client.send('POST', `v2/api/${path}`, body === undefined ? {} : { body })) as T

/** Repeats until it succeeds: plugins take a while to start. */
export const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}

const claim = async (url: string, folder: string, name: string): Promise<TrialBoat['owner']> => {
  const code = readFileSync(join(folder, 'claim-code'), 'utf8').trim()
  const body = { name, passphrase, code, keep: 'token' }
  const { token = '' } = await post<SignedIn>(clientOf(url), 'access/claim', body)
  return { name, passphrase, token }
}

/** The owner invites a person, who joins. */
const inviteTo = async (
  url: string,
  owner: MarineDataClient,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<TrialBoat['people'][number]> => {
  const { code } = await post<InvitationMade>(owner, 'access/invitations', { role })
  const own = `${passphrase} of ${name}`
  const body = { code, name, passphrase: own, keep: 'token' }
  const { token = '' } = await post<SignedIn>(clientOf(url), 'access/join', body)
  return { name, passphrase: own, token }
}

/** A tablet asks, shows digits, is approved by them, and collects its token. */
const pairDevice = async (url: string, owner: MarineDataClient): Promise<string> => {
  const tablet = clientOf(url)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { id, digits } = await post<PairingMade>(tablet, 'access/pairings', { name: 'Tablet', challenge })
  await post(owner, `access/pairings/${id}/approve`, { digits, role: 'viewer' })
  const { token = '' } = await post<SignedIn>(tablet, `access/pairings/${id}/collect`, { verifier })
  return token
}

const writePlugin = (folder: string): string => {
  mkdirSync(folder)
  const about = { name: addedPlugin, version: '1.0.0' }
  pack({ root, file: join(folder, 'index.js'), source: join(root, 'trials', 'wires', 'idle-plugin.ts') })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...about, type: 'module', main: 'index.js', license: 'Apache-2.0' }),
  )
  writeFileSync(
    join(folder, 'marinedata-plugin.json'),
    JSON.stringify({ ...about, description: 'Does nothing' }),
  )
  return folder
}

/** The owner and the crew use the boat. */
const useBoat = async (url: string, owner: MarineDataClient, crew: TrialBoat['people']): Promise<void> => {
  const [one, other] = crew.map(({ token }) => clientOf(url, token))
  assert.ok(one && other)
  const position = { latitude: 54.5, longitude: 10.2 }
  await post(one, 'resources/waypoints', { name: 'Home', position })
  await post(one, 'resources/routes', {
    name: 'Out',
    points: [position, { latitude: 54.6, longitude: 10.3 }],
  })
  const alert = { path: 'notifications.trial.bilge', state: 'alarm', message: 'Water in the bilge' }
  const raised = await post<{ alert: { id: string } }>(one, 'notifications', alert)
  await post(other, `notifications/${raised.alert.id}/acknowledge`)
  await owner.call('PUT plugins/{plugin}/settings', {
    params: { plugin: 'closest-approach' },
    body: { warnDistance: 1_111 },
  })
  await post(owner, `plugins/${addedPlugin}/enable`)
}

export interface BoatPlan {
  readonly folder: string
  readonly owner: string
  /** Seconds of history. */
  readonly seconds: number
}

/**
 * Creates a boat: an owner who claimed it, two people, a paired tablet, a plugin that was added, waypoint, route, an
 * acknowledged alert, settings of a plugin, and an anchor that is down. The server records the instruments for a
 * while, and is stopped: it then has written everything.
 */
export const createBoat = async (
  programs: Programs,
  { folder, owner: name, seconds }: BoatPlan,
): Promise<TrialBoat> => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ announce: { plotters: false }, name }))
  mkdirSync(join(folder, 'charts'))
  // Large enough that most kills come while files are copied.
  writeFileSync(join(folder, 'charts', 'area.pmtiles'), randomBytes(20_000_000))
  await programs.must('plugin', 'add', writePlugin(`${folder}-plugin`), '--yes', '--data', folder)
  const server = await programs.serve(folder)
  const { url } = server
  const owner = await claim(url, folder, name)
  const client = clientOf(url, owner.token)
  const people = [
    await inviteTo(url, client, { name: `${name} Helm`, role: 'helm' }),
    await inviteTo(url, client, { name: `${name} Crew`, role: 'crew' }),
  ]
  const device = await pairDevice(url, client)
  await useBoat(url, client, people)
  const ending = new AbortController()
  const from = new Date().toISOString()
  const instruments = sendInstruments(client, ending.signal)
  const anchor = 'vessels/self/navigation/anchor'
  await eventually(() => post(client, `${anchor}/drop`))
  await post(client, `${anchor}/radius`, { value: 80 })
  await sleep(seconds * 1_000)
  const to = new Date().toISOString()
  ending.abort()
  await instruments
  await server.stop()
  return { folder, owner, people, device, recorded: { from, to } }
}
