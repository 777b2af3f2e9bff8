// Written by "npm run client" from the route table and the path metadata. Do not edit.
import type {
  AlertRequest,
  AnchorPlaceRequest,
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AnchorTrackRequest,
  AngleRequest,
  BoatDetailsRequest,
  BoatLimitsRequest,
  ConsoleClientRequest,
  ControlRequest,
  CredentialChange,
  DestinationRequest,
  FamilySwitchRequest,
  FollowRequest,
  HelmRequest,
  InvitationRequest,
  JoinRequest,
  LogbookNoteRequest,
  NameRequest,
  PairingApproval,
  PairingCollection,
  PairingRequest,
  PassphraseChange,
  PluginInstallation,
  PluginSettings,
  Preferences,
  PushDeviceRequest,
  PushReceipt,
  RoleChange,
  RouteRequest,
  ShoreSessionRequest,
  SignInRequest,
  TokenRequest,
  TurnDirection,
  WaypointRequest,
} from '@marinedata/model'
import type { RequestOptions } from '../request-json.ts'
import { defineFeature, type Feature } from './feature.ts'
import type { CallOf } from './operation.ts'

/** Autopilots; the id `_default` is the default autopilot. */
export interface AutopilotsFeature {
  /** All autopilots, by id. */
  list(options?: RequestOptions): CallOf<'GET vessels/self/autopilots'>
  /** The id of the default autopilot. */
  getDefault(options?: RequestOptions): CallOf<'GET vessels/self/autopilots/_providers/_default'>
  /** Makes an autopilot the default, also after a restart. */
  setDefault(id: string, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/_providers/_default/{id}'>
  /** The state and the capabilities of one autopilot. */
  get(id: string, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}'>
  /** The present state. */
  getState(id: string, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}/state'>
  /** Sets the state, one of `options.state`. */
  setState(id: string, body: NameRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/state'>
  /** The present mode. */
  getMode(id: string, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}/mode'>
  /** Sets the mode, one of `options.mode`; an engaged autopilot continues the present course. */
  setMode(id: string, body: NameRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/mode'>
  /** The present target. */
  getTarget(id: string, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}/target'>
  /** Sets the target, in radians unless `units` is `deg`, within the range of the mode. */
  setTarget(id: string, body: AngleRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/target'>
  /** Adds to the target: positive to starboard, negative to port. */
  adjust(id: string, body: AngleRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/target/adjust'>
  /** Engages the autopilot on the present course. */
  engage(id: string, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/{id}/engage'>
  /** Disengages the autopilot; sent before all queued commands. */
  disengage(id: string, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/{id}/disengage'>
  /** Turns the bow through the wind; completes when the manoeuvre has begun. */
  tack(id: string, direction: TurnDirection, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/{id}/tack/{direction}'>
  /** Turns the stern through the wind; completes when the manoeuvre has begun. */
  gybe(id: string, direction: TurnDirection, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/{id}/gybe/{direction}'>
  /** Holds the present heading until the dodge is ended. */
  beginDodge(id: string, options?: RequestOptions): CallOf<'POST vessels/self/autopilots/{id}/dodge'>
  /** Turns away by an angle: positive to starboard, negative to port. */
  dodge(id: string, body: AngleRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/dodge'>
  /** Returns to the mode and target before the dodge. */
  endDodge(id: string, options?: RequestOptions): CallOf<'DELETE vessels/self/autopilots/{id}/dodge'>
  /** The client that holds the helm, if any. */
  getHelm(id: string, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}/helm'>
  /** Takes the helm; other commands than disengage then need the lease in `X-Helm-Lease`. */
  takeHelm(id: string, body: HelmRequest, options?: RequestOptions): CallOf<'PUT vessels/self/autopilots/{id}/helm'>
  /** Releases the helm. */
  releaseHelm(id: string, options?: RequestOptions): CallOf<'DELETE vessels/self/autopilots/{id}/helm'>
  /** The commands to this autopilot, newest first; each entry contains the hash of the previous one. */
  getAudit(id: string, query?: { readonly limit?: number; readonly before?: number }, options?: RequestOptions): CallOf<'GET vessels/self/autopilots/{id}/audit'>
}
/** Autopilots; the id `_default` is the default autopilot. */
export const autopilots: Feature<AutopilotsFeature> = /* @__PURE__ */ defineFeature<AutopilotsFeature>('vessels/self/autopilots', {
  list: 'GET ',
  getDefault: 'GET /_providers/_default',
  setDefault: 'POST /_providers/_default/{id}',
  get: 'GET /{id}',
  getState: 'GET /{id}/state',
  setState: 'PUT /{id}/state body',
  getMode: 'GET /{id}/mode',
  setMode: 'PUT /{id}/mode body',
  getTarget: 'GET /{id}/target',
  setTarget: 'PUT /{id}/target body',
  adjust: 'PUT /{id}/target/adjust body',
  engage: 'POST /{id}/engage',
  disengage: 'POST /{id}/disengage',
  tack: 'POST /{id}/tack/{direction}',
  gybe: 'POST /{id}/gybe/{direction}',
  beginDodge: 'POST /{id}/dodge',
  dodge: 'PUT /{id}/dodge body',
  endDodge: 'DELETE /{id}/dodge',
  getHelm: 'GET /{id}/helm',
  takeHelm: 'PUT /{id}/helm body',
  releaseHelm: 'DELETE /{id}/helm',
  getAudit: 'GET /{id}/audit query',
})

/** The anchor watch. */
export interface AnchorFeature {
  /** The state of the anchor as last reported by the watch. */
  get(options?: RequestOptions): CallOf<'GET vessels/self/navigation/anchor'>
  /** The boat’s track during this stay, or of the last six hours while the anchor is up. */
  getTrack(options?: RequestOptions): CallOf<'GET vessels/self/navigation/anchor/track'>
  /** The last 20 past stays. */
  listStays(options?: RequestOptions): CallOf<'GET vessels/self/navigation/anchor/stays'>
  /** Sets the length of rode that is out; the anchor position stays, and the radius follows unless set by hand. */
  veer(body: AnchorRepositionRequest, options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/veer'>
  /** Sets the anchor position to the bow’s position at a time of the track. */
  setFromTrack(body: AnchorTrackRequest, options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/set-from-track'>
  /** Sets the anchor position, within 300 m of the bow; the radius stays. */
  setAt(body: AnchorPlaceRequest, options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/set-at'>
  /** Drops the anchor at the bow’s position and starts the watch with a provisional radius. */
  drop(options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/drop'>
  /** Sets the radius of the alarm area, in metres. */
  setRadius(body: AnchorRadiusRequest, options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/radius'>
  /** Sets the anchor position this many metres of rode ahead of the boat. */
  reposition(body: AnchorRepositionRequest, options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/reposition'>
  /** Raises the anchor and ends the watch. */
  raise(options?: RequestOptions): CallOf<'POST vessels/self/navigation/anchor/raise'>
}
/** The anchor watch. */
export const anchor: Feature<AnchorFeature> = /* @__PURE__ */ defineFeature<AnchorFeature>('vessels/self/navigation/anchor', {
  get: 'GET ',
  getTrack: 'GET /track',
  listStays: 'GET /stays',
  veer: 'POST /veer body',
  setFromTrack: 'POST /set-from-track body',
  setAt: 'POST /set-at body',
  drop: 'POST /drop',
  setRadius: 'POST /radius body',
  reposition: 'POST /reposition body',
  raise: 'POST /raise',
})

/** Alerts, and the calls of people about them. */
export interface AlertsFeature {
  /** All alerts of the own vessel, most severe first. */
  list(options?: RequestOptions): CallOf<'GET notifications'>
  /** Raises an alert by hand; repeating it at the same path sounds the alert again. */
  raise(body: AlertRequest, options?: RequestOptions): CallOf<'POST notifications'>
  /** The alerts that ended in the last 24 hours, newest first. */
  listPast(options?: RequestOptions): CallOf<'GET notifications/past'>
  /** One alert. */
  get(id: string, options?: RequestOptions): CallOf<'GET notifications/{id}'>
  /** Ends an alert that was raised by hand, that is `endable`, or whose source has not reported since the server started. */
  end(id: string, options?: RequestOptions): CallOf<'DELETE notifications/{id}'>
  /** Acknowledges an alert for everyone aboard; repeating it has no effect. */
  acknowledge(id: string, options?: RequestOptions): CallOf<'POST notifications/{id}/acknowledge'>
  /** Silences an alert for 30 seconds, or until its severity rises. */
  silence(id: string, options?: RequestOptions): CallOf<'POST notifications/{id}/silence'>
  /** Acknowledges all alerts. */
  acknowledgeAll(options?: RequestOptions): CallOf<'POST notifications/acknowledge'>
  /** Silences all alerts for 30 seconds. */
  silenceAll(options?: RequestOptions): CallOf<'POST notifications/silence'>
  /** Raises a man overboard emergency, with the position if a recent fix exists. */
  raiseManOverboard(options?: RequestOptions): CallOf<'POST notifications/mob'>
  /** Ends the man overboard emergency. */
  endManOverboard(options?: RequestOptions): CallOf<'DELETE notifications/mob'>
  /** The latest calls of people for alarms, with what became of each of them. */
  listCalls(options?: RequestOptions): CallOf<'GET notifications/calls'>
  /** The channels on which an alarm calls people. */
  listChannels(options?: RequestOptions): CallOf<'GET notifications/channels'>
  /** Raises a test alarm that calls people on every channel; it ends when someone acknowledges it. */
  testAlarm(options?: RequestOptions): CallOf<'POST notifications/test'>
  /** What a page needs to receive pushes, and the caller’s devices that do. */
  getPushSetup(options?: RequestOptions): CallOf<'GET notifications/push'>
  /** Registers a browser for pushes of alarms, or replaces its subscription. */
  putPushDevice(id: string, body: PushDeviceRequest, options?: RequestOptions): CallOf<'PUT notifications/push/{id}'>
  /** Ends the pushes to a browser. */
  removePushDevice(id: string, options?: RequestOptions): CallOf<'DELETE notifications/push/{id}'>
  /** Sent by a browser when it has shown a push. */
  receivePush(id: string, body: PushReceipt, options?: RequestOptions): CallOf<'POST notifications/push/{id}/receipt'>
}
/** Alerts, and the calls of people about them. */
export const alerts: Feature<AlertsFeature> = /* @__PURE__ */ defineFeature<AlertsFeature>('notifications', {
  list: 'GET ',
  raise: 'POST  body',
  listPast: 'GET /past',
  get: 'GET /{id}',
  end: 'DELETE /{id}',
  acknowledge: 'POST /{id}/acknowledge',
  silence: 'POST /{id}/silence',
  acknowledgeAll: 'POST /acknowledge',
  silenceAll: 'POST /silence',
  raiseManOverboard: 'POST /mob',
  endManOverboard: 'DELETE /mob',
  listCalls: 'GET /calls',
  listChannels: 'GET /channels',
  testAlarm: 'POST /test',
  getPushSetup: 'GET /push',
  putPushDevice: 'PUT /push/{id} body',
  removePushDevice: 'DELETE /push/{id}',
  receivePush: 'POST /push/{id}/receipt body',
})

/** Switches, dimmers and setpoints, by path. */
export interface ControlsFeature {
  /** The paths that can be set: switches, dimmers and setpoints, with their range and present value. */
  list(options?: RequestOptions): CallOf<'GET vessels/self/controls'>
  /** Sets the value of a path; answered when the device reports it. */
  set(path: string, body: ControlRequest, options?: RequestOptions): CallOf<'PUT vessels/self/controls/{path}'>
}
/** Switches, dimmers and setpoints, by path. */
export const controls: Feature<ControlsFeature> = /* @__PURE__ */ defineFeature<ControlsFeature>('vessels/self/controls', {
  list: 'GET ',
  set: 'PUT /{path} body',
})

/** The destination and the active route. */
export interface CourseFeature {
  /** The course; bearing, distance and cross-track error are below `navigation.courseGreatCircle`. */
  get(options?: RequestOptions): CallOf<'GET vessels/self/navigation/course'>
  /** Clears the course. */
  end(options?: RequestOptions): CallOf<'DELETE vessels/self/navigation/course'>
  /** Sets a destination with a straight leg from the present position; no autopilot is commanded. */
  setDestination(body: DestinationRequest, options?: RequestOptions): CallOf<'PUT vessels/self/navigation/course/destination'>
  /** Follows a route to its first point, or to the second when the boat is at the first. */
  followRoute(body: FollowRequest, options?: RequestOptions): CallOf<'PUT vessels/self/navigation/course/route'>
  /** Begins the next leg of the route, whether or not the active point was reached. */
  advance(query?: { readonly leg?: number }, options?: RequestOptions): CallOf<'POST vessels/self/navigation/course/advance'>
  /** The plugins that can compute the course; without a chosen one the server computes it. */
  listProviders(options?: RequestOptions): CallOf<'GET vessels/self/navigation/course/_providers'>
  /** Chooses the plugin that computes the course, which autopilots follow. */
  setProvider(id: string, options?: RequestOptions): CallOf<'POST vessels/self/navigation/course/_providers/_default/{id}'>
  /** Chooses none: the server computes the course. */
  removeProvider(options?: RequestOptions): CallOf<'DELETE vessels/self/navigation/course/_providers/_default'>
}
/** The destination and the active route. */
export const course: Feature<CourseFeature> = /* @__PURE__ */ defineFeature<CourseFeature>('vessels/self/navigation/course', {
  get: 'GET ',
  end: 'DELETE ',
  setDestination: 'PUT /destination body',
  followRoute: 'PUT /route body',
  advance: 'POST /advance query',
  listProviders: 'GET /_providers',
  setProvider: 'POST /_providers/_default/{id}',
  removeProvider: 'DELETE /_providers/_default',
})

/** Routes, waypoints and the resources of plugins. */
export interface ResourcesFeature {
  /** All routes, in the order of their creation. */
  listRoutes(options?: RequestOptions): CallOf<'GET resources/routes'>
  /** Creates a route; the response contains its id. */
  makeRoute(body: RouteRequest, options?: RequestOptions): CallOf<'POST resources/routes'>
  /** One route. */
  getRoute(id: string, options?: RequestOptions): CallOf<'GET resources/routes/{id}'>
  /** Replaces a route; if the boat follows it, the course is updated. */
  changeRoute(id: string, body: RouteRequest, options?: RequestOptions): CallOf<'PUT resources/routes/{id}'>
  /** Removes a route that the boat does not follow. */
  removeRoute(id: string, options?: RequestOptions): CallOf<'DELETE resources/routes/{id}'>
  /** All waypoints, in the order of their creation. */
  listWaypoints(options?: RequestOptions): CallOf<'GET resources/waypoints'>
  /** Creates a waypoint; the response contains its id. */
  makeWaypoint(body: WaypointRequest, options?: RequestOptions): CallOf<'POST resources/waypoints'>
  /** One waypoint. */
  getWaypoint(id: string, options?: RequestOptions): CallOf<'GET resources/waypoints/{id}'>
  /** Changes the name or position of a waypoint; a course to it is not changed. */
  changeWaypoint(id: string, body: WaypointRequest, options?: RequestOptions): CallOf<'PUT resources/waypoints/{id}'>
  /** Removes a waypoint; a course to it is not changed. */
  removeWaypoint(id: string, options?: RequestOptions): CallOf<'DELETE resources/waypoints/{id}'>
  /** All resources of a kind that a plugin provides. */
  listProvided(kind: string, options?: RequestOptions): CallOf<'GET resources/{kind}'>
  /** One resource of a kind that a plugin provides. */
  getProvided(kind: string, id: string, options?: RequestOptions): CallOf<'GET resources/{kind}/{id}'>
}
/** Routes, waypoints and the resources of plugins. */
export const resources: Feature<ResourcesFeature> = /* @__PURE__ */ defineFeature<ResourcesFeature>('resources', {
  listRoutes: 'GET /routes',
  makeRoute: 'POST /routes body',
  getRoute: 'GET /routes/{id}',
  changeRoute: 'PUT /routes/{id} body',
  removeRoute: 'DELETE /routes/{id}',
  listWaypoints: 'GET /waypoints',
  makeWaypoint: 'POST /waypoints body',
  getWaypoint: 'GET /waypoints/{id}',
  changeWaypoint: 'PUT /waypoints/{id} body',
  removeWaypoint: 'DELETE /waypoints/{id}',
  listProvided: 'GET /{kind}',
  getProvided: 'GET /{kind}/{id}',
})

/** Recorded values. */
export interface HistoryFeature {
  /** Recorded values, aggregated in buckets of equal length. */
  values(query: { readonly paths: string; readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly resolution?: string; readonly sourcePolicy?: "preferred" | "all"; readonly provider?: string }, options?: RequestOptions): CallOf<'GET history/values'>
  /** Contexts with recorded values in a range. */
  contexts(query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly provider?: string }, options?: RequestOptions): CallOf<'GET history/contexts'>
  /** Paths with recorded values in a range. */
  paths(query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly bbox?: string; readonly provider?: string }, options?: RequestOptions): CallOf<'GET history/paths'>
  /** The recorded track of a vessel, thinned to a tolerance. */
  track(query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly tolerance?: number; readonly provider?: string }, options?: RequestOptions): CallOf<'GET history/track'>
  /** What the history occupies on disk, and how far it goes back. */
  storage(query?: { readonly provider?: string }, options?: RequestOptions): CallOf<'GET history/storage'>
  /** Deletes what was recorded in a range, in whole minutes. */
  forget(query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly provider?: string }, options?: RequestOptions): CallOf<'DELETE history'>
  /** The plugins that answer questions about history. */
  listProviders(options?: RequestOptions): CallOf<'GET history/_providers'>
  /** The provider that answers by default. */
  getDefaultProvider(options?: RequestOptions): CallOf<'GET history/_providers/_default'>
  /** Chooses the provider that answers by default. */
  setDefaultProvider(id: string, options?: RequestOptions): CallOf<'POST history/_providers/_default/{id}'>
}
/** Recorded values. */
export const history: Feature<HistoryFeature> = /* @__PURE__ */ defineFeature<HistoryFeature>('history', {
  values: 'GET /values query',
  contexts: 'GET /contexts query',
  paths: 'GET /paths query',
  track: 'GET /track query',
  storage: 'GET /storage query',
  forget: 'DELETE  query',
  listProviders: 'GET /_providers',
  getDefaultProvider: 'GET /_providers/_default',
  setDefaultProvider: 'POST /_providers/_default/{id}',
})

/** Observations, forecasts and warnings. */
export interface WeatherFeature {
  /** What stations near a place have measured; near the boat when no place is given. */
  observations(query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string; readonly most?: number }, options?: RequestOptions): CallOf<'GET weather/observations'>
  /** The forecast for a place; for the boat when no place is given. */
  forecast(query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string; readonly hours?: number; readonly step?: number }, options?: RequestOptions): CallOf<'GET weather/forecast'>
  /** Warnings of weather services for a place; for the boat when no place is given. */
  warnings(query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string }, options?: RequestOptions): CallOf<'GET weather/warnings'>
  /** The plugins that answer questions about the weather. */
  listProviders(options?: RequestOptions): CallOf<'GET weather/_providers'>
  /** Chooses the provider that answers by default. */
  setDefaultProvider(id: string, options?: RequestOptions): CallOf<'POST weather/_providers/_default/{id}'>
}
/** Observations, forecasts and warnings. */
export const weather: Feature<WeatherFeature> = /* @__PURE__ */ defineFeature<WeatherFeature>('weather', {
  observations: 'GET /observations query',
  forecast: 'GET /forecast query',
  warnings: 'GET /warnings query',
  listProviders: 'GET /_providers',
  setDefaultProvider: 'POST /_providers/_default/{id}',
})

/** Plugins: their state, settings and actions. */
export interface PluginsFeature {
  /** What all plugins use together, and what they may use. */
  getBudget(options?: RequestOptions): CallOf<'GET plugin-budget'>
  /** All plugins, by name. */
  list(options?: RequestOptions): CallOf<'GET plugins'>
  /** One plugin. */
  get(plugin: string, options?: RequestOptions): CallOf<'GET plugins/{plugin}'>
  /** Disables and deletes an installed plugin; its data and settings stay. */
  remove(plugin: string, options?: RequestOptions): CallOf<'DELETE plugins/{plugin}'>
  /** The newest log lines of a plugin. */
  getLog(plugin: string, options?: RequestOptions): CallOf<'GET plugins/{plugin}/log'>
  /** The settings of a plugin; its manifest describes them. */
  getSettings(plugin: string, options?: RequestOptions): CallOf<'GET plugins/{plugin}/settings'>
  /** Replaces all settings of a plugin; completes when it runs with them. */
  setSettings(plugin: string, body: PluginSettings, options?: RequestOptions): CallOf<'PUT plugins/{plugin}/settings'>
  /** Enables a plugin; completes when it runs. */
  enable(plugin: string, options?: RequestOptions): CallOf<'POST plugins/{plugin}/enable'>
  /** Approves the new claims of a plugin; completes when it runs. */
  approve(plugin: string, options?: RequestOptions): CallOf<'POST plugins/{plugin}/approve'>
  /** Disables a plugin; completes when its process has ended. */
  disable(plugin: string, options?: RequestOptions): CallOf<'POST plugins/{plugin}/disable'>
  /** Restarts a plugin; completes when it runs. */
  restart(plugin: string, options?: RequestOptions): CallOf<'POST plugins/{plugin}/restart'>
  /** Runs an action of a plugin, for the role that the manifest names or the owner; completes when the plugin has answered. */
  runAction(plugin: string, action: string, body: unknown, options?: RequestOptions): CallOf<'POST plugins/{plugin}/actions/{action}'>
  /** Plugins that can be installed or updated, with their rights. */
  getCatalogue(options?: RequestOptions): CallOf<'GET plugin-catalogue'>
  /** Installs or updates a plugin; a new one stays disabled. */
  install(plugin: string, body: PluginInstallation, options?: RequestOptions): CallOf<'POST plugin-catalogue/{plugin}/install'>
}
/** Plugins: their state, settings and actions. */
export const plugins: Feature<PluginsFeature> = /* @__PURE__ */ defineFeature<PluginsFeature>('', {
  getBudget: 'GET plugin-budget',
  list: 'GET plugins',
  get: 'GET plugins/{plugin}',
  remove: 'DELETE plugins/{plugin}',
  getLog: 'GET plugins/{plugin}/log',
  getSettings: 'GET plugins/{plugin}/settings',
  setSettings: 'PUT plugins/{plugin}/settings body',
  enable: 'POST plugins/{plugin}/enable',
  approve: 'POST plugins/{plugin}/approve',
  disable: 'POST plugins/{plugin}/disable',
  restart: 'POST plugins/{plugin}/restart',
  runAction: 'POST plugins/{plugin}/actions/{action} body',
  getCatalogue: 'GET plugin-catalogue',
  install: 'POST plugin-catalogue/{plugin}/install body',
})

/** The logbook. */
export interface LogbookFeature {
  /** The figures of the trip, and the days of the logbook. */
  get(options?: RequestOptions): CallOf<'GET vessels/self/logbook'>
  /** The entries of one day. */
  getDay(day: string, options?: RequestOptions): CallOf<'GET vessels/self/logbook/days/{day}'>
  /** Adds a note to the logbook, with the position, course and weather of now. */
  addNote(body: LogbookNoteRequest, options?: RequestOptions): CallOf<'POST vessels/self/logbook/entries'>
  /** Starts a new trip: all its figures begin at zero; the logbook is not changed. */
  resetTrip(options?: RequestOptions): CallOf<'POST vessels/self/logbook/trip/reset'>
}
/** The logbook. */
export const logbook: Feature<LogbookFeature> = /* @__PURE__ */ defineFeature<LogbookFeature>('vessels/self/logbook', {
  get: 'GET ',
  getDay: 'GET /days/{day}',
  addNote: 'POST /entries body',
  resetTrip: 'POST /trip/reset',
})

/** The details, limits and recent track of the own vessel. */
export interface VesselFeature {
  /** Details and limits of the own vessel, and whether each limit is watched. */
  get(options?: RequestOptions): CallOf<'GET vessels/self/boat'>
  /** Replaces the details of the own vessel; a new MMSI identifies it after the next start. */
  setDetails(body: BoatDetailsRequest, options?: RequestOptions): CallOf<'PUT vessels/self/boat/details'>
  /** Replaces the limits that raise alerts; they are the zones in the metadata of their paths. */
  setLimits(body: BoatLimitsRequest, options?: RequestOptions): CallOf<'PUT vessels/self/boat/limits'>
  /** The track of the own vessel, up to one day; older parts of a long track are thinned. */
  getTrack(query?: { readonly seconds?: number }, options?: RequestOptions): CallOf<'GET vessels/self/track'>
}
/** The details, limits and recent track of the own vessel. */
export const vessel: Feature<VesselFeature> = /* @__PURE__ */ defineFeature<VesselFeature>('vessels/self', {
  get: 'GET /boat',
  setDetails: 'PUT /boat/details body',
  setLimits: 'PUT /boat/limits body',
  getTrack: 'GET /track query',
})

/** Chart files. */
export interface ChartsFeature {
  /** The charts in the data folder. */
  list(options?: RequestOptions): CallOf<'GET charts'>
  /** Deletes the file of a chart. */
  remove(id: string, options?: RequestOptions): CallOf<'DELETE charts/{id}'>
}
/** Chart files. */
export const charts: Feature<ChartsFeature> = /* @__PURE__ */ defineFeature<ChartsFeature>('charts', {
  list: 'GET ',
  remove: 'DELETE /{id}',
})

/** People, tokens, pairings and the audit. */
export interface AccessFeature {
  /** The caller with its roles and scopes, and whether the boat has an owner. */
  me(options?: RequestOptions): CallOf<'GET access/me'>
  /** Creates the first owner with the code that the server printed; once, over https or on the boat’s own computer. */
  claim(body: JoinRequest, options?: RequestOptions): CallOf<'POST access/claim'>
  /** Creates a person with the code of an invitation. */
  join(body: JoinRequest, options?: RequestOptions): CallOf<'POST access/join'>
  /** Signs a person in. */
  signIn(body: SignInRequest, options?: RequestOptions): CallOf<'POST access/sign-in'>
  /** Requests pairing for a device, which shows the six digits that it receives. */
  askPairing(body: PairingRequest, options?: RequestOptions): CallOf<'POST access/pairings'>
  /** Devices that wait for approval. */
  listPairings(options?: RequestOptions): CallOf<'GET access/pairings'>
  /** Rejects all devices that wait for approval. */
  refuseAllPairings(options?: RequestOptions): CallOf<'DELETE access/pairings'>
  /** Returns the secret to the paired device, once; 202 until the owner has decided. */
  collectPairing(id: string, body: PairingCollection, options?: RequestOptions): CallOf<'POST access/pairings/{id}/collect'>
  /** Creates a ticket with which a browser opens one stream. */
  streamTicket(options?: RequestOptions): CallOf<'POST access/ticket'>
  /** Revokes the session or token of this request and closes its streams. */
  signOut(options?: RequestOptions): CallOf<'POST access/sign-out'>
  /** Changes the caller’s pass-phrase and ends all other sessions. */
  setPassphrase(body: PassphraseChange, options?: RequestOptions): CallOf<'PUT access/passphrase'>
  /** Approves a device by the digits that it shows. */
  approvePairing(id: string, body: PairingApproval, options?: RequestOptions): CallOf<'POST access/pairings/{id}/approve'>
  /** Rejects a device. */
  refusePairing(id: string, options?: RequestOptions): CallOf<'DELETE access/pairings/{id}'>
  /** All people who can sign in. */
  listPeople(options?: RequestOptions): CallOf<'GET access/people'>
  /** Changes the role of a person. */
  setRole(name: string, body: RoleChange, options?: RequestOptions): CallOf<'PUT access/people/{name}'>
  /** Removes a person, and revokes that person’s sessions and tokens. */
  removePerson(name: string, options?: RequestOptions): CallOf<'DELETE access/people/{name}'>
  /** All tokens and sessions, with their last use. */
  listCredentials(options?: RequestOptions): CallOf<'GET access/credentials'>
  /** Creates a token for a program or a device. */
  makeToken(body: TokenRequest, options?: RequestOptions): CallOf<'POST access/tokens'>
  /** Decides what the token of an app of the Signal K family may do in the address of a stream. */
  changeCredential(id: string, body: CredentialChange, options?: RequestOptions): CallOf<'PUT access/credentials/{id}'>
  /** Revokes a token or session and closes its streams. */
  revoke(id: string, options?: RequestOptions): CallOf<'DELETE access/credentials/{id}'>
  /** The invitations that nobody has used yet. */
  getInvitations(options?: RequestOptions): CallOf<'GET access/invitations'>
  /** Creates a code with which one person can join once. */
  invite(body: InvitationRequest, options?: RequestOptions): CallOf<'POST access/invitations'>
  /** Withdraws an invitation: its code is not valid any more. */
  withdrawInvitation(id: string, options?: RequestOptions): CallOf<'DELETE access/invitations/{id}'>
  /** The audit log, newest first; each entry contains the hash of the previous one. */
  getAudit(query?: { readonly limit?: number; readonly before?: number; readonly kind?: "command" | "access" | "alert" | "course" | "plugin" | "settings" | "server" }, options?: RequestOptions): CallOf<'GET access/audit'>
  /** Whether apps of the Signal K family are served, now and after the next start. */
  familySwitch(options?: RequestOptions): CallOf<'GET access/family'>
  /** Serves apps of the Signal K family, or not, from the next start of the server on. */
  setFamilySwitch(body: FamilySwitchRequest, options?: RequestOptions): CallOf<'PUT access/family'>
  /** Whether people ashore may command the boat. */
  getShoreSession(options?: RequestOptions): CallOf<'GET access/shore-session'>
  /** Permits people ashore to command the boat for some time after each command, two hours at most; only aboard. */
  openShoreSession(body: ShoreSessionRequest, options?: RequestOptions): CallOf<'POST access/shore-session'>
  /** Ends the session: people ashore can only look again. */
  closeShoreSession(options?: RequestOptions): CallOf<'DELETE access/shore-session'>
}
/** People, tokens, pairings and the audit. */
export const access: Feature<AccessFeature> = /* @__PURE__ */ defineFeature<AccessFeature>('access', {
  me: 'GET /me',
  claim: 'POST /claim body',
  join: 'POST /join body',
  signIn: 'POST /sign-in body',
  askPairing: 'POST /pairings body',
  listPairings: 'GET /pairings',
  refuseAllPairings: 'DELETE /pairings',
  collectPairing: 'POST /pairings/{id}/collect body',
  streamTicket: 'POST /ticket',
  signOut: 'POST /sign-out',
  setPassphrase: 'PUT /passphrase body',
  approvePairing: 'POST /pairings/{id}/approve body',
  refusePairing: 'DELETE /pairings/{id}',
  listPeople: 'GET /people',
  setRole: 'PUT /people/{name} body',
  removePerson: 'DELETE /people/{name}',
  listCredentials: 'GET /credentials',
  makeToken: 'POST /tokens body',
  changeCredential: 'PUT /credentials/{id} body',
  revoke: 'DELETE /credentials/{id}',
  getInvitations: 'GET /invitations',
  invite: 'POST /invitations body',
  withdrawInvitation: 'DELETE /invitations/{id}',
  getAudit: 'GET /audit query',
  familySwitch: 'GET /family',
  setFamilySwitch: 'PUT /family body',
  getShoreSession: 'GET /shore-session',
  openShoreSession: 'POST /shore-session body',
  closeShoreSession: 'DELETE /shore-session',
})

/** The server itself, and what its console stores. */
export interface ServerFeature {
  /** Checks the machine and the data folder, and says what to do. */
  doctorReport(options?: RequestOptions): CallOf<'GET doctor'>
  /** Addresses at which other devices aboard reach the server, and settings without effect. */
  info(options?: RequestOptions): CallOf<'GET server'>
  /** The open console pages, and which of them sound alarms. */
  listStations(options?: RequestOptions): CallOf<'GET stations'>
  /** Registers an open console page; to be repeated every five seconds. */
  putStation(id: string, body: ConsoleClientRequest, options?: RequestOptions): CallOf<'PUT stations/{id}'>
  /** Removes a closed console page. */
  removeStation(id: string, options?: RequestOptions): CallOf<'DELETE stations/{id}'>
  /** The caller’s preferences; in open mode all callers share one set. */
  getPreferences(options?: RequestOptions): CallOf<'GET preferences'>
  /** Replaces all preferences of the caller; 48 kB at most. */
  setPreferences(body: Preferences, options?: RequestOptions): CallOf<'PUT preferences'>
}
/** The server itself, and what its console stores. */
export const server: Feature<ServerFeature> = /* @__PURE__ */ defineFeature<ServerFeature>('', {
  doctorReport: 'GET doctor',
  info: 'GET server',
  listStations: 'GET stations',
  putStation: 'PUT stations/{id} body',
  removeStation: 'DELETE stations/{id}',
  getPreferences: 'GET preferences',
  setPreferences: 'PUT preferences body',
})
