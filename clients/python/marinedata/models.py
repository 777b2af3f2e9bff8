# Written by "npm run client" from the schemas of the server. Do not edit.
"""The shapes of requests and responses."""

from typing import Any, Dict, List, Literal, NotRequired, Tuple, TypedDict, Union


class ActionCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    result: NotRequired[Any]


class Actor(TypedDict):
    kind: "ActorKind"
    id: str
    name: str
    address: str


ActorKind = Literal["person", "device", "token", "plugin", "shell", "local", "anonymous", "server"]


class Alert(TypedDict):
    path: str
    source: str
    state: "Severity"
    method: List["AlertMethod"]
    message: str
    escalates: NotRequired["Escalation"]
    episode: NotRequired[int]
    context: NotRequired[str]
    position: NotRequired[Union["Position", None]]
    endable: NotRequired[Literal[True]]
    id: str
    status: "AlertStatus"
    raisedAt: str
    raisedBy: NotRequired[str]
    lasts: NotRequired[float]
    acknowledgedBy: NotRequired[str]
    acknowledgedAt: NotRequired[str]
    silencedUntil: NotRequired[str]
    saved: NotRequired[Literal[False]]


AlertCallList = List["AlertCallReport"]


class AlertCallReport(TypedDict):
    id: str
    path: str
    state: Literal["alarm", "emergency"]
    message: str
    repeat: int
    test: bool
    startedAt: str
    endedAt: Union[str, None]
    receipts: List["AlertReceipt"]


class AlertChannel(TypedDict):
    id: str
    label: str
    after: int
    sounds: bool


AlertChannelList = List["AlertChannel"]


class AlertCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    saved: NotRequired[Literal[False]]
    alert: "Alert"


AlertEnding = Literal["over", "by-hand", "made-room"]


AlertList = List["Alert"]


AlertMethod = Literal["visual", "sound"]


class AlertReceipt(TypedDict):
    channel: str
    label: str
    to: str
    reason: NotRequired[str]
    state: "AlertReceiptState"
    seconds: float


AlertReceiptState = Literal["waiting", "calling", "accepted", "delivered", "failed"]


class AlertRequest(TypedDict):
    path: str
    state: Literal["alert", "warn", "alarm", "emergency"]
    message: str
    method: NotRequired[List["AlertMethod"]]
    escalates: NotRequired["Escalation"]
    lasts: NotRequired[float]


AlertStatus = Literal["active", "silenced", "acknowledged", "rectified"]


class AlertsCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    saved: NotRequired[Literal[False]]
    alerts: "AlertList"


class AnchorAlert(TypedDict):
    level: "Severity"
    message: str
    since: NotRequired[str]
    reason: NotRequired[str]
    episode: NotRequired[int]
    isAcknowledged: NotRequired[bool]


class AnchorCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    anchor: "AnchorState"


class AnchorPlaceRequest(TypedDict):
    latitude: float
    longitude: float


class AnchorRadiusRequest(TypedDict):
    value: float


class AnchorRepositionRequest(TypedDict):
    rodeLength: float
    anchorDepth: float


class AnchorState(TypedDict):
    state: Literal["raised", "setting", "watching"]
    position: Union["Position", None]
    maxRadius: Union[float, None]
    currentRadius: Union[float, None]
    rodeLength: Union[float, None]
    bearingTrue: Union[float, None]
    alert: NotRequired["AnchorAlert"]
    since: NotRequired[Union[str, None]]
    degraded: NotRequired[Union[str, None]]
    source: NotRequired[Union[str, None]]
    suggestedRadius: NotRequired[Union[float, None]]
    device: NotRequired[str]
    online: NotRequired[bool]
    confirmed: NotRequired[bool]
    saved: NotRequired[bool]


AnchorStaysPart1 = TypedDict(
    "AnchorStaysPart1",
    {
        "position": "Position",
        "from": "Timestamp",
        "to": "Timestamp",
        "maxRadius": float,
        "farthest": float,
    },
)

class AnchorStays(TypedDict):
    stays: List["AnchorStaysPart1"]


class AnchorTrack(TypedDict):
    state: Literal["raised", "setting", "watching"]
    track: List[Tuple["Timestamp", float, float]]


class AnchorTrackRequest(TypedDict):
    time: "Timestamp"


class AngleRequest(TypedDict):
    value: float
    units: NotRequired[Literal["rad", "deg"]]


class AngleValue(TypedDict):
    value: Union[float, None]


class AuditEntry(TypedDict):
    number: int
    at: str
    kind: NotRequired[Literal["command"]]
    device: str
    actor: "Actor"
    asked: Any
    before: Any
    sent: Any
    reported: Any
    outcome: str
    milliseconds: float
    previous: str
    hash: str


class AuditEvent(TypedDict):
    number: int
    at: str
    kind: Literal["access", "alert", "course", "plugin", "settings", "server"]
    operation: str
    actor: "Actor"
    subject: str
    details: NotRequired[Any]
    previous: str
    hash: str


AuditPage = List[Union["AuditEntry", "AuditEvent"]]


class AutopilotAction(TypedDict):
    id: str
    name: str
    available: bool
    reason: NotRequired[str]


class AutopilotDescriptionPart2(TypedDict):
    name: str
    engaged: bool

class AutopilotDescriptionPart3(TypedDict):
    name: str
    kind: str

class AutopilotDescriptionPart1(TypedDict):
    state: List[str]
    mode: List[str]
    states: NotRequired[List["AutopilotDescriptionPart2"]]
    modes: NotRequired[List[str]]
    modeKinds: NotRequired[List["AutopilotDescriptionPart3"]]
    steps: NotRequired[List[float]]
    actions: NotRequired[List["AutopilotAction"]]

class AutopilotDescription(TypedDict):
    options: "AutopilotDescriptionPart1"
    state: str
    mode: Union[str, None]
    target: Union[float, None]
    engaged: bool
    online: NotRequired[bool]
    targetKind: NotRequired[Union[str, None]]
    targetRange: NotRequired[Union[List[float], None]]


AutopilotList = Dict[str, "AutopilotListEntry"]


class AutopilotListEntry(TypedDict):
    provider: str
    isDefault: bool


class BoatPart1(TypedDict):
    self: str
    afterRestart: str

class Boat(TypedDict):
    revision: int
    details: "BoatDetails"
    limits: "BoatLimits"
    watches: List["WatchedLimit"]
    batteries: List[str]
    identity: "BoatPart1"


class BoatCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    boat: "Boat"


class BoatDetails(TypedDict):
    name: NotRequired[str]
    callsign: NotRequired[str]
    mmsi: NotRequired[str]
    length: NotRequired[float]
    beam: NotRequired[float]
    draught: NotRequired[float]
    airDraught: NotRequired[float]
    gpsFromBow: NotRequired[float]
    gpsFromCentre: NotRequired[float]
    depthSensorBelowWaterline: NotRequired[float]
    depthSensorAboveKeel: NotRequired[float]


class BoatDetailsRequest(TypedDict):
    revision: int
    details: "BoatDetails"


class BoatLimitsPart1(TypedDict):
    warn: NotRequired[float]
    alarm: NotRequired[float]

class BoatLimitsPart2(TypedDict):
    warn: NotRequired[float]
    alarm: NotRequired[float]

class BoatLimitsPart3(TypedDict):
    warn: NotRequired[float]
    alarm: NotRequired[float]

class BoatLimitsPart4(TypedDict):
    warn: NotRequired[float]
    alarm: NotRequired[float]

class BoatLimits(TypedDict):
    depth: NotRequired["BoatLimitsPart1"]
    windTrue: NotRequired["BoatLimitsPart2"]
    windApparent: NotRequired["BoatLimitsPart3"]
    batteries: NotRequired[Dict[str, "BoatLimitsPart4"]]


class BoatLimitsRequest(TypedDict):
    revision: int
    limits: "BoatLimits"


class BoundingBox(TypedDict):
    """degrees"""

    south: float
    west: float
    north: float
    east: float


BusId = str


BusKind = str


BusName = str


class BusNode(TypedDict):
    name: "BusName"
    address: NotRequired[int]
    manufacturer: NotRequired[str]
    model: NotRequired[str]
    serialNumber: NotRequired[str]
    softwareVersion: NotRequired[str]
    function: NotRequired[str]
    instance: NotRequired[str]
    lastHeard: NotRequired["Timestamp"]
    source: NotRequired[str]


class BusReport(TypedDict):
    id: "BusId"
    kind: "BusKind"
    canSend: bool
    name: NotRequired["BusName"]
    address: NotRequired[int]
    users: List[str]
    devices: List["BusNode"]


class CataloguePlugin(TypedDict):
    name: str
    package: str
    version: str
    description: str
    bytes: int
    changes: Union[str, None]
    installed: Union[str, None]
    claims: List["PluginClaim"]
    newClaims: List["PluginClaim"]
    conflicts: List["PluginConflict"]


Chart = Union["ReadableChart", "UnreadableChart"]


ChartFileFormat = Literal["mbtiles", "pmtiles"]


ChartList = List["Chart"]


class Completed(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]


class ConsoleClient(TypedDict):
    id: str
    name: str
    screen: str
    sound: bool
    device: NotRequired[str]
    battery: Union[float, None]
    wakes: bool
    who: str
    since: "Timestamp"
    age: float


ConsoleClientList = List["ConsoleClient"]


class ConsoleClientRequest(TypedDict):
    name: str
    screen: str
    sound: bool
    device: NotRequired[str]
    tested: NotRequired[bool]
    battery: NotRequired[Union[float, None]]


class Control(TypedDict):
    path: str
    device: str
    label: NotRequired[str]
    range: "ControlRange"
    online: bool
    value: Union["ControlValue", None]


class ControlCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    control: "Control"


ControlList = List["Control"]


class ControlRangePart1(TypedDict):
    type: Literal["switch"]

class ControlRangePart2(TypedDict):
    type: Literal["number"]
    minimum: float
    maximum: float
    step: NotRequired[float]
    tolerance: NotRequired[float]

class ControlRangePart3(TypedDict):
    type: Literal["choice"]
    values: List[str]

ControlRange = Union["ControlRangePart1", "ControlRangePart2", "ControlRangePart3"]


class ControlRequest(TypedDict):
    value: "ControlValue"


ControlValue = Union[bool, float, str]


class CoursePart1(TypedDict):
    position: "Position"
    name: NotRequired[str]

class CoursePart2(TypedDict):
    id: str
    name: str
    leg: int

class Course(TypedDict):
    destination: Union["CoursePart1", None]
    route: Union["CoursePart2", None]
    start: Union["Position", None]
    isWaiting: bool


class CourseCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    course: "Course"


class CourseProviderListPart1(TypedDict):
    isChosen: bool

CourseProviderList = Dict[str, "CourseProviderListPart1"]


class Credential(TypedDict):
    id: str
    kind: Literal["session", "token"]
    name: str
    role: "TokenRole"
    paths: NotRequired[List[str]]
    tokenInAddress: NotRequired["TokenInAddress"]
    createdAt: "Timestamp"
    expiresAt: NotRequired["Timestamp"]
    usedAt: NotRequired["Timestamp"]
    usedFrom: NotRequired[str]


class CredentialChange(TypedDict):
    tokenInAddress: "TokenInAddress"


class DefaultAutopilot(TypedDict):
    id: str


class DefaultHistoryProvider(TypedDict):
    id: str


class DeltaMessage(TypedDict):
    context: NotRequired[str]
    updates: List["Update"]
    requestId: NotRequired[str]


class DestinationRequest(TypedDict):
    position: "Position"
    name: NotRequired[str]


class DiscoveryPart1(TypedDict):
    id: str
    version: str

class Discovery(TypedDict):
    endpoints: Dict[str, "Endpoint"]
    server: "DiscoveryPart1"
    self: str
    version: str


class DoctorFinding(TypedDict):
    check: Literal["program", "folder", "disk", "card", "clock", "port", "devices", "network", "certificates", "plugins", "sandbox"]
    result: Literal["program-current", "folder-usable", "disk-free", "card-healthy", "clock-plausible", "port-serving", "port-free", "devices-none", "devices-found", "network-connected", "certificate-valid", "plugins-running", "sandbox-used", "program-old-node", "folder-missing", "folder-not-writable", "folder-readable-by-others", "disk-low", "card-worn", "card-written-often", "clock-wrong", "clock-not-corrected", "port-in-use", "port-reserved", "port-unusable", "devices-not-permitted", "can-down", "network-none", "certificate-expiring", "certificate-unreadable", "plugin-stopped", "plugin-waits-for-approval", "sandbox-missing"]
    details: Dict[str, str]
    level: Literal["ok", "advice", "problem"]
    message: str
    action: NotRequired[str]


class DoctorReport(TypedDict):
    program: str
    checkedAt: str
    findings: List["DoctorFinding"]


Endpoint = TypedDict(
    "Endpoint",
    {
        "version": str,
        "rest-http": str,
        "stream-ws": NotRequired[str],
    },
)


class Escalation(TypedDict):
    seconds: float
    state: Literal["alert", "warn", "alarm", "emergency"]


class FamilySwitchRequest(TypedDict):
    wanted: bool


class FamilySwitchView(TypedDict):
    open: bool
    wanted: bool
    fixed: bool


class Fault(TypedDict):
    path: str
    message: str


class FollowRequest(TypedDict):
    id: str


class HealthPart1(TypedDict):
    name: str
    reason: str

class Health(TypedDict):
    status: Literal["ok", "degraded"]
    conditions: NotRequired[List["HealthPart1"]]
    repairs: NotRequired[List[str]]
    pluginSandbox: NotRequired[bool]


class HeartbeatPart1(TypedDict):
    timestamp: str
    sequence: int

class Heartbeat(TypedDict):
    heartbeat: "HeartbeatPart1"


class Hello(TypedDict):
    name: str
    version: str
    self: str
    timestamp: str
    roles: List[str]
    epoch: int
    sequence: int


class HelmRequest(TypedDict):
    ttl: float
    label: str
    takeOver: NotRequired[bool]


class HelmState(TypedDict):
    held: bool
    label: Union[str, None]
    secondsLeft: Union[float, None]


class HelmTaken(TypedDict):
    held: bool
    label: Union[str, None]
    secondsLeft: Union[float, None]
    lease: str


class HistoryCellPart1(TypedDict):
    latitude: float
    longitude: float

HistoryCell = Union[None, float, "HistoryCellPart1"]


class HistoryDeletionPending(TypedDict):
    state: Literal["PENDING"]


HistoryForgotten = TypedDict(
    "HistoryForgotten",
    {
        "from": str,
        "to": str,
        "segments": int,
        "sheets": int,
        "events": int,
    },
)


HistoryGap = TypedDict(
    "HistoryGap",
    {
        "from": str,
        "to": str,
        "layer": str,
        "reason": str,
    },
)


HistoryMethod = Literal["average", "min", "max", "first", "last", "mid", "middle_index", "sma", "ema"]


class HistoryProviderListPart1(TypedDict):
    isDefault: bool

HistoryProviderList = Dict[str, "HistoryProviderListPart1"]


class HistoryStoragePart2(TypedDict):
    bytes: int
    days: float
    writtenPerDay: int
    oldest: NotRequired[str]

class HistoryStoragePart3(TypedDict):
    bytes: int
    days: float
    writtenPerDay: int
    oldest: NotRequired[str]

class HistoryStoragePart4(TypedDict):
    bytes: int
    days: float
    writtenPerDay: int
    oldest: NotRequired[str]

class HistoryStoragePart5(TypedDict):
    bytes: int
    days: float
    writtenPerDay: int
    oldest: NotRequired[str]

class HistoryStoragePart1(TypedDict):
    full: "HistoryStoragePart2"
    minute: "HistoryStoragePart3"
    sheet: "HistoryStoragePart4"
    event: "HistoryStoragePart5"

class HistoryStorage(TypedDict):
    log: str
    budgetBytes: int
    usedBytes: int
    oldestNumber: int
    newestNumber: int
    series: int
    tiers: "HistoryStoragePart1"
    rejected: int
    dropped: Dict[str, int]
    droppedBytes: NotRequired[int]


HistoryTier = Literal["full", "minute"]


HistoryValuesAnswerPart1 = TypedDict(
    "HistoryValuesAnswerPart1",
    {
        "from": str,
        "to": str,
    },
)

HistoryValuesAnswerPart2 = TypedDict(
    "HistoryValuesAnswerPart2",
    {
        "path": str,
        "method": "HistoryMethod",
        "$source": NotRequired[str],
    },
)

class HistoryValuesAnswer(TypedDict):
    context: str
    range: "HistoryValuesAnswerPart1"
    values: List["HistoryValuesAnswerPart2"]
    resolution: float
    tier: "HistoryTier"
    gaps: List["HistoryGap"]
    data: List[List[Union[str, "HistoryCell"]]]


HolderName = str


InputState = Literal["found", "used", "silent", "lost", "refused"]


class Invitation(TypedDict):
    id: str
    role: "PersonRole"
    expiresAt: "Timestamp"


class InvitationMade(TypedDict):
    id: str
    code: str
    role: "PersonRole"
    expiresAt: "Timestamp"


class InvitationRequest(TypedDict):
    role: "PersonRole"
    days: NotRequired[float]


class JoinRequest(TypedDict):
    code: str
    name: "HolderName"
    passphrase: "Passphrase"
    keep: NotRequired["Keeping"]


Keeping = Literal["cookie", "token"]


LeafPart1 = TypedDict(
    "LeafPart1",
    {
        "value": Any,
        "$source": str,
        "timestamp": str,
        "stale": NotRequired[bool],
        "timestampReplaced": NotRequired[bool],
    },
)

Leaf = TypedDict(
    "Leaf",
    {
        "value": Any,
        "$source": str,
        "timestamp": str,
        "stale": NotRequired[bool],
        "timestampReplaced": NotRequired[bool],
        "meta": NotRequired["Metadata"],
        "values": NotRequired[Dict[str, "LeafPart1"]],
    },
)


LimitWatchStatus = Literal["watched", "stale", "no-value", "needs-keel-offset"]


LogGap = TypedDict(
    "LogGap",
    {
        "from": "StreamPosition",
        "to": "StreamPosition",
        "message": str,
    },
)


class LogStart(TypedDict):
    position: NotRequired["StreamPosition"]
    gap: NotRequired["LogGap"]


class LogbookPart1(TypedDict):
    since: "Timestamp"
    figures: "TripFigures"
    isUnderWay: bool

class LogbookPart2(TypedDict):
    day: str
    entries: int
    totals: Union["TripFigures", None]

class LogbookPart3(TypedDict):
    entries: int
    until: str

class Logbook(TypedDict):
    trip: Union["LogbookPart1", None]
    days: List["LogbookPart2"]
    removed: Union["LogbookPart3", None]


class LogbookCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    entry: "LogbookEntry"


class LogbookDay(TypedDict):
    day: str
    totals: Union["TripFigures", None]
    entries: List["LogbookEntry"]


class LogbookEntry(TypedDict):
    time: "Timestamp"
    kind: Literal["hour", "note", "under-way", "stopped", "engine-started", "engine-stopped", "anchor-down", "anchor-up", "man-overboard", "alarm-raised", "alarm-cleared", "course-started", "course-ended", "pilot-engaged", "pilot-disengaged", "skipped"]
    text: NotRequired[str]
    author: NotRequired[str]
    position: NotRequired["Position"]
    course: NotRequired[float]
    speed: NotRequired[float]
    windDirection: NotRequired[float]
    windSpeed: NotRequired[float]
    pressure: NotRequired[float]
    depth: NotRequired[float]
    depthFrom: NotRequired[Literal["surface", "keel", "transducer"]]


class LogbookNoteRequest(TypedDict):
    text: str


class MetadataPart1(TypedDict):
    lower: NotRequired[float]
    upper: NotRequired[float]
    type: NotRequired[str]
    power: NotRequired[float]

class Metadata(TypedDict):
    description: NotRequired[str]
    units: NotRequired[str]
    displayName: NotRequired[str]
    longName: NotRequired[str]
    shortName: NotRequired[str]
    timeout: NotRequired[float]
    displayScale: NotRequired["MetadataPart1"]
    alertMethod: NotRequired[List["AlertMethod"]]
    warnMethod: NotRequired[List["AlertMethod"]]
    alarmMethod: NotRequired[List["AlertMethod"]]
    emergencyMethod: NotRequired[List["AlertMethod"]]
    zones: NotRequired[List["Zone"]]
    enum: NotRequired[List[Any]]
    properties: NotRequired[Dict[str, Any]]


class NameRequest(TypedDict):
    value: str


class NameValue(TypedDict):
    value: Union[str, None]


class Pairing(TypedDict):
    id: str
    name: "HolderName"
    address: str
    askedAt: "Timestamp"
    family: NotRequired[bool]


class PairingApproval(TypedDict):
    digits: NotRequired[str]
    role: "TokenRole"
    paths: NotRequired[List[str]]
    days: NotRequired[float]


class PairingCollection(TypedDict):
    verifier: str
    keep: NotRequired["Keeping"]


class PairingMade(TypedDict):
    id: str
    digits: str
    seconds: int


class PairingPending(TypedDict):
    state: Literal["PENDING"]


class PairingRequest(TypedDict):
    name: "HolderName"
    challenge: str


Passphrase = str


class PassphraseChange(TypedDict):
    current: str
    passphrase: "Passphrase"


class PastAlert(TypedDict):
    path: str
    source: str
    state: "Severity"
    message: str
    id: str
    raisedAt: str
    raisedBy: NotRequired[str]
    acknowledgedBy: NotRequired[str]
    acknowledgedAt: NotRequired[str]
    position: NotRequired[Union["Position", None]]
    endedAt: str
    ending: "AlertEnding"


PastAlertList = List["PastAlert"]


class PathMetadata(TypedDict):
    path: str
    value: "Metadata"


class PathValue(TypedDict):
    path: str
    value: Any


class Person(TypedDict):
    name: "HolderName"
    role: "PersonRole"
    createdAt: "Timestamp"


PersonRole = Literal["viewer", "crew", "helm", "owner"]


class PlaybackHello(TypedDict):
    name: str
    version: str
    self: str
    timestamp: str
    roles: List[str]
    epoch: int
    sequence: int
    startTime: str
    playbackRate: float


class PlaybackMessagePart1(TypedDict):
    rate: NotRequired[float]
    paused: NotRequired[bool]
    seek: NotRequired[str]

class PlaybackMessage(TypedDict):
    playback: "PlaybackMessagePart1"
    requestId: NotRequired[str]


class PluginBudgetPart1(TypedDict):
    """enabled plugins"""

    used: int
    limit: int

class PluginBudgetPart2(TypedDict):
    """memory of their processes, without what they share with other processes"""

    usedBytes: Union[int, None]
    limitBytes: int

class PluginBudgetPart3(TypedDict):
    """files in their data folders"""

    usedBytes: Union[int, None]
    limitBytes: int

class PluginBudget(TypedDict):
    plugins: "PluginBudgetPart1"
    memory: "PluginBudgetPart2"
    storage: "PluginBudgetPart3"


class PluginCatalogue(TypedDict):
    address: str
    plugins: List["CataloguePlugin"]


class PluginClaim(TypedDict):
    kind: Literal["package", "program", "need", "write", "write-context", "write-source", "read", "read-context", "read-log", "notification", "answer-alerts", "provide", "resource", "offer-bus", "hear-bus", "send-bus", "page", "request", "grant-read", "grant-ports"]
    value: str


class PluginConflict(TypedDict):
    kind: Literal["name", "anchor", "autopilot", "resource", "notification", "path"]
    plugin: str
    value: str


class PluginDevice(TypedDict):
    id: str
    kind: str
    online: bool
    details: Any
    report: Any
    reportedAt: Union["Timestamp", None]


class PluginFault(TypedDict):
    kind: "PluginFaultKind"
    message: str
    at: "Timestamp"


PluginFaultKind = Literal["crashed", "exited", "start-failed", "start-timeout", "hung", "memory", "processes", "flooding", "stderr-flooding", "protocol", "stop-ignored"]


class PluginInputPart1(TypedDict):
    """the last error"""

    at: "Timestamp"
    message: str

class PluginInput(TypedDict):
    id: str
    name: str
    address: str
    protocol: str
    speed: NotRequired[int]
    state: "InputState"
    chosen: bool
    rate: NotRequired[float]
    sent: NotRequired[float]
    clients: NotRequired[int]
    lastMessage: NotRequired[str]
    received: NotRequired[int]
    damaged: int
    error: NotRequired["PluginInputPart1"]


class PluginInstallation(TypedDict):
    version: str


PluginList = Dict[str, "PluginReport"]


class PluginLogPart1(TypedDict):
    at: "Timestamp"
    level: Literal["debug", "info", "warn", "error"]
    message: str

PluginLog = List["PluginLogPart1"]


class PluginReportPart1(TypedDict):
    level: Literal["ok", "warning", "error"]
    message: str

class PluginReport(TypedDict):
    name: str
    version: Union[str, None]
    description: Union[str, None]
    origin: Literal["folder", "first-party", "given"]
    enabled: bool
    state: "PluginState"
    since: "Timestamp"
    status: Union["PluginReportPart1", None]
    pid: Union[int, None]
    restarts: int
    lastFault: Union["PluginFault", None]
    quarantine: Union[str, None]
    faults: Dict[str, int]
    cpuSeconds: Union[float, None]
    cpuShare: Union[float, None]
    residentBytes: Union[int, None]
    messagesPerSecond: float
    deltasPerSecond: float
    refused: Dict[str, int]
    noiseBytes: int
    unanswered: int
    manifest: Any
    devices: List["PluginDevice"]
    inputs: List["PluginInput"]
    buses: List["BusReport"]
    sandbox: Union["PluginSandbox", None]
    newClaims: List["PluginClaim"]
    conflicts: List["PluginConflict"]


class PluginSandbox(TypedDict):
    active: bool
    reason: NotRequired[str]


PluginSettings = Dict[str, Any]


PluginState = Literal["disabled", "starting", "running", "stopping", "waiting", "quarantined", "safe-mode", "needs-sandbox", "needs-consent", "unusable"]


class PointForecast(TypedDict):
    position: "Position"
    issuedAt: NotRequired["Timestamp"]
    model: NotRequired[str]
    entries: List["WeatherForecastEntry"]


class Position(TypedDict):
    latitude: float
    longitude: float
    altitude: NotRequired[float]


Preferences = Dict[str, Union[str, float, bool, Dict[str, Any]]]


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    retryable: bool
    outcome: Literal["none", "unknown", "applied"]
    errors: List["Fault"]
    state: Literal["FAILED"]
    statusCode: int
    message: str


class ProvidedResource(TypedDict):
    id: str
    name: str


ProvidedResourceList = List["ProvidedResource"]


class PushDevice(TypedDict):
    id: str
    name: str
    after: int


class PushDeviceRequestPart1(TypedDict):
    """public key and secret of the browser"""

    p256dh: str
    auth: str

class PushDeviceRequest(TypedDict):
    name: str
    endpoint: str
    keys: "PushDeviceRequestPart1"
    after: NotRequired[int]


class PushReceipt(TypedDict):
    call: str


class PushSetup(TypedDict):
    key: str
    devices: List["PushDevice"]


class PutMessagePart1(TypedDict):
    path: str
    value: "ControlValue"
    idempotencyKey: NotRequired[str]

class PutMessage(TypedDict):
    put: "PutMessagePart1"
    requestId: NotRequired[str]


class ReadableChart(TypedDict):
    id: str
    name: str
    kind: Literal["raster", "vector"]
    format: "TileFormat"
    bounds: Tuple[float, float, float, float]
    minzoom: int
    maxzoom: int
    content: NotRequired[Literal["coast"]]
    attribution: NotRequired[str]


class RoleChange(TypedDict):
    role: "PersonRole"


class Root(TypedDict):
    version: "Version"
    self: str
    vessels: NotRequired[Dict[str, Dict[str, Any]]]
    aircraft: NotRequired[Dict[str, Dict[str, Any]]]
    aton: NotRequired[Dict[str, Dict[str, Any]]]
    sar: NotRequired[Dict[str, Dict[str, Any]]]
    sources: NotRequired[Dict[str, Any]]
    resources: NotRequired[Dict[str, Any]]


class Route(TypedDict):
    id: str
    name: str
    points: List["Position"]


class RouteCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    route: "Route"


RouteList = List["Route"]


class RouteRequest(TypedDict):
    name: str
    points: List["Position"]


class SentDeltaPart2(TypedDict):
    path: str
    value: Any
    stale: NotRequired[bool]
    preferred: NotRequired[bool]
    timestampReplaced: NotRequired[bool]

SentDeltaPart1 = TypedDict(
    "SentDeltaPart1",
    {
        "$source": NotRequired[str],
        "timestamp": str,
        "values": NotRequired[List["SentDeltaPart2"]],
        "meta": NotRequired[List["PathMetadata"]],
    },
)

class SentDelta(TypedDict):
    context: str
    updates: List["SentDeltaPart1"]
    conflated: NotRequired[bool]
    late: NotRequired[bool]
    epoch: NotRequired[int]
    sequence: NotRequired[int]


class ServedForecast(TypedDict):
    provider: str
    forecast: "PointForecast"


class ServedObservations(TypedDict):
    provider: str
    observations: List["WeatherObservation"]


class ServedWarnings(TypedDict):
    provider: str
    warnings: List["WeatherWarning"]


class ServerInfo(TypedDict):
    addresses: List[str]
    ignoredSettings: List[str]


Severity = Literal["nominal", "normal", "alert", "warn", "alarm", "emergency"]


class ShoreSessionRequest(TypedDict):
    seconds: NotRequired[int]


class ShoreSessionView(TypedDict):
    open: bool
    by: NotRequired[str]
    seconds: NotRequired[int]


class SignInRequest(TypedDict):
    name: str
    passphrase: str
    keep: NotRequired["Keeping"]


class SignedIn(TypedDict):
    credential: "Credential"
    token: NotRequired[str]


SourceName = str


class StreamPosition(TypedDict):
    """a position in the changes of the server"""

    epoch: int
    sequence: int


class StreamProblem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    retryable: bool
    outcome: Literal["none", "unknown", "applied"]
    errors: List["Fault"]
    state: Literal["FAILED"]
    statusCode: int
    message: str
    requestId: NotRequired[str]


class StreamReply(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    position: NotRequired["StreamPosition"]
    gap: NotRequired["LogGap"]
    control: NotRequired["Control"]
    requestId: str


class StreamTicket(TypedDict):
    ticket: str
    seconds: int


SubscribeMessage = TypedDict(
    "SubscribeMessage",
    {
        "context": NotRequired[str],
        "bbox": NotRequired["BoundingBox"],
        "subscribe": List["SubscriptionRequest"],
        "sendCachedValues": NotRequired[bool],
        "sendMeta": NotRequired[Literal["all", "none"]],
        "log": NotRequired[bool],
        "from": NotRequired["StreamPosition"],
        "requestId": NotRequired[str],
    },
)


SubscriptionPolicy = Literal["instant", "ideal", "fixed"]


class SubscriptionRequest(TypedDict):
    path: str
    period: NotRequired[int]
    minPeriod: NotRequired[int]
    policy: NotRequired["SubscriptionPolicy"]
    format: NotRequired[Literal["delta"]]
    sources: NotRequired[Literal["preferred", "all"]]


TileFormat = Literal["png", "jpg", "webp", "pbf"]


Timestamp = str


TokenInAddress = Literal["read", "all"]


class TokenMade(TypedDict):
    credential: "Credential"
    token: str


class TokenRequest(TypedDict):
    name: "HolderName"
    role: "TokenRole"
    paths: NotRequired[List[str]]
    days: NotRequired[float]


TokenRole = Literal["viewer", "crew", "helm", "owner", "device"]


class Track(TypedDict):
    points: List[List[float]]


class TripFigures(TypedDict):
    distance: float
    underWay: float
    unknown: float
    engine: float
    averageSpeed: Union[float, None]
    maximumSpeed: Union[float, None]


TurnDirection = Literal["port", "starboard"]


class UnreadableChart(TypedDict):
    id: str
    name: str
    problem: str


class UnsubscribeMessagePart1(TypedDict):
    path: str

class UnsubscribeMessage(TypedDict):
    context: NotRequired[str]
    unsubscribe: List["UnsubscribeMessagePart1"]
    requestId: NotRequired[str]


class UpdatePart1(TypedDict):
    label: NotRequired["SourceName"]

Update = TypedDict(
    "Update",
    {
        "$source": NotRequired["SourceName"],
        "source": NotRequired["UpdatePart1"],
        "timestamp": NotRequired["Timestamp"],
        "values": NotRequired[List["PathValue"]],
        "meta": NotRequired[List["PathMetadata"]],
    },
)


Version = str


class Visitor(TypedDict):
    boat: Literal["unclaimed", "claimed", "open"]
    name: Union[str, None]
    roles: List[str]
    scopes: List[Literal["public", "read", "write", "alerts.ack", "anchor.command", "autopilot.command", "control.command", "course.command", "plugin", "admin"]]
    mayAdminister: bool


class WatchedLimit(TypedDict):
    limit: str
    status: "LimitWatchStatus"
    path: NotRequired[str]


class Waypoint(TypedDict):
    id: str
    name: str
    position: "Position"


class WaypointCompleted(TypedDict):
    state: Literal["COMPLETED"]
    statusCode: Literal[200]
    message: Literal["OK"]
    waypoint: "Waypoint"


WaypointList = List["Waypoint"]


class WaypointRequest(TypedDict):
    name: str
    position: "Position"


class WeatherForecastEntry(TypedDict):
    at: "Timestamp"
    values: "WeatherValues"


class WeatherObservation(TypedDict):
    at: "Timestamp"
    position: "Position"
    station: NotRequired[str]
    values: "WeatherValues"


class WeatherProviderListPart1(TypedDict):
    isDefault: bool
    subjects: List["WeatherSubject"]

WeatherProviderList = Dict[str, "WeatherProviderListPart1"]


WeatherSubject = Literal["observations", "forecast", "warnings"]


class WeatherValues(TypedDict):
    windSpeed: NotRequired[float]
    windDirection: NotRequired[float]
    windGust: NotRequired[float]
    pressure: NotRequired[float]
    airTemperature: NotRequired[float]
    dewPoint: NotRequired[float]
    relativeHumidity: NotRequired[float]
    cloudCover: NotRequired[float]
    visibility: NotRequired[float]
    precipitationRate: NotRequired[float]
    waveHeight: NotRequired[float]
    wavePeriod: NotRequired[float]
    waveDirection: NotRequired[float]
    swellHeight: NotRequired[float]
    swellPeriod: NotRequired[float]
    swellDirection: NotRequired[float]
    currentSpeed: NotRequired[float]
    currentDirection: NotRequired[float]
    waterTemperature: NotRequired[float]


WeatherWarning = TypedDict(
    "WeatherWarning",
    {
        "id": str,
        "title": str,
        "severity": Literal["minor", "moderate", "severe", "extreme"],
        "from": "Timestamp",
        "to": NotRequired["Timestamp"],
        "area": NotRequired[str],
        "text": NotRequired[str],
        "issuer": NotRequired[str],
    },
)


class Zone(TypedDict):
    lower: NotRequired[float]
    upper: NotRequired[float]
    state: "Severity"
    message: NotRequired[str]
