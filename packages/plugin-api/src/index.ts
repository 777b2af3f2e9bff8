export { controlValueFault, courseGuidancePath, MarineDataError, Type } from '@marinedata/model'
export type {
  AnchorAlert,
  AnchorCommand,
  AnchorDetails,
  AnchorReport,
  ControlCommand,
  ControlDetails,
  ControlRange,
  ControlReport,
  ControlValue,
  AutopilotCommand,
  AutopilotDetails,
  AutopilotNotificationName,
  AutopilotOperation,
  AutopilotReport,
  BusNode,
  BusState,
  CourseAnswer,
  CourseGuidance,
  CourseQuestion,
  Delta,
  Condition,
  GuidanceWaypoint,
  HistoryQuestion,
  HistoryValuesQuestion,
  KnownResources,
  LiveGuidance,
  Note,
  Notification,
  PageAnswer,
  PageRequest,
  PluginInput,
  PointOfInterest,
  Position,
  ProblemCode,
  ProvidedChart,
  SentDelta,
  Static,
  WeatherAnswer,
  PointForecast,
  WeatherForecastEntry,
  WeatherObservation,
  WeatherQuestion,
  WeatherSubject,
  WeatherValues,
  WeatherWarning,
} from '@marinedata/model'
export type * from './plugin/boat.ts'
export type { AlertAnswer } from './protocol/alert-verbs.ts'
export type * from './plugin/buses/buses.ts'
export type * from './plugin/claims.ts'
export type * from './plugin/devices/device-kinds.ts'
export type { HistoryHandler, HistoryStep } from './plugin/history/history-answers.ts'
export type { CourseHandler } from './plugin/course/course-provision.ts'
export type { WeatherHandler, WeatherHandlers } from './plugin/weather/weather-handlers.ts'
export { definePlugin, type Plugin, type RequestHandler } from './plugin/define-plugin.ts'
export { CommandConfirmations, type SentCommand } from './plugin/devices/command-confirmations.ts'
export type { BusPilotOptions, MessageToPilot, PilotPort, PilotProtocol } from './plugin/devices/bus-pilot.ts'
export { PilotAlarms, type PilotAlarm, type PilotAlarmNames } from './plugin/devices/pilot-alarms.ts'
export {
  pilotBusSetting,
  steerOnBus,
  type BoatWithPilotBus,
  type BusSteering,
} from './plugin/devices/steer-on-bus.ts'
export { PilotSteering, type PilotMoves } from './plugin/devices/pilot-steering.ts'
export { followCourse } from './plugin/devices/follow-course.ts'
export {
  followSurroundings,
  pilotSurroundingsPaths,
  type PilotSurroundings,
} from './plugin/devices/pilot-surroundings.ts'
export { WindTack, type TackInputs } from './plugin/devices/wind-tack.ts'
export { runPlugin } from './plugin/run-plugin.ts'
