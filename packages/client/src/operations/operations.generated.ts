// Written by "npm run client" from the route table and the path metadata. Do not edit.
import type {
  ActionCompleted,
  Alert,
  AlertCallList,
  AlertChannelList,
  AlertCompleted,
  AlertList,
  AlertRequest,
  AlertsCompleted,
  AnchorCompleted,
  AnchorPlaceRequest,
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AnchorState,
  AnchorStays,
  AnchorTrack,
  AnchorTrackRequest,
  AngleRequest,
  AngleValue,
  AuditEntry,
  AuditPage,
  AutopilotDescription,
  AutopilotList,
  Boat,
  BoatCompleted,
  BoatDetailsRequest,
  BoatLimitsRequest,
  ChartList,
  Completed,
  ConsoleClientList,
  ConsoleClientRequest,
  ControlCompleted,
  ControlList,
  ControlRequest,
  Course,
  CourseCompleted,
  CourseProviderList,
  Credential,
  CredentialChange,
  DefaultAutopilot,
  DefaultHistoryProvider,
  DestinationRequest,
  DoctorReport,
  FamilySwitchRequest,
  FamilySwitchView,
  FollowRequest,
  HelmRequest,
  HelmState,
  HelmTaken,
  HistoryDeletionPending,
  HistoryForgotten,
  HistoryProviderList,
  HistoryStorage,
  HistoryValuesAnswer,
  Invitation,
  InvitationMade,
  InvitationRequest,
  JoinRequest,
  Logbook,
  LogbookCompleted,
  LogbookDay,
  LogbookNoteRequest,
  NameRequest,
  NameValue,
  Pairing,
  PairingApproval,
  PairingCollection,
  PairingMade,
  PairingPending,
  PairingRequest,
  PassphraseChange,
  PastAlertList,
  Person,
  PluginBudget,
  PluginCatalogue,
  PluginInstallation,
  PluginList,
  PluginLog,
  PluginReport,
  PluginSettings,
  Preferences,
  ProvidedResource,
  ProvidedResourceList,
  PushDeviceRequest,
  PushReceipt,
  PushSetup,
  RoleChange,
  Route,
  RouteCompleted,
  RouteList,
  RouteRequest,
  ServedForecast,
  ServedObservations,
  ServedWarnings,
  ServerInfo,
  ShoreSessionRequest,
  ShoreSessionView,
  SignInRequest,
  SignedIn,
  StreamTicket,
  TokenMade,
  TokenRequest,
  Track,
  TurnDirection,
  Visitor,
  Waypoint,
  WaypointCompleted,
  WaypointList,
  WaypointRequest,
  WeatherProviderList,
} from '@marinedata/model'

type Problems1 = 'forbidden' | 'misdirected' | 'unauthenticated'
type Problems2 = 'forbidden' | 'invalid-value' | 'misdirected' | 'plugin-not-found' | 'unauthenticated'
type Problems3 = 'busy' | 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'plugin-not-found' | 'unauthenticated' | 'unconfirmed'
type Problems4 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-settings' | 'invalid-value' | 'misdirected' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems5 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'plugin-budget' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'unauthenticated'
type Problems6 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'unauthenticated'
type Problems7 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'not-found' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unsupported-media-type'
type Problems8 = 'forbidden' | 'misdirected' | 'no-provider' | 'not-found' | 'unauthenticated'
type Problems9 = 'busy' | 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-provider' | 'not-found' | 'plugin-not-found' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unsupported-media-type'
type Problems10 = 'forbidden' | 'misdirected' | 'no-default-autopilot' | 'unauthenticated'
type Problems11 = 'autopilot-not-found' | 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'unauthenticated'
type Problems12 = 'autopilot-not-found' | 'forbidden' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'unauthenticated'
type Problems13 = 'autopilot-not-found' | 'autopilot-offline' | 'busy' | 'cross-origin' | 'forbidden' | 'helm-contested' | 'helm-held' | 'idempotency-conflict' | 'input-stale' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'not-allowed-in-mode' | 'not-engaged' | 'rejected-by-device' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unknown-units' | 'unsupported-action' | 'unsupported-media-type' | 'wrong-direction'
type Problems14 = 'autopilot-not-found' | 'autopilot-offline' | 'busy' | 'cross-origin' | 'forbidden' | 'helm-contested' | 'helm-held' | 'idempotency-conflict' | 'input-stale' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'not-allowed-in-mode' | 'not-engaged' | 'rejected-by-device' | 'unauthenticated' | 'unconfirmed' | 'unknown-units' | 'unsupported-action' | 'wrong-direction'
type Problems15 = 'autopilot-not-found' | 'cross-origin' | 'forbidden' | 'helm-held' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems16 = 'autopilot-not-found' | 'cross-origin' | 'forbidden' | 'helm-held' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'unauthenticated'
type Problems17 = 'autopilot-not-found' | 'forbidden' | 'invalid-query' | 'invalid-value' | 'misdirected' | 'no-default-autopilot' | 'unauthenticated'
type Problems18 = 'boat-changed' | 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'storage-full' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems19 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'storage-full' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems20 = 'alert-not-found' | 'forbidden' | 'invalid-value' | 'misdirected' | 'unauthenticated'
type Problems21 = 'alert-not-found' | 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'not-raised-by-hand' | 'unauthenticated'
type Problems22 = 'alert-not-found' | 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'unauthenticated'
type Problems23 = 'cross-origin' | 'forbidden' | 'misdirected' | 'unauthenticated'
type Problems24 = 'alert-not-found' | 'cross-origin' | 'forbidden' | 'misdirected' | 'unauthenticated'
type Problems25 = 'forbidden' | 'invalid-query' | 'misdirected' | 'no-history-provider' | 'not-found' | 'plugin-failed' | 'plugin-not-running' | 'storage-full' | 'too-many-requests' | 'too-much-history' | 'unauthenticated'
type Problems26 = 'forbidden' | 'invalid-query' | 'misdirected' | 'no-history-provider' | 'not-found' | 'plugin-failed' | 'plugin-not-running' | 'storage-full' | 'too-many-requests' | 'unauthenticated'
type Problems27 = 'cross-origin' | 'forbidden' | 'invalid-query' | 'misdirected' | 'no-history-provider' | 'not-found' | 'plugin-failed' | 'plugin-not-running' | 'storage-full' | 'too-many-requests' | 'unauthenticated' | 'unconfirmed'
type Problems28 = 'forbidden' | 'misdirected' | 'no-history-provider' | 'unauthenticated'
type Problems29 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'not-found' | 'unauthenticated'
type Problems30 = 'forbidden' | 'input-stale' | 'invalid-query' | 'misdirected' | 'no-provider' | 'not-found' | 'plugin-failed' | 'plugin-not-running' | 'too-many-requests' | 'unauthenticated'
type Problems31 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'not-found' | 'storage-full' | 'unauthenticated'
type Problems32 = 'cross-origin' | 'forbidden' | 'misdirected' | 'storage-full' | 'unauthenticated'
type Problems33 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'storage-full' | 'unauthenticated'
type Problems34 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems35 = 'forbidden' | 'misdirected' | 'no-provider' | 'unauthenticated'
type Problems36 = 'forbidden' | 'misdirected' | 'no-provider' | 'plugin-failed' | 'rejected-by-device' | 'unauthenticated' | 'unsupported-action'
type Problems37 = 'anchor-no-position' | 'anchor-not-down' | 'busy' | 'cross-origin' | 'forbidden' | 'idempotency-conflict' | 'input-stale' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-provider' | 'rejected-by-device' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unsupported-action' | 'unsupported-media-type'
type Problems38 = 'anchor-no-position' | 'anchor-not-down' | 'busy' | 'cross-origin' | 'forbidden' | 'idempotency-conflict' | 'input-stale' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-provider' | 'rejected-by-device' | 'unauthenticated' | 'unconfirmed' | 'unsupported-action'
type Problems39 = 'busy' | 'control-not-found' | 'cross-origin' | 'forbidden' | 'idempotency-conflict' | 'input-stale' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'no-provider' | 'rejected-by-device' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unsupported-action' | 'unsupported-media-type'
type Problems40 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'misdirected' | 'storage-full' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems41 = 'forbidden' | 'invalid-value' | 'misdirected' | 'route-not-found' | 'unauthenticated'
type Problems42 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'route-not-found' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems43 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'route-in-use' | 'route-not-found' | 'unauthenticated'
type Problems44 = 'forbidden' | 'invalid-value' | 'misdirected' | 'unauthenticated' | 'waypoint-not-found'
type Problems45 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type' | 'waypoint-not-found'
type Problems46 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'unauthenticated' | 'waypoint-not-found'
type Problems47 = 'forbidden' | 'invalid-value' | 'misdirected' | 'not-found' | 'unauthenticated'
type Problems48 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'misdirected' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unconfirmed' | 'unsupported-media-type'
type Problems49 = 'cross-origin' | 'forbidden' | 'misdirected' | 'plugin-failed' | 'plugin-not-found' | 'plugin-not-running' | 'unauthenticated' | 'unconfirmed'
type Problems50 = 'cross-origin' | 'forbidden' | 'input-stale' | 'invalid-body' | 'misdirected' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems51 = 'cross-origin' | 'forbidden' | 'input-stale' | 'invalid-body' | 'misdirected' | 'route-not-found' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems52 = 'cross-origin' | 'forbidden' | 'invalid-query' | 'misdirected' | 'no-next-leg' | 'unauthenticated'
type Problems53 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'misdirected' | 'unauthenticated'
type Problems54 = 'forbidden' | 'invalid-query' | 'misdirected' | 'unauthenticated'
type Problems55 = 'misdirected'
type Problems56 = 'already-claimed' | 'cross-origin' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'tls-required' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unsupported-media-type' | 'wrong-secret'
type Problems57 = 'cross-origin' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'name-taken' | 'storage-full' | 'tls-required' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unsupported-media-type' | 'wrong-secret'
type Problems58 = 'cross-origin' | 'invalid-body' | 'misdirected' | 'tls-required' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unsupported-media-type' | 'wrong-secret'
type Problems59 = 'cross-origin' | 'invalid-body' | 'misdirected' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unsupported-media-type'
type Problems60 = 'cross-origin' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'not-found' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unsupported-media-type' | 'wrong-secret'
type Problems61 = 'cross-origin' | 'forbidden' | 'misdirected' | 'too-many-requests' | 'unauthenticated'
type Problems62 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type' | 'wrong-secret'
type Problems63 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'not-found' | 'too-large' | 'too-many-requests' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type' | 'wrong-secret'
type Problems64 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'last-owner' | 'misdirected' | 'not-found' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems65 = 'cross-origin' | 'forbidden' | 'invalid-value' | 'last-owner' | 'misdirected' | 'not-found' | 'unauthenticated'
type Problems66 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'invalid-value' | 'misdirected' | 'not-found' | 'storage-full' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems67 = 'cross-origin' | 'forbidden' | 'invalid-body' | 'misdirected' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'
type Problems68 = 'cross-origin' | 'fixed-by-settings' | 'forbidden' | 'invalid-body' | 'misdirected' | 'storage-full' | 'too-large' | 'too-slow' | 'unauthenticated' | 'unsupported-media-type'

/** The types of every operation, by its method and its path below `…/v2/api/`. */
export interface Operations {
  /** What all plugins use together, and what they may use. */
  'GET plugin-budget': {
    readonly answer: PluginBudget
    readonly problem: Problems1
  }
  /** All plugins, by name. */
  'GET plugins': {
    readonly answer: PluginList
    readonly problem: Problems1
  }
  /** One plugin. */
  'GET plugins/{plugin}': {
    readonly params: { readonly plugin: string }
    readonly answer: PluginReport
    readonly problem: Problems2
  }
  /** Disables and deletes an installed plugin; its data and settings stay. */
  'DELETE plugins/{plugin}': {
    readonly params: { readonly plugin: string }
    readonly answer: Completed
    readonly problem: Problems3
  }
  /** The newest log lines of a plugin. */
  'GET plugins/{plugin}/log': {
    readonly params: { readonly plugin: string }
    readonly answer: PluginLog
    readonly problem: Problems2
  }
  /** The settings of a plugin; its manifest describes them. */
  'GET plugins/{plugin}/settings': {
    readonly params: { readonly plugin: string }
    readonly answer: PluginSettings
    readonly problem: Problems2
  }
  /** Replaces all settings of a plugin; completes when it runs with them. */
  'PUT plugins/{plugin}/settings': {
    readonly params: { readonly plugin: string }
    readonly body: PluginSettings
    readonly answer: Completed
    readonly problem: Problems4
  }
  /** Enables a plugin; completes when it runs. */
  'POST plugins/{plugin}/enable': {
    readonly params: { readonly plugin: string }
    readonly answer: Completed
    readonly problem: Problems5
  }
  /** Approves the new claims of a plugin; completes when it runs. */
  'POST plugins/{plugin}/approve': {
    readonly params: { readonly plugin: string }
    readonly answer: Completed
    readonly problem: Problems6
  }
  /** Disables a plugin; completes when its process has ended. */
  'POST plugins/{plugin}/disable': {
    readonly params: { readonly plugin: string }
    readonly answer: Completed
    readonly problem: Problems6
  }
  /** Restarts a plugin; completes when it runs. */
  'POST plugins/{plugin}/restart': {
    readonly params: { readonly plugin: string }
    readonly answer: Completed
    readonly problem: Problems6
  }
  /** Runs an action of a plugin, for the role that the manifest names or the owner; completes when the plugin has answered. */
  'POST plugins/{plugin}/actions/{action}': {
    readonly params: { readonly plugin: string; readonly action: string }
    readonly body: unknown
    readonly answer: ActionCompleted
    readonly problem: Problems7
  }
  /** Plugins that can be installed or updated, with their rights. */
  'GET plugin-catalogue': {
    readonly answer: PluginCatalogue
    readonly problem: Problems8
  }
  /** Installs or updates a plugin; a new one stays disabled. */
  'POST plugin-catalogue/{plugin}/install': {
    readonly params: { readonly plugin: string }
    readonly body: PluginInstallation
    readonly answer: PluginReport
    readonly problem: Problems9
  }
  /** All autopilots, by id. */
  'GET vessels/self/autopilots': {
    readonly answer: AutopilotList
    readonly problem: Problems1
  }
  /** The id of the default autopilot. */
  'GET vessels/self/autopilots/_providers/_default': {
    readonly answer: DefaultAutopilot
    readonly problem: Problems10
  }
  /** Makes an autopilot the default, also after a restart. */
  'POST vessels/self/autopilots/_providers/_default/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems11
  }
  /** The state and the capabilities of one autopilot. */
  'GET vessels/self/autopilots/{id}': {
    readonly params: { readonly id: string }
    readonly answer: AutopilotDescription
    readonly problem: Problems12
  }
  /** The present state. */
  'GET vessels/self/autopilots/{id}/state': {
    readonly params: { readonly id: string }
    readonly answer: NameValue
    readonly problem: Problems12
  }
  /** Sets the state, one of `options.state`. */
  'PUT vessels/self/autopilots/{id}/state': {
    readonly params: { readonly id: string }
    readonly body: NameRequest
    readonly answer: Completed
    readonly problem: Problems13
  }
  /** The present mode. */
  'GET vessels/self/autopilots/{id}/mode': {
    readonly params: { readonly id: string }
    readonly answer: NameValue
    readonly problem: Problems12
  }
  /** Sets the mode, one of `options.mode`; an engaged autopilot continues the present course. */
  'PUT vessels/self/autopilots/{id}/mode': {
    readonly params: { readonly id: string }
    readonly body: NameRequest
    readonly answer: Completed
    readonly problem: Problems13
  }
  /** The present target. */
  'GET vessels/self/autopilots/{id}/target': {
    readonly params: { readonly id: string }
    readonly answer: AngleValue
    readonly problem: Problems12
  }
  /** Sets the target, in radians unless `units` is `deg`, within the range of the mode. */
  'PUT vessels/self/autopilots/{id}/target': {
    readonly params: { readonly id: string }
    readonly body: AngleRequest
    readonly answer: Completed
    readonly problem: Problems13
  }
  /** Adds to the target: positive to starboard, negative to port. */
  'PUT vessels/self/autopilots/{id}/target/adjust': {
    readonly params: { readonly id: string }
    readonly body: AngleRequest
    readonly answer: Completed
    readonly problem: Problems13
  }
  /** Engages the autopilot on the present course. */
  'POST vessels/self/autopilots/{id}/engage': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** Disengages the autopilot; sent before all queued commands. */
  'POST vessels/self/autopilots/{id}/disengage': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** Turns the bow through the wind; completes when the manoeuvre has begun. */
  'POST vessels/self/autopilots/{id}/tack/{direction}': {
    readonly params: { readonly id: string; readonly direction: TurnDirection }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** Turns the stern through the wind; completes when the manoeuvre has begun. */
  'POST vessels/self/autopilots/{id}/gybe/{direction}': {
    readonly params: { readonly id: string; readonly direction: TurnDirection }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** Holds the present heading until the dodge is ended. */
  'POST vessels/self/autopilots/{id}/dodge': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** Turns away by an angle: positive to starboard, negative to port. */
  'PUT vessels/self/autopilots/{id}/dodge': {
    readonly params: { readonly id: string }
    readonly body: AngleRequest
    readonly answer: Completed
    readonly problem: Problems13
  }
  /** Returns to the mode and target before the dodge. */
  'DELETE vessels/self/autopilots/{id}/dodge': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems14
  }
  /** The client that holds the helm, if any. */
  'GET vessels/self/autopilots/{id}/helm': {
    readonly params: { readonly id: string }
    readonly answer: HelmState
    readonly problem: Problems12
  }
  /** Takes the helm; other commands than disengage then need the lease in `X-Helm-Lease`. */
  'PUT vessels/self/autopilots/{id}/helm': {
    readonly params: { readonly id: string }
    readonly body: HelmRequest
    readonly answer: HelmTaken
    readonly problem: Problems15
  }
  /** Releases the helm. */
  'DELETE vessels/self/autopilots/{id}/helm': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems16
  }
  /** The commands to this autopilot, newest first; each entry contains the hash of the previous one. */
  'GET vessels/self/autopilots/{id}/audit': {
    readonly params: { readonly id: string }
    readonly query?: { readonly limit?: number; readonly before?: number }
    readonly answer: readonly (AuditEntry)[]
    readonly problem: Problems17
  }
  /** Details and limits of the own vessel, and whether each limit is watched. */
  'GET vessels/self/boat': {
    readonly answer: Boat
    readonly problem: Problems1
  }
  /** Replaces the details of the own vessel; a new MMSI identifies it after the next start. */
  'PUT vessels/self/boat/details': {
    readonly body: BoatDetailsRequest
    readonly answer: BoatCompleted
    readonly problem: Problems18
  }
  /** Replaces the limits that raise alerts; they are the zones in the metadata of their paths. */
  'PUT vessels/self/boat/limits': {
    readonly body: BoatLimitsRequest
    readonly answer: BoatCompleted
    readonly problem: Problems18
  }
  /** All alerts of the own vessel, most severe first. */
  'GET notifications': {
    readonly answer: AlertList
    readonly problem: Problems1
  }
  /** Raises an alert by hand; repeating it at the same path sounds the alert again. */
  'POST notifications': {
    readonly body: AlertRequest
    readonly answer: AlertCompleted
    readonly problem: Problems19
  }
  /** The alerts that ended in the last 24 hours, newest first. */
  'GET notifications/past': {
    readonly answer: PastAlertList
    readonly problem: Problems1
  }
  /** One alert. */
  'GET notifications/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Alert
    readonly problem: Problems20
  }
  /** Ends an alert that was raised by hand, that is `endable`, or whose source has not reported since the server started. */
  'DELETE notifications/{id}': {
    readonly params: { readonly id: string }
    readonly answer: AlertCompleted
    readonly problem: Problems21
  }
  /** Acknowledges an alert for everyone aboard; repeating it has no effect. */
  'POST notifications/{id}/acknowledge': {
    readonly params: { readonly id: string }
    readonly answer: AlertCompleted
    readonly problem: Problems22
  }
  /** Silences an alert for 30 seconds, or until its severity rises. */
  'POST notifications/{id}/silence': {
    readonly params: { readonly id: string }
    readonly answer: AlertCompleted
    readonly problem: Problems22
  }
  /** Acknowledges all alerts. */
  'POST notifications/acknowledge': {
    readonly answer: AlertsCompleted
    readonly problem: Problems23
  }
  /** Silences all alerts for 30 seconds. */
  'POST notifications/silence': {
    readonly answer: AlertsCompleted
    readonly problem: Problems23
  }
  /** Raises a man overboard emergency, with the position if a recent fix exists. */
  'POST notifications/mob': {
    readonly answer: AlertCompleted
    readonly problem: Problems23
  }
  /** Ends the man overboard emergency. */
  'DELETE notifications/mob': {
    readonly answer: AlertCompleted
    readonly problem: Problems24
  }
  /** Recorded values, aggregated in buckets of equal length. */
  'GET history/values': {
    readonly query: { readonly paths: string; readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly resolution?: string; readonly sourcePolicy?: "preferred" | "all"; readonly provider?: string }
    readonly answer: HistoryValuesAnswer
    readonly problem: Problems25
  }
  /** Contexts with recorded values in a range. */
  'GET history/contexts': {
    readonly query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly provider?: string }
    readonly answer: readonly (string)[]
    readonly problem: Problems25
  }
  /** Paths with recorded values in a range. */
  'GET history/paths': {
    readonly query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly bbox?: string; readonly provider?: string }
    readonly answer: readonly (string)[]
    readonly problem: Problems25
  }
  /** The recorded track of a vessel, thinned to a tolerance. */
  'GET history/track': {
    readonly query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly context?: string; readonly tolerance?: number; readonly provider?: string }
    readonly answer: Track
    readonly problem: Problems25
  }
  /** What the history occupies on disk, and how far it goes back. */
  'GET history/storage': {
    readonly query?: { readonly provider?: string }
    readonly answer: HistoryStorage
    readonly problem: Problems26
  }
  /** Deletes what was recorded in a range, in whole minutes. */
  'DELETE history': {
    readonly query?: { readonly from?: string; readonly to?: string; readonly duration?: string; readonly provider?: string }
    readonly answer: HistoryForgotten | HistoryDeletionPending
    readonly problem: Problems27
  }
  /** The plugins that answer questions about history. */
  'GET history/_providers': {
    readonly answer: HistoryProviderList
    readonly problem: Problems1
  }
  /** The provider that answers by default. */
  'GET history/_providers/_default': {
    readonly answer: DefaultHistoryProvider
    readonly problem: Problems28
  }
  /** Chooses the provider that answers by default. */
  'POST history/_providers/_default/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** What stations near a place have measured; near the boat when no place is given. */
  'GET weather/observations': {
    readonly query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string; readonly most?: number }
    readonly answer: ServedObservations
    readonly problem: Problems30
  }
  /** The forecast for a place; for the boat when no place is given. */
  'GET weather/forecast': {
    readonly query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string; readonly hours?: number; readonly step?: number }
    readonly answer: ServedForecast
    readonly problem: Problems30
  }
  /** Warnings of weather services for a place; for the boat when no place is given. */
  'GET weather/warnings': {
    readonly query?: { readonly latitude?: number; readonly longitude?: number; readonly provider?: string }
    readonly answer: ServedWarnings
    readonly problem: Problems30
  }
  /** The plugins that answer questions about the weather. */
  'GET weather/_providers': {
    readonly answer: WeatherProviderList
    readonly problem: Problems1
  }
  /** Chooses the provider that answers by default. */
  'POST weather/_providers/_default/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** The charts in the data folder. */
  'GET charts': {
    readonly answer: ChartList
    readonly problem: Problems1
  }
  /** Deletes the file of a chart. */
  'DELETE charts/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems31
  }
  /** The latest calls of people for alarms, with what became of each of them. */
  'GET notifications/calls': {
    readonly answer: AlertCallList
    readonly problem: Problems1
  }
  /** The channels on which an alarm calls people. */
  'GET notifications/channels': {
    readonly answer: AlertChannelList
    readonly problem: Problems1
  }
  /** Raises a test alarm that calls people on every channel; it ends when someone acknowledges it. */
  'POST notifications/test': {
    readonly answer: AlertCompleted
    readonly problem: Problems32
  }
  /** What a page needs to receive pushes, and the caller’s devices that do. */
  'GET notifications/push': {
    readonly answer: PushSetup
    readonly problem: Problems1
  }
  /** Registers a browser for pushes of alarms, or replaces its subscription. */
  'PUT notifications/push/{id}': {
    readonly params: { readonly id: string }
    readonly body: PushDeviceRequest
    readonly answer: PushSetup
    readonly problem: Problems19
  }
  /** Ends the pushes to a browser. */
  'DELETE notifications/push/{id}': {
    readonly params: { readonly id: string }
    readonly answer: PushSetup
    readonly problem: Problems33
  }
  /** Sent by a browser when it has shown a push. */
  'POST notifications/push/{id}/receipt': {
    readonly params: { readonly id: string }
    readonly body: PushReceipt
    readonly answer: Completed
    readonly problem: Problems34
  }
  /** The state of the anchor as last reported by the watch. */
  'GET vessels/self/navigation/anchor': {
    readonly answer: AnchorState
    readonly problem: Problems35
  }
  /** The boat’s track during this stay, or of the last six hours while the anchor is up. */
  'GET vessels/self/navigation/anchor/track': {
    readonly answer: AnchorTrack
    readonly problem: Problems36
  }
  /** The last 20 past stays. */
  'GET vessels/self/navigation/anchor/stays': {
    readonly answer: AnchorStays
    readonly problem: Problems36
  }
  /** Sets the length of rode that is out; the anchor position stays, and the radius follows unless set by hand. */
  'POST vessels/self/navigation/anchor/veer': {
    readonly body: AnchorRepositionRequest
    readonly answer: AnchorCompleted
    readonly problem: Problems37
  }
  /** Sets the anchor position to the bow’s position at a time of the track. */
  'POST vessels/self/navigation/anchor/set-from-track': {
    readonly body: AnchorTrackRequest
    readonly answer: AnchorCompleted
    readonly problem: Problems37
  }
  /** Sets the anchor position, within 300 m of the bow; the radius stays. */
  'POST vessels/self/navigation/anchor/set-at': {
    readonly body: AnchorPlaceRequest
    readonly answer: AnchorCompleted
    readonly problem: Problems37
  }
  /** Drops the anchor at the bow’s position and starts the watch with a provisional radius. */
  'POST vessels/self/navigation/anchor/drop': {
    readonly answer: AnchorCompleted
    readonly problem: Problems38
  }
  /** Sets the radius of the alarm area, in metres. */
  'POST vessels/self/navigation/anchor/radius': {
    readonly body: AnchorRadiusRequest
    readonly answer: AnchorCompleted
    readonly problem: Problems37
  }
  /** Sets the anchor position this many metres of rode ahead of the boat. */
  'POST vessels/self/navigation/anchor/reposition': {
    readonly body: AnchorRepositionRequest
    readonly answer: AnchorCompleted
    readonly problem: Problems37
  }
  /** Raises the anchor and ends the watch. */
  'POST vessels/self/navigation/anchor/raise': {
    readonly answer: AnchorCompleted
    readonly problem: Problems38
  }
  /** The paths that can be set: switches, dimmers and setpoints, with their range and present value. */
  'GET vessels/self/controls': {
    readonly answer: ControlList
    readonly problem: Problems1
  }
  /** Sets the value of a path; answered when the device reports it. */
  'PUT vessels/self/controls/{path}': {
    readonly params: { readonly path: string }
    readonly body: ControlRequest
    readonly answer: ControlCompleted
    readonly problem: Problems39
  }
  /** Checks the machine and the data folder, and says what to do. */
  'GET doctor': {
    readonly answer: DoctorReport
    readonly problem: Problems1
  }
  /** Addresses at which other devices aboard reach the server, and settings without effect. */
  'GET server': {
    readonly answer: ServerInfo
    readonly problem: Problems1
  }
  /** All routes, in the order of their creation. */
  'GET resources/routes': {
    readonly answer: RouteList
    readonly problem: Problems1
  }
  /** Creates a route; the response contains its id. */
  'POST resources/routes': {
    readonly body: RouteRequest
    readonly answer: RouteCompleted
    readonly problem: Problems40
  }
  /** One route. */
  'GET resources/routes/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Route
    readonly problem: Problems41
  }
  /** Replaces a route; if the boat follows it, the course is updated. */
  'PUT resources/routes/{id}': {
    readonly params: { readonly id: string }
    readonly body: RouteRequest
    readonly answer: RouteCompleted
    readonly problem: Problems42
  }
  /** Removes a route that the boat does not follow. */
  'DELETE resources/routes/{id}': {
    readonly params: { readonly id: string }
    readonly answer: RouteCompleted
    readonly problem: Problems43
  }
  /** All waypoints, in the order of their creation. */
  'GET resources/waypoints': {
    readonly answer: WaypointList
    readonly problem: Problems1
  }
  /** Creates a waypoint; the response contains its id. */
  'POST resources/waypoints': {
    readonly body: WaypointRequest
    readonly answer: WaypointCompleted
    readonly problem: Problems40
  }
  /** One waypoint. */
  'GET resources/waypoints/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Waypoint
    readonly problem: Problems44
  }
  /** Changes the name or position of a waypoint; a course to it is not changed. */
  'PUT resources/waypoints/{id}': {
    readonly params: { readonly id: string }
    readonly body: WaypointRequest
    readonly answer: WaypointCompleted
    readonly problem: Problems45
  }
  /** Removes a waypoint; a course to it is not changed. */
  'DELETE resources/waypoints/{id}': {
    readonly params: { readonly id: string }
    readonly answer: WaypointCompleted
    readonly problem: Problems46
  }
  /** All resources of a kind that a plugin provides. */
  'GET resources/{kind}': {
    readonly params: { readonly kind: string }
    readonly answer: ProvidedResourceList
    readonly problem: Problems47
  }
  /** One resource of a kind that a plugin provides. */
  'GET resources/{kind}/{id}': {
    readonly params: { readonly kind: string; readonly id: string }
    readonly answer: ProvidedResource
    readonly problem: Problems47
  }
  /** The figures of the trip, and the days of the logbook. */
  'GET vessels/self/logbook': {
    readonly answer: Logbook
    readonly problem: Problems1
  }
  /** The entries of one day. */
  'GET vessels/self/logbook/days/{day}': {
    readonly params: { readonly day: string }
    readonly answer: LogbookDay
    readonly problem: Problems47
  }
  /** Adds a note to the logbook, with the position, course and weather of now. */
  'POST vessels/self/logbook/entries': {
    readonly body: LogbookNoteRequest
    readonly answer: LogbookCompleted
    readonly problem: Problems48
  }
  /** Starts a new trip: all its figures begin at zero; the logbook is not changed. */
  'POST vessels/self/logbook/trip/reset': {
    readonly answer: Completed
    readonly problem: Problems49
  }
  /** The course; bearing, distance and cross-track error are below `navigation.courseGreatCircle`. */
  'GET vessels/self/navigation/course': {
    readonly answer: Course
    readonly problem: Problems1
  }
  /** Clears the course. */
  'DELETE vessels/self/navigation/course': {
    readonly answer: CourseCompleted
    readonly problem: Problems23
  }
  /** Sets a destination with a straight leg from the present position; no autopilot is commanded. */
  'PUT vessels/self/navigation/course/destination': {
    readonly body: DestinationRequest
    readonly answer: CourseCompleted
    readonly problem: Problems50
  }
  /** Follows a route to its first point, or to the second when the boat is at the first. */
  'PUT vessels/self/navigation/course/route': {
    readonly body: FollowRequest
    readonly answer: CourseCompleted
    readonly problem: Problems51
  }
  /** Begins the next leg of the route, whether or not the active point was reached. */
  'POST vessels/self/navigation/course/advance': {
    readonly query?: { readonly leg?: number }
    readonly answer: CourseCompleted
    readonly problem: Problems52
  }
  /** The plugins that can compute the course; without a chosen one the server computes it. */
  'GET vessels/self/navigation/course/_providers': {
    readonly answer: CourseProviderList
    readonly problem: Problems1
  }
  /** Chooses the plugin that computes the course, which autopilots follow. */
  'POST vessels/self/navigation/course/_providers/_default/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** Chooses none: the server computes the course. */
  'DELETE vessels/self/navigation/course/_providers/_default': {
    readonly answer: Completed
    readonly problem: Problems23
  }
  /** The open console pages, and which of them sound alarms. */
  'GET stations': {
    readonly answer: ConsoleClientList
    readonly problem: Problems1
  }
  /** Registers an open console page; to be repeated every five seconds. */
  'PUT stations/{id}': {
    readonly params: { readonly id: string }
    readonly body: ConsoleClientRequest
    readonly answer: ConsoleClientList
    readonly problem: Problems34
  }
  /** Removes a closed console page. */
  'DELETE stations/{id}': {
    readonly params: { readonly id: string }
    readonly answer: ConsoleClientList
    readonly problem: Problems53
  }
  /** The caller’s preferences; in open mode all callers share one set. */
  'GET preferences': {
    readonly answer: Preferences
    readonly problem: Problems1
  }
  /** Replaces all preferences of the caller; 48 kB at most. */
  'PUT preferences': {
    readonly body: Preferences
    readonly answer: Completed
    readonly problem: Problems19
  }
  /** The track of the own vessel, up to one day; older parts of a long track are thinned. */
  'GET vessels/self/track': {
    readonly query?: { readonly seconds?: number }
    readonly answer: Track
    readonly problem: Problems54
  }
  /** The caller with its roles and scopes, and whether the boat has an owner. */
  'GET access/me': {
    readonly answer: Visitor
    readonly problem: Problems55
  }
  /** Creates the first owner with the code that the server printed; once, over https or on the boat’s own computer. */
  'POST access/claim': {
    readonly body: JoinRequest
    readonly answer: SignedIn
    readonly problem: Problems56
  }
  /** Creates a person with the code of an invitation. */
  'POST access/join': {
    readonly body: JoinRequest
    readonly answer: SignedIn
    readonly problem: Problems57
  }
  /** Signs a person in. */
  'POST access/sign-in': {
    readonly body: SignInRequest
    readonly answer: SignedIn
    readonly problem: Problems58
  }
  /** Requests pairing for a device, which shows the six digits that it receives. */
  'POST access/pairings': {
    readonly body: PairingRequest
    readonly answer: PairingMade
    readonly problem: Problems59
  }
  /** Devices that wait for approval. */
  'GET access/pairings': {
    readonly answer: readonly (Pairing)[]
    readonly problem: Problems1
  }
  /** Rejects all devices that wait for approval. */
  'DELETE access/pairings': {
    readonly answer: Completed
    readonly problem: Problems23
  }
  /** Returns the secret to the paired device, once; 202 until the owner has decided. */
  'POST access/pairings/{id}/collect': {
    readonly params: { readonly id: string }
    readonly body: PairingCollection
    readonly answer: SignedIn | PairingPending
    readonly problem: Problems60
  }
  /** Creates a ticket with which a browser opens one stream. */
  'POST access/ticket': {
    readonly answer: StreamTicket
    readonly problem: Problems61
  }
  /** Revokes the session or token of this request and closes its streams. */
  'POST access/sign-out': {
    readonly answer: Completed
    readonly problem: Problems23
  }
  /** Changes the caller’s pass-phrase and ends all other sessions. */
  'PUT access/passphrase': {
    readonly body: PassphraseChange
    readonly answer: Completed
    readonly problem: Problems62
  }
  /** Approves a device by the digits that it shows. */
  'POST access/pairings/{id}/approve': {
    readonly params: { readonly id: string }
    readonly body: PairingApproval
    readonly answer: Completed
    readonly problem: Problems63
  }
  /** Rejects a device. */
  'DELETE access/pairings/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** All people who can sign in. */
  'GET access/people': {
    readonly answer: readonly (Person)[]
    readonly problem: Problems1
  }
  /** Changes the role of a person. */
  'PUT access/people/{name}': {
    readonly params: { readonly name: string }
    readonly body: RoleChange
    readonly answer: Completed
    readonly problem: Problems64
  }
  /** Removes a person, and revokes that person’s sessions and tokens. */
  'DELETE access/people/{name}': {
    readonly params: { readonly name: string }
    readonly answer: Completed
    readonly problem: Problems65
  }
  /** All tokens and sessions, with their last use. */
  'GET access/credentials': {
    readonly answer: readonly (Credential)[]
    readonly problem: Problems1
  }
  /** Creates a token for a program or a device. */
  'POST access/tokens': {
    readonly body: TokenRequest
    readonly answer: TokenMade
    readonly problem: Problems19
  }
  /** Decides what the token of an app of the Signal K family may do in the address of a stream. */
  'PUT access/credentials/{id}': {
    readonly params: { readonly id: string }
    readonly body: CredentialChange
    readonly answer: Completed
    readonly problem: Problems66
  }
  /** Revokes a token or session and closes its streams. */
  'DELETE access/credentials/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** The invitations that nobody has used yet. */
  'GET access/invitations': {
    readonly answer: readonly (Invitation)[]
    readonly problem: Problems1
  }
  /** Creates a code with which one person can join once. */
  'POST access/invitations': {
    readonly body: InvitationRequest
    readonly answer: InvitationMade
    readonly problem: Problems67
  }
  /** Withdraws an invitation: its code is not valid any more. */
  'DELETE access/invitations/{id}': {
    readonly params: { readonly id: string }
    readonly answer: Completed
    readonly problem: Problems29
  }
  /** The audit log, newest first; each entry contains the hash of the previous one. */
  'GET access/audit': {
    readonly query?: { readonly limit?: number; readonly before?: number; readonly kind?: "command" | "access" | "alert" | "course" | "plugin" | "settings" | "server" }
    readonly answer: AuditPage
    readonly problem: Problems54
  }
  /** Whether apps of the Signal K family are served, now and after the next start. */
  'GET access/family': {
    readonly answer: FamilySwitchView
    readonly problem: Problems1
  }
  /** Serves apps of the Signal K family, or not, from the next start of the server on. */
  'PUT access/family': {
    readonly body: FamilySwitchRequest
    readonly answer: FamilySwitchView
    readonly problem: Problems68
  }
  /** Whether people ashore may command the boat. */
  'GET access/shore-session': {
    readonly answer: ShoreSessionView
    readonly problem: Problems1
  }
  /** Permits people ashore to command the boat for some time after each command, two hours at most; only aboard. */
  'POST access/shore-session': {
    readonly body: ShoreSessionRequest
    readonly answer: ShoreSessionView
    readonly problem: Problems40
  }
  /** Ends the session: people ashore can only look again. */
  'DELETE access/shore-session': {
    readonly answer: Completed
    readonly problem: Problems23
  }
}
