export {
  decodeEvents,
  decodeLive,
  decodeSegments,
  encodeEvents,
  encodeLive,
  encodeLiveAshore,
  encodeSegments,
  type CarriedSegment,
  type EventsBody,
  type SegmentsBody,
} from './bodies.ts'
export {
  boatSteps,
  gatewaySteps,
  type BoatEvent,
  type BoatState,
  type GatewayAction,
  type GatewayEvent,
  type GatewayState,
} from './connection.ts'
export {
  isJoiningProved,
  isLeavingProved,
  JoinAnswer,
  joinAnswer,
  JoinRequest,
  joinRequest,
  keyOfText,
  keyText,
  LeaveRequest,
  leaveRequest,
  proveJoining,
  proveLeaving,
} from './joining.ts'
export { decodeFrame, encodeFrame, isOfTunnel, layers, type Frame, type Layer, type Range } from './frames.ts'
export { LiveDecoder, LiveEncoder, type ReceivedLive } from './live.ts'
export {
  BoatLayer,
  continuationOf,
  gatewayLayerSteps,
  type Continuation,
  type GatewayLayerAction,
  type GatewayLayerEvent,
  type GatewayLayerState,
} from './layer.ts'
export {
  backOffMs,
  deadlines,
  mostTunnels,
  mostWaitingFrames,
  publishAttempts,
  sizes,
  subprotocol,
} from './limits.ts'
export {
  readBoatMessage,
  readGatewayMessage,
  refusals,
  tariffs,
  type BoatMessage,
  type GatewayMessage,
  type Hello,
  type Refuse,
  type Tariff,
  type Accept,
} from './messages.ts'
export { isProved, prove, type Claim } from './proof.ts'
export { TunnelEnd, type TunnelSocket } from './tunnel.ts'
