export * from './clock.ts'
export type { CommandRecord } from './devices/command-run.ts'
export * from './counters.ts'
export * from './manual-clock.ts'
export { OneAtATime } from './one-at-a-time.ts'
export type { Cell, Change, ChangeObserver, ContextNode, Row } from './tree/row.ts'
export { Access } from './access/access.ts'
export { AttemptLimiter } from './access/attempt-limiter.ts'
export { familyTokenPrefix, tokenPrefix } from './access/credentials.ts'
export {
  authorise,
  authorisePath,
  localOwner,
  anonymous,
  pluginPrincipal,
  type Caller,
  type Principal,
  type ShorePermission,
} from './access/principal.ts'
export { ShoreSession } from './access/shore-session.ts'
export type {
  AccessEvent,
  AccessRecords,
  AccessStore,
  StoredCredential,
  StoredInvitation,
  StoredPerson,
  SealedPassphrase,
  Secrets,
} from './access/records.ts'
export { AlertCalls } from './alert-calls/alert-calls.ts'
export type { AlertChannel } from './alert-calls/alert-channel.ts'
export { AlertRegistry } from './alerts/alert-registry.ts'
export { AlertService } from './alerts/alert-service.ts'
export { lifecycleSteps } from './alerts/alert-lifecycle.ts'
export type { AlertRecord, EndedRecord } from './alerts/alert-record.ts'
export { AlertIntake } from './alerts/alert-intake.ts'
export type { AlertChanges, AlertEvent, AlertStore } from './alerts/alert-store.ts'
export { ZoneWatch } from './alerts/zone-watch.ts'
export { DeviceAuthor, PersonAuthor, ServerAuthor, type Author } from './intake/author.ts'
export type { DeltaRefusal } from './intake/delta-refusal.ts'
export { Intake, type UpdateWriter } from './intake/intake.ts'
export { ServerPublisher } from './intake/server-publisher.ts'
export { SourceRanking, type SourceOrder } from './intake/source-ranking.ts'
export { defaultBounds, type TreeBounds } from './tree/bounds.ts'
export { DeltaTree } from './tree/delta-tree.ts'
export { TreeReader, type TreeAnswer } from './tree/tree-reader.ts'
export type { Frame } from './subscriptions/frame.ts'
export { SubscriptionHub } from './subscriptions/hub.ts'
export type { Outlet, Session } from './subscriptions/group.ts'
export { subscriptionsOf } from './subscriptions/matching/subscription.ts'
export type { Asker, AskLimits } from './providers/asker.ts'
export { HistoryProviders, type HistoryProvider } from './history/history-providers.ts'
export { WeatherProviders, type WeatherProvider } from './weather/weather-providers.ts'
export { HistoryService } from './history/history-service.ts'
export { Playback, type PlaybackOptions } from './history/playback.ts'
export { ListenerWatch } from './console-clients/listener-watch.ts'
export { BusRegistry } from './buses/bus-registry.ts'
export type {
  BusOwner,
  BusUser,
  NodeChange,
  OfferNumber,
  SendLimits,
  SentMessage,
  WantedTopics,
} from './buses/bus-ports.ts'
export { ConsoleClientRegistry, type ConsoleClientOwner } from './console-clients/console-client-registry.ts'
export { OwnTrack } from './track/own-track.ts'
export type { CourseEvent, CourseStore, StoredCourse } from './course/course-store.ts'
export {
  ResourceRegistry,
  type ResourceEvent,
  type ResourceKind,
  type ResourceStore,
  type Stored,
} from './resources/resource-registry.ts'
export { ProvidedResources } from './resources/provided-resources.ts'
export { Resources } from './resources/resources.ts'
export { arrivalDistance } from './course/leg.ts'
export { CourseComputation } from './course/course-computation.ts'
export { CourseProviders, type CourseProvider } from './course/course-providers.ts'
export { CourseService } from './course/course-service.ts'
export { logbookCsv, logbookMarkdown } from './logbook/logbook-export.ts'
export { LogbookView } from './logbook/logbook-view.ts'
export { AnchorQueries } from './anchor/anchor-queries.ts'
export { AnchorRegistry } from './anchor/anchor-registry.ts'
export { AnchorCommands, type AnyAnchorCommand } from './anchor/anchor-commands.ts'
export { ControlCommands } from './controls/control-commands.ts'
export { ControlRegistry } from './controls/control-registry.ts'
export type { DeviceRequester, SendCommand } from './devices/device-commands.ts'
export type { AutopilotDevice, AutopilotView } from './autopilots/autopilot-device.ts'
export type { PilotRequest } from './autopilots/command-rules.ts'
export { defaultCourseLimits, type CourseLimits } from './autopilots/course-watch.ts'
export type { PilotChoice } from './autopilots/default-pilot.ts'
export { AutopilotCommands, type AutopilotRequester } from './autopilots/autopilot-commands.ts'
export { PilotRegistry, type ActiveCourseAlarms } from './autopilots/pilot-registry.ts'
export { routeAlertNames } from './autopilots/route-watch.ts'
export { steeringSteps } from './autopilots/steering-states.ts'
export { surroundingsFrom, type Surroundings } from './autopilots/surroundings.ts'
export { BoatService, type BoatEvent, type SavedBoat } from './boat/boat-service.ts'
export { boatPaths, boatValues } from './boat/boat-values.ts'
export { LimitWatch, type MeasuredValue } from './boat/limit-watch.ts'
export { namedLimits } from './boat/limit-zones.ts'
export { OwnMmsiWatch } from './boat/own-mmsi-watch.ts'
export { ReceiverComparison, type ReceivedPosition } from './boat/receiver-comparison.ts'
export { vesselNumbers, type VesselNumber } from './tree/vessel-numbers.ts'
