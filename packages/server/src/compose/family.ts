import { arrivalDistance } from '@marinedata/core'
import { MarineDataError, type TrackPoint } from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sessionCookie, sessionCookiesOf } from '../access/cookies.ts'
import { familyTokenOf } from '../access/family-credentials.ts'
import type { AccessFeature } from '../features/access.ts'
import type { CourseFeature } from '../features/course.ts'
import type { Anchor } from '../features/devices/anchor.ts'
import type { Controls } from '../features/devices/controls.ts'
import type { Autopilots } from '../features/devices/autopilots.ts'
import type { ResourceFeature } from '../features/resources.ts'
import { freshNumber } from './core.ts'
import type { Base, Feature } from './feature.ts'
import { accessRequestRoutes } from '../family/access-request-routes.ts'
import { familyAlertRoutes } from '../family/boat/alert-routes.ts'
import { familyAnchorRoutes } from '../family/boat/anchor-routes.ts'
import { AppFiles, appRoutes } from '../family/apps/app-files.ts'
import { ApplicationData } from '../family/apps/application-data.ts'
import { applicationDataRoutes } from '../family/apps/application-data-routes.ts'
import { familyCourseRoutes } from '../family/boat/course-routes.ts'
import { familyWire } from '../family/family-frames.ts'
import { familyAnswers } from '../family/family-messages.ts'
import { familyVersion, familyWord } from '../family/family-names.ts'
import { FamilyRequests } from '../family/family-requests.ts'
import { familyRoutes } from '../family/family-routes.ts'
import type { FamilyLookups } from '../family/family-values.ts'
import { PathCommands, putRoutes, steeringPaths } from '../family/path-commands.ts'
import { PutMetadata } from '../family/put-metadata.ts'
import { FamilyProvided } from '../family/boat/provided-resources.ts'
import { familyResourceOf, familyResourceRoutes } from '../family/boat/resource-routes.ts'
import { signInRoutes } from '../family/sign-in-routes.ts'
import { familyTrackRoutes } from '../family/boat/track-routes.ts'
import { familyWeatherRoutes } from '../family/boat/weather-routes.ts'
import type { Route } from '../http/route.ts'
import type { StreamDialect } from '../stream/stream-dialect.ts'

/** The parts of the boat that the door opens. */
export interface FamilyParts {
  readonly access: AccessFeature
  readonly autopilots: Autopilots
  readonly anchor: Anchor
  readonly controls: Controls
  readonly resources: ResourceFeature
  readonly course: CourseFeature
  readonly track: { since(seconds: number): TrackPoint[] }
  /** The routes of the native interface. */
  readonly own: readonly Route[]
}

export interface Family extends Feature {
  /** The routes of the port of installed web apps; undefined when the door is closed. */
  readonly appPort: { readonly routes: readonly Route[]; readonly hasApps: () => boolean } | undefined
  readonly commands: PathCommands | undefined
  readonly lookups: FamilyLookups
}

const door = 'family'
const api = `/${familyWord}/v2/api`

/** A cookie of the family has its secret after the last dot. */
const secretOf = (cookie: string): string => cookie.slice(cookie.lastIndexOf('.') + 1)

const accessRoutes = (
  { isOpen }: Base,
  { access: { access } }: FamilyParts,
  requests: FamilyRequests,
): Route[] => {
  const { people, credentials, pairings } = access
  const tokenOf = familyTokenOf
  return [
    ...signInRoutes({
      isOpen,
      access: { people, credentials },
      tokenOf,
      cookie: (token, isEncrypted) => sessionCookie(token, isEncrypted, door),
      tokenIn: ({ authorization, cookie, isEncrypted, address }) =>
        authorization?.split(' ')[1] ??
        sessionCookiesOf(cookie, isEncrypted, door).find(
          (each) => access.credentials.find(secretOf(each), address) !== undefined,
        ),
    }),
    ...accessRequestRoutes({ isOpen, pairings, requests, tokenOf }),
  ]
}

/** Routes of the native interface that Signal K defines with the same shapes. */
const sharedPaths = [
  /^\/vessels\/self\/autopilots(?:\/|$)/,
  /^\/vessels\/self\/navigation\/anchor(?:\/|$)/,
  /^\/notifications\/:id(?:\/|$)/,
  /^\/charts\/:id\/:z/,
]

const sharedRoutes = (base: Base, { own: all }: FamilyParts): Route[] =>
  all
    .filter(({ path }) => path.startsWith(`${base.api}/`))
    .map((own) => ({ ...own, path: own.path.slice(base.api.length) }))
    .filter(({ path }) => sharedPaths.some((shared) => shared.test(path)))
    .map((own) => ({ ...own, path: `${api}${own.path}`, operationId: `family_${own.operationId}` }))

const featuresOf = ({ core }: Base, { autopilots, anchor }: FamilyParts) => ({
  hasAutopilot: autopilots.registry.devices.length > 0,
  hasAnchorWatch: anchor.registry.device !== undefined,
  hasWeather: core.weather.defaultId !== undefined,
})

const boatRoutes = (base: Base, parts: FamilyParts, metadata: PutMetadata): Route[] => {
  const { core, self, store } = base
  const { resources, course, anchor, track, own } = parts
  const { storedRoutes: routes, storedWaypoints: waypoints, provided } = resources
  return [
    ...familyResourceRoutes({
      routes,
      waypoints,
      chartsRoute: own.find(({ operationId }) => operationId === 'getCharts'),
      provided: new FamilyProvided(provided),
    }),
    ...familyCourseRoutes({
      navigator: course.navigator,
      arrivalCircle: arrivalDistance,
      routeAt: (id) => routes.find(id),
      waypointAt: (id) => waypoints.find(id),
    }),
    ...familyAlertRoutes({ self, alerts: core.alerts.service }),
    ...familyAnchorRoutes({
      command: anchor.command,
      depth: () => freshNumber(core, 'environment.depth.belowSurface'),
    }),
    ...familyTrackRoutes({ self, track }),
    ...familyWeatherRoutes({ providers: core.weather, now: () => Date.parse(core.clock.timestamp()) }),
    ...applicationDataRoutes(
      new ApplicationData({
        read: (name) => store.readFact(name),
        save: (name, text) => store.saveFact(name, text),
      }),
    ),
    ...familyRoutes({
      bootId: randomBytes(6).toString('base64url'),
      answer: (address) => metadata.answer(address, core.reader.answer(address, true)),
      features: () => featuresOf(base, parts),
    }),
  ]
}

const commandsOf = (
  { self }: Base,
  { autopilots, controls: { registry, set }, access: { gate } }: FamilyParts,
  requests: FamilyRequests,
): PathCommands =>
  new PathCommands({
    self,
    steer: autopilots.command,
    controls: { has: (path) => registry.has(path), set },
    authorise: (visitor, scope) => gate.authorise(visitor, scope),
    requests,
  })

const shownActions: ReadonlySet<string> = new Set(['tack', 'gybe', 'dodge'])

const putMetadataOf = ({ self }: Base, { controls, autopilots }: FamilyParts): PutMetadata =>
  new PutMetadata({
    self,
    paths: () => [
      ...controls.registry.devices.map(({ details }) => details.path),
      ...(autopilots.registry.devices.length > 0 ? steeringPaths : []),
    ],
  })

const lookupsOf = (
  { autopilots: { registry }, resources }: FamilyParts,
  metadata: PutMetadata,
): FamilyLookups => ({
  canPut: (path) => metadata.has(path),
  actionsOf: (device) =>
    registry.devices
      .filter(({ id }) => id === device)
      .flatMap(({ details }) => details.operations.filter((operation) => shownActions.has(operation))),
  resourceOf: familyResourceOf({
    routes: resources.storedRoutes,
    waypoints: resources.storedWaypoints,
    provided: new FamilyProvided(resources.provided),
  }),
})

const noLookups: FamilyLookups = {
  actionsOf: () => [],
  resourceOf: (kind, id) => ({ kind, id, shape: undefined }),
  canPut: () => false,
}

/** The stream in the language of the family. */
export const familyDialects = (
  { core: { clock }, self, family: { isOpen } }: Base,
  family: () => Family,
): StreamDialect[] => {
  if (!isOpen) return []
  const hello = (): object => ({
    name: 'signalk-server',
    version: familyVersion,
    self,
    roles: ['master', 'main'],
    timestamp: clock.timestamp(),
  })
  return [
    {
      path: `/${familyWord}/v1/stream`,
      door,
      hello,
      hasHeartbeats: false,
      wireOf: familyWire(self, {
        actionsOf: (device) => family().lookups.actionsOf(device),
        resourceOf: (kind, id) => family().lookups.resourceOf(kind, id),
        canPut: (path) => family().lookups.canPut(path),
      }),
      answer: familyAnswers(() => family().commands),
    },
  ]
}

const behindDoor = (routes: readonly Route[]): Route[] => routes.map((one) => ({ ...one, door }) as const)

/**
 * Signal K compatibility: a second interface to the same boat. Serves nothing when it is off.
 * @throws MarineDataError `invalid-settings` when the native addresses begin with the same word
 */
export const familyFeature = (base: Base, parts: FamilyParts): Family => {
  const { core } = base
  if (!base.family.isOpen) return { commands: undefined, appPort: undefined, lookups: noLookups }
  if (core.productWord === familyWord)
    throw new MarineDataError(
      'invalid-settings',
      `"family" serves apps at /${familyWord}, so "productWord" must be another word`,
    )
  const apps = new AppFiles(join(base.folder, 'apps'), () => performance.now())
  const requests = new FamilyRequests()
  const commands = commandsOf(base, parts, requests)
  const metadata = putMetadataOf(base, parts)
  const own = [
    ...accessRoutes(base, parts, requests),
    ...sharedRoutes(base, parts),
    ...boatRoutes(base, parts, metadata),
    ...putRoutes(commands),
  ]
  const routes = behindDoor(own)
  return {
    commands,
    lookups: lookupsOf(parts, metadata),
    routes,
    appPort: { routes: [...routes, ...behindDoor(appRoutes(apps))], hasApps: () => apps.apps.length > 0 },
  }
}
