export * from './clock.ts'
export type { CommandRecord } from './command-record.ts'
export * from './counters.ts'
export * from './manual-clock.ts'
export type { Cell, Change, ChangeObserver, ContextNode, Row } from './row.ts'
export { Access } from './access/access.ts'
export { tokenPrefix } from './access/credentials.ts'
export {
  authorise,
  localOwner,
  nobody,
  pluginPrincipal,
  type Caller,
  type Principal,
} from './access/principal.ts'
export type { By } from './access/people.ts'
export type {
  AccessDeed,
  AccessRecords,
  AccessStore,
  KeptCredential,
  KeptInvitation,
  KeptPerson,
  Lock,
  Secrets,
} from './access/records.ts'
export { AlertBook } from './alerts/alert-book.ts'
export { AlertDesk, type AlertBy } from './alerts/alert-desk.ts'
export { lifeSteps } from './alerts/alert-life.ts'
export type { AlertRecord, EndedRecord } from './alerts/alert-record.ts'
export { AlertRoad } from './alerts/alert-road.ts'
export type { AlertChanges, AlertDeed, AlertStore } from './alerts/alert-store.ts'
export { ZoneWatch } from './alerts/zone-watch.ts'
export { DeviceAuthor, PersonAuthor, ServerAuthor, type Author } from './intake/author.ts'
export type { DeltaRefusal } from './intake/delta-refusal.ts'
export { Intake, type UpdateWriter } from './intake/intake.ts'
export { ServerVoice } from './intake/server-voice.ts'
export { SourceRanking, type SourceOrder } from './intake/source-ranking.ts'
export { defaultBounds, type TreeBounds } from './tree/bounds.ts'
export { DeltaTree } from './tree/delta-tree.ts'
export { TreeReader, type ResourceSource, type TreeAnswer } from './tree/tree-reader.ts'
export type { Frame } from './subscriptions/frame.ts'
export { SubscriptionHub } from './subscriptions/hub.ts'
export type { Outlet, Session } from './subscriptions/session.ts'
export { subscriptionsOf } from './subscriptions/matching/subscription.ts'
export { ListenerWatch } from './stations/listener-watch.ts'
export { StationRegistry, type StationOwner } from './stations/station-registry.ts'
export { OwnTrack } from './track/own-track.ts'
export type {
  CourseBy,
  CourseDeed,
  CourseStore,
  DrawnKind,
  DrawnStore,
  Kept,
  KeptCourse,
} from './course/course-store.ts'
export { DrawnBook } from './course/drawn-book.ts'
export { Navigator } from './course/navigator.ts'
export { AnchorMemory } from './anchor/anchor-memory.ts'
export { AnchorRegistry } from './anchor/anchor-registry.ts'
export { Windlass, type AnchorAsker, type AnchorOrder } from './anchor/windlass.ts'
export type { AutopilotDevice, AutopilotView } from './autopilots/device.ts'
export type { PilotRequest } from './autopilots/command-laws.ts'
export { defaultCourseLimits, type CourseLimits, type StandingAlarms } from './autopilots/course-watch.ts'
export type { PilotChoice } from './autopilots/default-pilot.ts'
export { Helmsman, type Asker } from './autopilots/helmsman.ts'
export { PilotRegistry } from './autopilots/pilot-registry.ts'
export { steeringSteps } from './autopilots/steering-states.ts'
export { surroundingsFrom, type Surroundings } from './autopilots/surroundings.ts'
