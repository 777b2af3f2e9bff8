export { courseGuidancePath, MarineDataError, Type } from '@marinedata/model'
export type {
  AnchorAlert,
  AnchorCommand,
  AnchorDetails,
  AnchorReport,
  AutopilotCommand,
  AutopilotDetails,
  AutopilotNotificationName,
  AutopilotOperation,
  AutopilotReport,
  BusNode,
  BusState,
  CourseGuidance,
  Delta,
  Condition,
  GuidanceWaypoint,
  HistoryQuestion,
  HistoryValuesQuestion,
  LiveGuidance,
  Notification,
  PluginInput,
  Position,
  ProblemCode,
  SentDelta,
  Static,
} from '@marinedata/model'
export type * from './plugin/boat.ts'
export type * from './plugin/buses/buses.ts'
export type * from './plugin/claims.ts'
export type * from './plugin/devices/device-kinds.ts'
export type { HistoryHandler, HistoryStep } from './plugin/history/history-answers.ts'
export { definePlugin, type Plugin } from './plugin/define-plugin.ts'
export { CommandConfirmations, type SentCommand } from './plugin/devices/command-confirmations.ts'
export { followCourse } from './plugin/devices/follow-course.ts'
export { runPlugin } from './plugin/run-plugin.ts'
