import type { MarineDataClient } from '@marinedata/client'
import type { AnchorState, AnchorTrack, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { addedPlugin, clientOf, eventually, type TrialBoat } from './trial-boat.ts'

/** What must be the same after a restore, as REST answers it. */
export interface BoatFacts {
  readonly boat: unknown
  readonly people: unknown
  readonly credentials: unknown
  readonly roles: unknown
  readonly waypoints: unknown
  readonly routes: unknown
  readonly alerts: unknown
  readonly anchor: unknown
  /** Grows while the anchor is down: see `requireSame`. */
  readonly track: AnchorTrack['track']
  readonly plugins: unknown
  readonly history: { readonly data: readonly unknown[] }
}

// The caller knows the type of what it compares.
const get = async <T>(client: MarineDataClient, path: string, query = {}): Promise<T> =>
  (await client.send('GET', `v2/api/${path}`, { query })) as T

/** The anchor, once the plugin that watches it reports again. */
const anchorOf = (client: MarineDataClient): Promise<unknown> =>
  eventually(async () => {
    const anchor = await get<AnchorState>(client, 'vessels/self/navigation/anchor')
    assert.ok(anchor.confirmed === true, 'The anchor watch is off-line')
    const { state, position, maxRadius, since } = anchor
    return { state, position, maxRadius, since }
  })

const pluginsOf = (client: MarineDataClient): Promise<unknown> =>
  eventually(async () => {
    const { version, origin, enabled, state } = await get<PluginReport>(client, `plugins/${addedPlugin}`)
    assert.equal(state, 'running')
    const settings = await get(client, 'plugins/closest-approach/settings')
    return { added: { version, origin, enabled }, settings }
  })

const historyOf = (
  client: MarineDataClient,
  { from, to }: TrialBoat['recorded'],
): Promise<BoatFacts['history']> =>
  eventually(async () => {
    const paths = 'navigation.position,navigation.speedOverGround:max,environment.wind.speedApparent'
    const history = await get<BoatFacts['history']>(client, 'history/values', {
      from,
      to,
      paths,
      resolution: '1s',
    })
    assert.ok(history.data.length > 0, 'There is no history')
    return history
  })

interface Credential {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly role: string
  readonly createdAt: string
}

const credentialsOf = async (client: MarineDataClient): Promise<unknown> =>
  (await get<readonly Credential[]>(client, 'access/credentials'))
    .map(({ id, kind, name, role, createdAt }) => ({ id, kind, name, role, createdAt }))
    .toSorted((one, other) => one.id.localeCompare(other.id))

const alertsOf = async (client: MarineDataClient): Promise<unknown> => {
  const alerts = await get<Record<string, unknown>>(client, 'notifications')
  // Others come and go with the position and the plugins.
  return Object.fromEntries(
    Object.entries(alerts).filter(([, alert]) => JSON.stringify(alert).includes('notifications.trial')),
  )
}

/** Reads everything with the tokens of the owner, of the people and of the device. */
export const factsOf = async (url: string, boat: TrialBoat): Promise<BoatFacts> => {
  const client = clientOf(url, boat.owner.token)
  const { details, limits } = await get<{ details: unknown; limits: unknown }>(client, 'vessels/self/boat')
  const tokens = [boat.owner.token, ...boat.people.map(({ token }) => token), boat.device]
  return {
    boat: { details, limits },
    people: await get(client, 'access/people'),
    credentials: await credentialsOf(client),
    roles: await Promise.all(tokens.map((token) => get(clientOf(url, token), 'access/me'))),
    waypoints: await get(client, 'resources/waypoints'),
    routes: await get(client, 'resources/routes'),
    alerts: await alertsOf(client),
    anchor: await anchorOf(client),
    track: (await get<AnchorTrack>(client, 'vessels/self/navigation/anchor/track')).track,
    plugins: await pluginsOf(client),
    history: await historyOf(client, boat.recorded),
  }
}

/**
 * @param now read later than `wanted`: the track may have more points
 * @throws AssertionError which names the first fact that differs
 */
export const requireSame = (now: BoatFacts, wanted: BoatFacts): void => {
  const same = { ...now, track: now.track.slice(0, wanted.track.length) }
  for (const [fact, was] of Object.entries(wanted))
    try {
      // `Object.entries` loses the names of the members.
      assert.deepEqual(same[fact as keyof BoatFacts], was)
    } catch (error) {
      assert.fail(`The fact "${fact}" differs. ${error instanceof Error ? error.message : ''}`)
    }
}

/** The owner and the people can sign in with their passphrases. */
export const requireSignIn = async (url: string, { owner, people }: TrialBoat): Promise<void> => {
  for (const { name, passphrase } of [owner, ...people]) {
    const body = { name, passphrase, keep: 'token' } as const
    const { token } = await clientOf(url).call('POST access/sign-in', { body })
    assert.ok(token !== undefined, `${name} cannot sign in`)
  }
}
