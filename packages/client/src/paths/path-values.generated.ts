// Written by "npm run client" from the route table and the path metadata. Do not edit.
import type { Notification, Position } from '@marinedata/model'

/** The type of the values of every known path. */
export interface PathValues {
  /** Callsign for HF communication */
  'communication.callsignHf': unknown
  /** Callsign for VHF communication */
  'communication.callsignVhf': unknown
  /** Array with the names of the crew */
  'communication.crewNames': unknown
  /** The last DSC call of the station, with the symbols of ITU-R M.493 */
  'communication.dscCall': { readonly format?: number | null; readonly category?: number | null; readonly nature?: number | null; readonly telecommand?: number | null; readonly from?: string | null; readonly casualty?: string | null; readonly name?: string | null; readonly position?: Position | null; readonly time?: string | null; readonly acknowledgement?: number | null }
  /** Regular email for the skipper */
  'communication.email': unknown
  /** Email address to be used for HF email (Winmail, Airmail, Sailmail) */
  'communication.emailHf': unknown
  /** Phone number of skipper */
  'communication.phoneNumber': unknown
  /** The last text that the station sent by AIS, to all or to one station */
  'communication.safetyText': { readonly text?: string | null; readonly to?: string | null }
  /** Satellite phone number for vessel. */
  'communication.satPhoneNumber': unknown
  /** Full name of the skipper of the vessel. */
  'communication.skipperName': unknown
  /** Data should be of type number.; m */
  'design.airHeight': number
  /** The ais ship type see http://www.bosunsmate.org/ais/message5.php */
  'design.aisShipType': { readonly id?: number | null; readonly name?: string | null }
  /** Data should be of type number.; m */
  'design.beam': number
  /** Data should be of type number.; kg */
  'design.displacement': number
  /** The draft of the vessel */
  'design.draft': { readonly minimum?: number | null; readonly maximum?: number | null; readonly current?: number | null; readonly canoe?: number | null }
  /** Data should be of type number.; rad */
  'design.keel.angle': number
  /** Data should be of type number.; ratio */
  'design.keel.lift': number
  /** The type of keel. */
  'design.keel.type': "long" | "fin" | "flare" | "bulb" | "wing" | "centerboard" | "canting" | "lifting" | "daggerboard"
  /** The various lengths of the vessel */
  'design.length': { readonly overall?: number | null; readonly hull?: number | null; readonly waterline?: number | null }
  /** The configuration of the rigging */
  'design.rigging.configuration': unknown
  /** The number of masts on the vessel. */
  'design.rigging.masts': unknown
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.ac.${string}.dateInstalled`]: string
  /** Installed location of device on vessel */
  [path: `electrical.ac.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.ac.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.ac.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.ac.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.ac.${string}.name`]: unknown
  /** Apparent power (|V| × |I|), in volt-amperes.; VA */
  [path: `electrical.ac.${string}.phase.${string}.apparentPower`]: number
  /** Name of BUS device is associated with */
  [path: `electrical.ac.${string}.phase.${string}.associatedBus`]: unknown
  /** Data should be of type number.; A */
  [path: `electrical.ac.${string}.phase.${string}.current`]: number
  /** Data should be of type number.; Hz */
  [path: `electrical.ac.${string}.phase.${string}.frequency`]: number
  /** Data should be of type number.; V */
  [path: `electrical.ac.${string}.phase.${string}.lineLineVoltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.ac.${string}.phase.${string}.lineNeutralVoltage`]: number
  /** Data should be of type number. */
  [path: `electrical.ac.${string}.phase.${string}.powerFactor`]: unknown
  /** Lead/lag status. */
  [path: `electrical.ac.${string}.phase.${string}.powerFactorLagging`]: "leading" | "lagging" | "error" | "not available"
  /** Reactive power, in volt-amperes reactive.; VAR */
  [path: `electrical.ac.${string}.phase.${string}.reactivePower`]: number
  /** Data should be of type number.; W */
  [path: `electrical.ac.${string}.phase.${string}.realPower`]: number
  /** Name of BUS device is associated with */
  [path: `electrical.alternators.${string}.associatedBus`]: unknown
  /** How is charging source configured? Standalone, or in sync with another charger? */
  [path: `electrical.alternators.${string}.chargerRole`]: unknown
  /** Algorithm being used by the charger */
  [path: `electrical.alternators.${string}.chargingAlgorithm`]: unknown
  /** Charging mode i.e. float, overcharge, etc. */
  [path: `electrical.alternators.${string}.chargingMode`]: unknown
  /** Current flowing out (+ve) or in (-ve) to the device. Reversed for batteries (+ve = charging).; A */
  [path: `electrical.alternators.${string}.current`]: number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.alternators.${string}.dateInstalled`]: string
  /** Data should be of type number.; % */
  [path: `electrical.alternators.${string}.fieldDrive`]: number
  /** Installed location of device on vessel */
  [path: `electrical.alternators.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.alternators.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.alternators.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.alternators.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.alternators.${string}.name`]: unknown
  /** Data should be of type number.; ratio */
  [path: `electrical.alternators.${string}.pulleyRatio`]: number
  /** Data should be of type number.; K */
  [path: `electrical.alternators.${string}.regulatorTemperature`]: number
  /** Data should be of type number.; Hz */
  [path: `electrical.alternators.${string}.revolutions`]: number
  /** Data should be of type number.; A */
  [path: `electrical.alternators.${string}.setpointCurrent`]: number
  /** Data should be of type number.; V */
  [path: `electrical.alternators.${string}.setpointVoltage`]: number
  /** Temperature measured within or on the device; K */
  [path: `electrical.alternators.${string}.temperature`]: number
  /** Lower fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.alternators.${string}.temperature.faultLower`]: number
  /** Upper fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.alternators.${string}.temperature.faultUpper`]: number
  /** Lower operational temperature limit; K */
  [path: `electrical.alternators.${string}.temperature.warnLower`]: number
  /** Upper operational temperature limit; K */
  [path: `electrical.alternators.${string}.temperature.warnUpper`]: number
  /** Voltage measured at or as close as possible to the device; V */
  [path: `electrical.alternators.${string}.voltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.alternators.${string}.voltage.ripple`]: number
  /** Name of BUS device is associated with */
  [path: `electrical.batteries.${string}.associatedBus`]: unknown
  /** The measured capacity of battery. This may change over time and will likely deviate from the nominal capacity.; J */
  [path: `electrical.batteries.${string}.capacity.actual`]: number
  /** Minimum capacity to be left in the battery while discharging; J */
  [path: `electrical.batteries.${string}.capacity.dischargeLimit`]: number
  /** Data should be of type number.; C */
  [path: `electrical.batteries.${string}.capacity.dischargeSinceFull`]: number
  /** The capacity of battery as specified by the manufacturer; J */
  [path: `electrical.batteries.${string}.capacity.nominal`]: number
  /** Capacity remaining in battery; J */
  [path: `electrical.batteries.${string}.capacity.remaining`]: number
  /** Data should be of type number.; ratio */
  [path: `electrical.batteries.${string}.capacity.stateOfCharge`]: number
  /** Data should be of type number.; ratio */
  [path: `electrical.batteries.${string}.capacity.stateOfHealth`]: number
  /** Data should be of type number.; s */
  [path: `electrical.batteries.${string}.capacity.timeRemaining`]: number
  /** Type of battery FLA, LiFePO4, etc. */
  [path: `electrical.batteries.${string}.chemistry`]: unknown
  /** Current flowing out (+ve) or in (-ve) to the device. Reversed for batteries (+ve = charging).; A */
  [path: `electrical.batteries.${string}.current`]: number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.batteries.${string}.dateInstalled`]: string
  /** Cumulative charge discharged from battery over operational lifetime of battery; C */
  [path: `electrical.batteries.${string}.lifetimeDischarge`]: number
  /** Cumulative charge recharged into battery over operational lifetime of battery; C */
  [path: `electrical.batteries.${string}.lifetimeRecharge`]: number
  /** Installed location of device on vessel */
  [path: `electrical.batteries.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.batteries.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.batteries.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.batteries.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.batteries.${string}.name`]: unknown
  /** Temperature measured within or on the device; K */
  [path: `electrical.batteries.${string}.temperature`]: number
  /** Lower fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.batteries.${string}.temperature.faultLower`]: number
  /** Upper fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.batteries.${string}.temperature.faultUpper`]: number
  /** Operational minimum temperature limit for battery discharge; K */
  [path: `electrical.batteries.${string}.temperature.limitDischargeLower`]: number
  /** Operational maximum temperature limit for battery discharge; K */
  [path: `electrical.batteries.${string}.temperature.limitDischargeUpper`]: number
  /** Operational minimum temperature limit for battery recharging; K */
  [path: `electrical.batteries.${string}.temperature.limitRechargeLower`]: number
  /** Operational maximum temperature limit for battery recharging; K */
  [path: `electrical.batteries.${string}.temperature.limitRechargeUpper`]: number
  /** Lower operational temperature limit; K */
  [path: `electrical.batteries.${string}.temperature.warnLower`]: number
  /** Upper operational temperature limit; K */
  [path: `electrical.batteries.${string}.temperature.warnUpper`]: number
  /** Voltage measured at or as close as possible to the device; V */
  [path: `electrical.batteries.${string}.voltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.batteries.${string}.voltage.ripple`]: number
  /** Name of BUS device is associated with */
  [path: `electrical.chargers.${string}.associatedBus`]: unknown
  /** How is charging source configured? Standalone, or in sync with another charger? */
  [path: `electrical.chargers.${string}.chargerRole`]: unknown
  /** Algorithm being used by the charger */
  [path: `electrical.chargers.${string}.chargingAlgorithm`]: unknown
  /** Charging mode i.e. float, overcharge, etc. */
  [path: `electrical.chargers.${string}.chargingMode`]: unknown
  /** Current flowing out (+ve) or in (-ve) to the device. Reversed for batteries (+ve = charging).; A */
  [path: `electrical.chargers.${string}.current`]: number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.chargers.${string}.dateInstalled`]: string
  /** Installed location of device on vessel */
  [path: `electrical.chargers.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.chargers.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.chargers.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.chargers.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.chargers.${string}.name`]: unknown
  /** Data should be of type number.; A */
  [path: `electrical.chargers.${string}.setpointCurrent`]: number
  /** Data should be of type number.; V */
  [path: `electrical.chargers.${string}.setpointVoltage`]: number
  /** Temperature measured within or on the device; K */
  [path: `electrical.chargers.${string}.temperature`]: number
  /** Lower fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.chargers.${string}.temperature.faultLower`]: number
  /** Upper fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.chargers.${string}.temperature.faultUpper`]: number
  /** Lower operational temperature limit; K */
  [path: `electrical.chargers.${string}.temperature.warnLower`]: number
  /** Upper operational temperature limit; K */
  [path: `electrical.chargers.${string}.temperature.warnUpper`]: number
  /** Voltage measured at or as close as possible to the device; V */
  [path: `electrical.chargers.${string}.voltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.chargers.${string}.voltage.ripple`]: number
  /** Apparent power (|V| × |I|), in volt-amperes.; VA */
  [path: `electrical.inverters.${string}.ac.apparentPower`]: number
  /** Name of BUS device is associated with */
  [path: `electrical.inverters.${string}.ac.associatedBus`]: unknown
  /** Data should be of type number.; A */
  [path: `electrical.inverters.${string}.ac.current`]: number
  /** Data should be of type number.; Hz */
  [path: `electrical.inverters.${string}.ac.frequency`]: number
  /** Data should be of type number.; V */
  [path: `electrical.inverters.${string}.ac.lineLineVoltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.inverters.${string}.ac.lineNeutralVoltage`]: number
  /** Data should be of type number. */
  [path: `electrical.inverters.${string}.ac.powerFactor`]: unknown
  /** Lead/lag status. */
  [path: `electrical.inverters.${string}.ac.powerFactorLagging`]: "leading" | "lagging" | "error" | "not available"
  /** Reactive power, in volt-amperes reactive.; VAR */
  [path: `electrical.inverters.${string}.ac.reactivePower`]: number
  /** Data should be of type number.; W */
  [path: `electrical.inverters.${string}.ac.realPower`]: number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.inverters.${string}.dateInstalled`]: string
  /** Name of BUS device is associated with */
  [path: `electrical.inverters.${string}.dc.associatedBus`]: unknown
  /** Current flowing out (+ve) or in (-ve) to the device. Reversed for batteries (+ve = charging).; A */
  [path: `electrical.inverters.${string}.dc.current`]: number
  /** Temperature measured within or on the device; K */
  [path: `electrical.inverters.${string}.dc.temperature`]: number
  /** Lower fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.inverters.${string}.dc.temperature.faultLower`]: number
  /** Upper fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.inverters.${string}.dc.temperature.faultUpper`]: number
  /** Lower operational temperature limit; K */
  [path: `electrical.inverters.${string}.dc.temperature.warnLower`]: number
  /** Upper operational temperature limit; K */
  [path: `electrical.inverters.${string}.dc.temperature.warnUpper`]: number
  /** Voltage measured at or as close as possible to the device; V */
  [path: `electrical.inverters.${string}.dc.voltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.inverters.${string}.dc.voltage.ripple`]: number
  /** Mode of inverter */
  [path: `electrical.inverters.${string}.inverterMode`]: unknown
  /** Installed location of device on vessel */
  [path: `electrical.inverters.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.inverters.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.inverters.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.inverters.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.inverters.${string}.name`]: unknown
  /** Name of BUS device is associated with */
  [path: `electrical.solar.${string}.associatedBus`]: unknown
  /** How is charging source configured? Standalone, or in sync with another charger? */
  [path: `electrical.solar.${string}.chargerRole`]: unknown
  /** Algorithm being used by the charger */
  [path: `electrical.solar.${string}.chargingAlgorithm`]: unknown
  /** Charging mode i.e. float, overcharge, etc. */
  [path: `electrical.solar.${string}.chargingMode`]: unknown
  /** The current state of the solar controller */
  [path: `electrical.solar.${string}.controllerMode`]: unknown
  /** Current flowing out (+ve) or in (-ve) to the device. Reversed for batteries (+ve = charging).; A */
  [path: `electrical.solar.${string}.current`]: number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  [path: `electrical.solar.${string}.dateInstalled`]: string
  /** State of load port on controller (if applicable) */
  [path: `electrical.solar.${string}.load`]: unknown
  /** Data should be of type number.; A */
  [path: `electrical.solar.${string}.loadCurrent`]: number
  /** Installed location of device on vessel */
  [path: `electrical.solar.${string}.location`]: unknown
  /** Web reference / URL */
  [path: `electrical.solar.${string}.manufacturer.URL`]: unknown
  /** Model or part number */
  [path: `electrical.solar.${string}.manufacturer.model`]: unknown
  /** Manufacturer's name */
  [path: `electrical.solar.${string}.manufacturer.name`]: unknown
  /** Unique ID of device (houseBattery, alternator, Generator, solar1, inverter, charger, combiner, etc.) */
  [path: `electrical.solar.${string}.name`]: unknown
  /** Data should be of type number.; A */
  [path: `electrical.solar.${string}.panelCurrent`]: number
  /** Data should be of type number.; W */
  [path: `electrical.solar.${string}.panelPower`]: number
  /** Data should be of type number.; K */
  [path: `electrical.solar.${string}.panelTemperature`]: number
  /** Data should be of type number.; V */
  [path: `electrical.solar.${string}.panelVoltage`]: number
  /** Data should be of type number.; A */
  [path: `electrical.solar.${string}.setpointCurrent`]: number
  /** Data should be of type number.; V */
  [path: `electrical.solar.${string}.setpointVoltage`]: number
  /** Temperature measured within or on the device; K */
  [path: `electrical.solar.${string}.temperature`]: number
  /** Lower fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.solar.${string}.temperature.faultLower`]: number
  /** Upper fault temperature limit - device may disable/disconnect; K */
  [path: `electrical.solar.${string}.temperature.faultUpper`]: number
  /** Lower operational temperature limit; K */
  [path: `electrical.solar.${string}.temperature.warnLower`]: number
  /** Upper operational temperature limit; K */
  [path: `electrical.solar.${string}.temperature.warnUpper`]: number
  /** Voltage measured at or as close as possible to the device; V */
  [path: `electrical.solar.${string}.voltage`]: number
  /** Data should be of type number.; V */
  [path: `electrical.solar.${string}.voltage.ripple`]: number
  /** Data should be of type number.; J */
  [path: `electrical.solar.${string}.yieldToday`]: number
  /** Direction and strength of current affecting the vessel */
  'environment.current': { readonly drift?: number | null; readonly setTrue?: number | null; readonly setMagnetic?: number | null }
  /** Depth below keel; m */
  'environment.depth.belowKeel': number
  /** Depth from surface; m */
  'environment.depth.belowSurface': number
  /** Depth below Transducer; m */
  'environment.depth.belowTransducer': number
  /** Depth transducer is below the water surface; m */
  'environment.depth.surfaceToTransducer': number
  /** Depth from the transducer to the bottom of the keel; m */
  'environment.depth.transducerToKeel': number
  /** Vertical movement of the vessel due to waves; m */
  'environment.heave': number
  /** Air density in zone; kg/m3 */
  [path: `environment.inside.${string}.airDensity`]: number
  /** DEPRECATED: use dewPointTemperature; K */
  [path: `environment.inside.${string}.dewPoint`]: number
  /** Dewpoint in zone; K */
  [path: `environment.inside.${string}.dewPointTemperature`]: number
  /** Current heat index temperature in zone; K */
  [path: `environment.inside.${string}.heatIndexTemperature`]: number
  /** Illuminance in zone; Lux */
  [path: `environment.inside.${string}.illuminance`]: number
  /** Pressure in zone; Pa */
  [path: `environment.inside.${string}.pressure`]: number
  /** Relative humidity in zone; ratio */
  [path: `environment.inside.${string}.relativeHumidity`]: number
  /** Temperature; K */
  [path: `environment.inside.${string}.temperature`]: number
  /** Air density in zone; kg/m3 */
  'environment.inside.airDensity': number
  /** DEPRECATED: use dewPointTemperature; K */
  'environment.inside.dewPoint': number
  /** Dewpoint in zone; K */
  'environment.inside.dewPointTemperature': number
  /** Current heat index temperature in zone; K */
  'environment.inside.heatIndexTemperature': number
  /** Illuminance in zone; Lux */
  'environment.inside.illuminance': number
  /** Pressure in zone; Pa */
  'environment.inside.pressure': number
  /** Relative humidity in zone; ratio */
  'environment.inside.relativeHumidity': number
  /** Temperature; K */
  'environment.inside.temperature': number
  /** Mode of the vessel based on the current conditions. Can be combined with navigation.state to control vessel signals eg switch to night mode for instrumentation and lights, or make sound signals for fog. */
  'environment.mode': unknown
  /** Current outside air density; kg/m3 */
  'environment.outside.airDensity': number
  /** Current outside apparent wind chill temperature; K */
  'environment.outside.apparentWindChillTemperature': number
  /** Current outside dew point temperature; K */
  'environment.outside.dewPointTemperature': number
  /** Current outside heat index temperature; K */
  'environment.outside.heatIndexTemperature': number
  /** DEPRECATED: use relativeHumidity; ratio */
  'environment.outside.humidity': number
  /** Current outside ambient light flux.; Lux */
  'environment.outside.illuminance': number
  /** Current outside air ambient pressure; Pa */
  'environment.outside.pressure': number
  /** Current outside air relative humidity; ratio */
  'environment.outside.relativeHumidity': number
  /** Current outside air temperature; K */
  'environment.outside.temperature': number
  /** Current outside theoretical wind chill temperature; K */
  'environment.outside.theoreticalWindChillTemperature': number
  /** Next high tide height relative to lowest astronomical tide (LAT/Chart Datum); m */
  'environment.tide.heightHigh': number
  /** The next low tide height relative to lowest astronomical tide (LAT/Chart Datum); m */
  'environment.tide.heightLow': number
  /** The current tide height relative to lowest astronomical tide (LAT/Chart Datum); m */
  'environment.tide.heightNow': number
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  'environment.tide.timeHigh': string
  /** RFC 3339 (UTC only without local offset) string representing date and time.; RFC 3339 (UTC) */
  'environment.tide.timeLow': string
  /** Milliseconds since the UNIX epoch (1970-01-01 00:00:00) */
  'environment.time.millis': unknown
  /** Onboard timezone offset from UTC in hours and minutes (-)hhmm. +ve means east of Greenwich. For use by UIs */
  'environment.time.timezoneOffset': unknown
  /** Onboard timezone offset as listed in the IANA timezone database (tz database) */
  'environment.time.timezoneRegion': unknown
  /** Water salinity; ratio */
  'environment.water.salinity': number
  /** Current water temperature; K */
  'environment.water.temperature': number
  /** Apparent wind angle, negative to port; rad */
  'environment.wind.angleApparent': number
  /** True wind angle based on speed over ground, negative to port; rad */
  'environment.wind.angleTrueGround': number
  /** True wind angle based on speed through water, negative to port; rad */
  'environment.wind.angleTrueWater': number
  /** The angle the wind needs to shift to raise an alarm; rad */
  'environment.wind.directionChangeAlarm': number
  /** The wind direction relative to magnetic north; rad */
  'environment.wind.directionMagnetic': number
  /** The wind direction relative to true north; rad */
  'environment.wind.directionTrue': number
  /** Apparent wind speed; m/s */
  'environment.wind.speedApparent': number
  /** Wind speed over ground (as calculated from speedApparent and vessel's speed over ground); m/s */
  'environment.wind.speedOverGround': number
  /** Wind speed over water (as calculated from speedApparent and vessel's speed through water); m/s */
  'environment.wind.speedTrue': number
  /** The country of ship registration, or flag state of the vessel */
  'flag': unknown
  /** MMSI number of the vessel, if available. */
  'mmsi': unknown
  /** MMSI number of the mothership of this vessel, if available. */
  'mothershipMmsi': unknown
  /** The common name of the vessel */
  'name': unknown
  /** Current distance to anchor; m */
  'navigation.anchor.currentRadius': number
  /** Radius of anchor alarm boundary. The distance from anchor to the center of the boat; m */
  'navigation.anchor.maxRadius': number
  /** The actual anchor position of the vessel in 3 dimensions, probably an estimate at best */
  'navigation.anchor.position': Position
  /** Vessel attitude: roll, pitch and yaw */
  'navigation.attitude': { readonly roll?: number | null; readonly pitch?: number | null; readonly yaw?: number | null }
  /** Calculated values for other vessels, e.g. from AIS */
  'navigation.closestApproach': { readonly distance?: number | null; readonly timeTo?: number | null }
  /** The estimated time of arrival at the end of the current route */
  'navigation.courseGreatCircle.activeRoute.estimatedTimeOfArrival': string
  /** A reference (URL) to the presently active route, in resources. */
  'navigation.courseGreatCircle.activeRoute.href': unknown
  /** The time this route was activated */
  'navigation.courseGreatCircle.activeRoute.startTime': string
  /** The bearing of a line between previousPoint and nextPoint, relative to magnetic north.; rad */
  'navigation.courseGreatCircle.bearingTrackMagnetic': number
  /** The bearing of a line between previousPoint and nextPoint, relative to true north.; rad */
  'navigation.courseGreatCircle.bearingTrackTrue': number
  /** The distance from the vessel's present position to the closest point on a line (track) between previousPoint and nextPoint. A negative number indicates that the vessel is currently to the left of this line (and thus must steer right to compensate), a positive number means the vessel is to the right of the line (steer left to compensate).; m */
  'navigation.courseGreatCircle.crossTrackError': number
  /** The point on earth the vessel's presently navigating towards */
  'navigation.courseGreatCircle.nextPoint': unknown
  /** The point on earth the vessel's presently navigating from */
  'navigation.courseGreatCircle.previousPoint': { readonly type?: string | null; readonly href?: string | null }
  /** The distance in meters between previousPoint and the vessel's present position; m */
  'navigation.courseGreatCircle.previousPoint.distance': number
  /** The position of previousPoint in two dimensions */
  'navigation.courseGreatCircle.previousPoint.position': Position
  /** Course over ground (magnetic); rad */
  'navigation.courseOverGroundMagnetic': number
  /** Course over ground (true); rad */
  'navigation.courseOverGroundTrue': number
  /** The estimated time of arrival at the end of the current route */
  'navigation.courseRhumbline.activeRoute.estimatedTimeOfArrival': string
  /** A reference (URL) to the presently active route, in resources. */
  'navigation.courseRhumbline.activeRoute.href': unknown
  /** The time this route was activated */
  'navigation.courseRhumbline.activeRoute.startTime': string
  /** The bearing of a line between previousPoint and nextPoint, relative to magnetic north.; rad */
  'navigation.courseRhumbline.bearingTrackMagnetic': number
  /** The bearing of a line between previousPoint and nextPoint, relative to true north.; rad */
  'navigation.courseRhumbline.bearingTrackTrue': number
  /** The distance from the vessel's present position to the closest point on a line (track) between previousPoint and nextPoint. A negative number indicates that the vessel is currently to the left of this line (and thus must steer right to compensate), a positive number means the vessel is to the right of the line (steer left to compensate).; m */
  'navigation.courseRhumbline.crossTrackError': number
  /** The point on earth the vessel's presently navigating towards */
  'navigation.courseRhumbline.nextPoint': unknown
  /** The point on earth the vessel's presently navigating from */
  'navigation.courseRhumbline.previousPoint': { readonly type?: string | null; readonly href?: string | null }
  /** The distance in meters between previousPoint and the vessel's present position; m */
  'navigation.courseRhumbline.previousPoint.distance': number
  /** The position of previousPoint in two dimensions */
  'navigation.courseRhumbline.previousPoint.position': Position
  /** Source of GNSS Date and Time */
  'navigation.datetime.gnssTimeSource': "GPS" | "GLONASS" | "Galileo" | "Beidou" | "IRNSS" | "Radio Signal" | "Internet" | "Local clock"
  /** Common name of the Destination, eg 'Fiji', also used in ais messages */
  'navigation.destination.commonName': unknown
  /** Expected time of arrival at destination waypoint */
  'navigation.destination.eta': unknown
  /** UUID of destination waypoint */
  'navigation.destination.waypoint': unknown
  /** Altitude of antenna; m */
  'navigation.gnss.antennaAltitude': number
  /** Age of DGPS data; s */
  'navigation.gnss.differentialAge': number
  /** ID of DGPS base station */
  'navigation.gnss.differentialReference': unknown
  /** Difference between WGS84 earth ellipsoid and mean sea level */
  'navigation.gnss.geoidalSeparation': unknown
  /** Horizontal Dilution of Precision */
  'navigation.gnss.horizontalDilution': unknown
  /** Integrity of the satellite fix */
  'navigation.gnss.integrity': unknown
  /** Quality of the satellite fix */
  'navigation.gnss.methodQuality': unknown
  /** Positional Dilution of Precision */
  'navigation.gnss.positionDilution': unknown
  /** Number of satellites */
  'navigation.gnss.satellites': unknown
  /** Fix type */
  'navigation.gnss.type': unknown
  /** Current magnetic heading received from the compass. This is not adjusted for magneticDeviation of the compass; rad */
  'navigation.headingCompass': number
  /** Current magnetic heading of the vessel, equals 'headingCompass adjusted for magneticDeviation'; rad */
  'navigation.headingMagnetic': number
  /** The current true north heading of the vessel, equals 'headingMagnetic adjusted for magneticVariation'; rad */
  'navigation.headingTrue': number
  /** Leeway Angle derived from the longitudinal and transverse speeds through the water; rad */
  'navigation.leewayAngle': number
  /** Current state of the vessels navigation lights */
  'navigation.lights': unknown
  /** Total distance traveled; m */
  'navigation.log': number
  /** Magnetic deviation of the compass at the current headingCompass; rad */
  'navigation.magneticDeviation': number
  /** The magnetic variation (declination) at the current position that must be added to the magnetic heading to derive the true heading. Easterly variations are positive and Westerly variations are negative (in Radians).; rad */
  'navigation.magneticVariation': number
  /** Seconds since the 1st Jan 1970 that the variation calculation was made; s */
  'navigation.magneticVariationAgeOfService': number
  /** Special maneuver such as regional passing arrangement. (from ais) */
  'navigation.maneuver': unknown
  /** The position of the vessel in 2 or 3 dimensions (WGS84 datum) */
  'navigation.position': Position
  /** The current distance to the start line; m */
  'navigation.racing.distanceStartline': number
  /** The current distance to the layline; m */
  'navigation.racing.layline.distance': number
  /** The time to the layline at current speed and heading; s */
  'navigation.racing.layline.time': number
  /** The current distance to the layline; m */
  'navigation.racing.oppositeLayline.distance': number
  /** The time to the layline at current speed and heading; s */
  'navigation.racing.oppositeLayline.time': number
  /** Position of port start mark */
  'navigation.racing.startLinePort': Position
  /** Position of starboard start mark */
  'navigation.racing.startLineStb': Position
  /** Time to arrive at the start line on port, turning downwind; s */
  'navigation.racing.timePortDown': number
  /** Time to arrive at the start line on port, turning upwind; s */
  'navigation.racing.timePortUp': number
  /** Time to arrive at the start line on starboard, turning downwind; s */
  'navigation.racing.timeStbdDown': number
  /** Time to arrive at the start line on starboard, turning upwind; s */
  'navigation.racing.timeStbdUp': number
  /** Time left before start; s */
  'navigation.racing.timeToStart': number
  /** Rate of turn (+ve is change to starboard). If the value is AIS RIGHT or LEFT, set to +-0.0206 rads and add warning in notifications; rad/s */
  'navigation.rateOfTurn': number
  /** Vessel speed over ground. If converting from AIS 'HIGH' value, set to 102.2 (Ais max value) and add warning in notifications; m/s */
  'navigation.speedOverGround': number
  /** Vessel speed through the water; m/s */
  'navigation.speedThroughWater': number
  /** Longitudinal speed through the water; m/s */
  'navigation.speedThroughWaterLongitudinal': number
  /** Transverse speed through the water (Leeway); m/s */
  'navigation.speedThroughWaterTransverse': number
  /** Current navigational state of the vessel */
  'navigation.state': unknown
  /** Trip log reset time */
  'navigation.trip.lastReset': unknown
  /** Total distance traveled on this trip / since trip reset; m */
  'navigation.trip.log': number
  /** This regex pattern is used for validation of the path of the alarm */
  [path: `notifications.${string}`]: Notification
  /** Abandon ship */
  'notifications.abandon': Notification
  /** Vessel is adrift */
  'notifications.adrift': Notification
  /** In collision with another vessel or object */
  'notifications.collision': Notification
  /** Fire onboard */
  'notifications.fire': Notification
  /** Vessel is flooding */
  'notifications.flooding': Notification
  /** Vessel grounding */
  'notifications.grounding': Notification
  /** Vessel is listing */
  'notifications.listing': Notification
  /** Man overboard */
  'notifications.mob': Notification
  /** Under attack or danger from pirates */
  'notifications.piracy': Notification
  /** Vessel is sinking */
  'notifications.sinking': Notification
  /** The UUID of the active polar table */
  'performance.activePolar': unknown
  /** [missing] */
  'performance.activePolarData.description': unknown
  /** [missing] */
  'performance.activePolarData.id': unknown
  /** [missing] */
  'performance.activePolarData.name': unknown
  /** [missing] */
  'performance.activePolarData.windData': unknown
  /** Data should be of type number.; rad */
  'performance.beatAngle': number
  /** Data should be of type number.; m/s */
  'performance.beatAngleTargetSpeed': number
  /** Data should be of type number.; m/s */
  'performance.beatAngleVelocityMadeGood': number
  /** Data should be of type number.; rad */
  'performance.gybeAngle': number
  /** Data should be of type number.; m/s */
  'performance.gybeAngleTargetSpeed': number
  /** Data should be of type number.; m/s */
  'performance.gybeAngleVelocityMadeGood': number
  /** Data should be of type number.; rad */
  'performance.leeway': number
  /** Data should be of type number.; m/s */
  'performance.polarSpeed': number
  /** Data should be of type number.; ratio */
  'performance.polarSpeedRatio': number
  /** [missing] */
  [path: `performance.polars.${string}.description`]: unknown
  /** [missing] */
  [path: `performance.polars.${string}.id`]: unknown
  /** [missing] */
  [path: `performance.polars.${string}.name`]: unknown
  /** [missing] */
  [path: `performance.polars.${string}.windData`]: unknown
  /** Data should be of type number.; rad */
  'performance.tackMagnetic': number
  /** Data should be of type number.; rad */
  'performance.tackTrue': number
  /** Data should be of type number.; rad */
  'performance.targetAngle': number
  /** Data should be of type number.; m/s */
  'performance.targetSpeed': number
  /** Data should be of type number.; m/s */
  'performance.velocityMadeGood': number
  /** Data should be of type number.; m/s */
  'performance.velocityMadeGoodToWaypoint': number
  /** The home port of the vessel */
  'port': unknown
  /** Alternator voltage; V */
  [path: `propulsion.${string}.alternatorVoltage`]: number
  /** Engine boost (turbo, supercharger) pressure; Pa */
  [path: `propulsion.${string}.boostPressure`]: number
  /** Coolant pressure; Pa */
  [path: `propulsion.${string}.coolantPressure`]: number
  /** Coolant temperature; K */
  [path: `propulsion.${string}.coolantTemperature`]: number
  /** Data about the drive's propeller (pitch and slip) */
  [path: `propulsion.${string}.drive.propeller`]: unknown
  /** Current thrust angle for steerable drives, +ve is thrust to Starboard; rad */
  [path: `propulsion.${string}.drive.thrustAngle`]: number
  /** Trim/tilt state, 0<=ratio<=1, 1 is 100% up; ratio */
  [path: `propulsion.${string}.drive.trimState`]: number
  /** The type of drive the boat has i.e Outboard, shaft, jet, etc. */
  [path: `propulsion.${string}.drive.type`]: "saildrive" | "shaft" | "outboard" | "jet" | "pod" | "other"
  /** Engine load ratio, 0<=ratio<=1, 1 is 100%; ratio */
  [path: `propulsion.${string}.engineLoad`]: number
  /** Engine torque ratio, 0<=ratio<=1, 1 is 100%; ratio */
  [path: `propulsion.${string}.engineTorque`]: number
  /** Exhaust temperature; K */
  [path: `propulsion.${string}.exhaustTemperature`]: number
  /** Average fuel rate of consumption; m3/s */
  [path: `propulsion.${string}.fuel.averageRate`]: number
  /** Economy fuel rate of consumption; m3/s */
  [path: `propulsion.${string}.fuel.economyRate`]: number
  /** Fuel pressure; Pa */
  [path: `propulsion.${string}.fuel.pressure`]: number
  /** Fuel rate of consumption; m3/s */
  [path: `propulsion.${string}.fuel.rate`]: number
  /** Fuel type */
  [path: `propulsion.${string}.fuel.type`]: "diesel" | "petrol" | "electric" | "coal/wood" | "other"
  /** Used fuel since last reset. Resetting is at user discretion; m3 */
  [path: `propulsion.${string}.fuel.used`]: number
  /** Intake manifold temperature; K */
  [path: `propulsion.${string}.intakeManifoldTemperature`]: number
  /** Human readable label for the propulsion unit */
  [path: `propulsion.${string}.label`]: unknown
  /** Oil pressure; Pa */
  [path: `propulsion.${string}.oilPressure`]: number
  /** Oil temperature; K */
  [path: `propulsion.${string}.oilTemperature`]: number
  /** Engine revolutions (x60 for RPM); Hz */
  [path: `propulsion.${string}.revolutions`]: number
  /** Total running time for engine (Engine Hours in seconds); s */
  [path: `propulsion.${string}.runTime`]: number
  /** The current state of the engine */
  [path: `propulsion.${string}.state`]: unknown
  /** Engine temperature; K */
  [path: `propulsion.${string}.temperature`]: number
  /** Currently selected gear the engine is in i.e. Forward, Reverse, etc. */
  [path: `propulsion.${string}.transmission.gear`]: unknown
  /** Gear ratio, engine rotations per propeller shaft rotation; ratio */
  [path: `propulsion.${string}.transmission.gearRatio`]: number
  /** Oil pressure; Pa */
  [path: `propulsion.${string}.transmission.oilPressure`]: number
  /** Oil temperature; K */
  [path: `propulsion.${string}.transmission.oilTemperature`]: number
  /** The IMO number of the vessel. */
  'registrations.imo': unknown
  /** The registration description */
  [path: `registrations.local.${string}.description`]: unknown
  /** The registration code */
  [path: `registrations.local.${string}.registration`]: unknown
  /** The ISO 3166-2 country code. */
  [path: `registrations.national.${string}.country`]: unknown
  /** The registration description */
  [path: `registrations.national.${string}.description`]: unknown
  /** The registration code */
  [path: `registrations.national.${string}.registration`]: unknown
  /** The registration description */
  [path: `registrations.other.${string}.description`]: unknown
  /** The registration code */
  [path: `registrations.other.${string}.registration`]: unknown
  /** Data should be of type number.; m2 */
  'sails.area.active': number
  /** Data should be of type number.; m2 */
  'sails.area.total': number
  /** Indicates whether this sail is currently in use or not */
  [path: `sails.inventory.${string}.active`]: unknown
  /** The total area of this sail in square meters; m2 */
  [path: `sails.inventory.${string}.area`]: number
  /** The brand of the sail (optional) */
  [path: `sails.inventory.${string}.brand`]: unknown
  /** The material the sail is made from (optional) */
  [path: `sails.inventory.${string}.material`]: unknown
  /** The maximum wind speed this sail can be used with; m/s */
  [path: `sails.inventory.${string}.maximumWind`]: number
  /** The minimum wind speed this sail can be used with; m/s */
  [path: `sails.inventory.${string}.minimumWind`]: number
  /** A unique identifier by which the crew identifies a sail */
  [path: `sails.inventory.${string}.name`]: unknown
  /** Ratio of sail reduction, 0 means full and 1 is completely furled in */
  [path: `sails.inventory.${string}.reducedState.furledRatio`]: unknown
  /** describes whether the sail is reduced or not */
  [path: `sails.inventory.${string}.reducedState.reduced`]: unknown
  /** Number of reefs set, 0 means full */
  [path: `sails.inventory.${string}.reducedState.reefs`]: unknown
  /** The type of sail */
  [path: `sails.inventory.${string}.type`]: unknown
  /** Sensor class — for an AIS transponder, A or B. */
  [path: `sensors.${string}.class`]: unknown
  /** Distance of the sensor along the vessel axis from the bow; m */
  [path: `sensors.${string}.fromBow`]: number
  /** Distance of the sensor across the vessel from the centreline, positive towards starboard; m */
  [path: `sensors.${string}.fromCenter`]: number
  /** The common name of the sensor */
  [path: `sensors.${string}.name`]: unknown
  /** The data of the sensor data. FIXME - need to ref the definitions of sensor types */
  [path: `sensors.${string}.sensorData`]: unknown
  /** The datamodel definition of the sensor data. FIXME - need to create a definitions lib of sensor datamodel types */
  [path: `sensors.${string}.sensorType`]: unknown
  /** Data should be of type number.; rad */
  'steering.autopilot.backlash': number
  /** Data should be of type number.; rad */
  'steering.autopilot.deadZone': number
  /** Data should be of type number. */
  'steering.autopilot.gain': unknown
  /** Data should be of type number.; A */
  'steering.autopilot.maxDriveCurrent': number
  /** Data should be of type number.; rad/s */
  'steering.autopilot.maxDriveRate': number
  /** Operational mode */
  'steering.autopilot.mode': unknown
  /** Data should be of type number.; rad */
  'steering.autopilot.portLock': number
  /** Data should be of type number.; rad */
  'steering.autopilot.starboardLock': number
  /** Autopilot state */
  'steering.autopilot.state': unknown
  /** Data should be of type number.; rad */
  'steering.autopilot.target.headingMagnetic': number
  /** Data should be of type number.; rad */
  'steering.autopilot.target.headingTrue': number
  /** Data should be of type number.; rad */
  'steering.autopilot.target.windAngleApparent': number
  /** Data should be of type number.; rad */
  'steering.autopilot.target.windAngleTrue': number
  /** Data should be of type number.; rad */
  'steering.rudderAngle': number
  /** Data should be of type number.; rad */
  'steering.rudderAngleTarget': number
  /** Data should be of type number.; m3 */
  [path: `tanks.baitWell.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.baitWell.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.baitWell.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.baitWell.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.baitWell.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.baitWell.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.baitWell.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.baitWell.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.baitWell.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.ballast.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.ballast.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.ballast.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.ballast.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.ballast.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.ballast.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.ballast.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.ballast.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.ballast.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.blackWater.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.blackWater.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.blackWater.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.blackWater.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.blackWater.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.blackWater.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.blackWater.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.blackWater.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.blackWater.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.freshWater.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.freshWater.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.freshWater.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.freshWater.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.freshWater.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.freshWater.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.freshWater.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.freshWater.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.freshWater.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.fuel.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.fuel.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.fuel.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.fuel.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.fuel.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.fuel.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.fuel.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.fuel.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.fuel.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.gas.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.gas.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.gas.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.gas.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.gas.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.gas.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.gas.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.gas.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.gas.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.liveWell.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.liveWell.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.liveWell.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.liveWell.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.liveWell.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.liveWell.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.liveWell.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.liveWell.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.liveWell.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.lubrication.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.lubrication.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.lubrication.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.lubrication.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.lubrication.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.lubrication.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.lubrication.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.lubrication.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.lubrication.${string}.viscosity`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.wasteWater.${string}.capacity`]: number
  /** Data should be of type number.; ratio */
  [path: `tanks.wasteWater.${string}.currentLevel`]: number
  /** Data should be of type number.; m3 */
  [path: `tanks.wasteWater.${string}.currentVolume`]: number
  /** The preferred extinguishant to douse a fire in this tank */
  [path: `tanks.wasteWater.${string}.extinguishant`]: unknown
  /** The name of the tank. Useful if multiple tanks of a certain type are on board */
  [path: `tanks.wasteWater.${string}.name`]: unknown
  /** Data should be of type number.; Pa */
  [path: `tanks.wasteWater.${string}.pressure`]: number
  /** Data should be of type number.; K */
  [path: `tanks.wasteWater.${string}.temperature`]: number
  /** The type of tank */
  [path: `tanks.wasteWater.${string}.type`]: "petrol" | "fresh water" | "greywater" | "blackwater" | "holding" | "lpg" | "diesel" | "liveWell" | "baitWell" | "ballast" | "rum"
  /** Data should be of type number.; Pa.s */
  [path: `tanks.wasteWater.${string}.viscosity`]: number
  /** URL based identity of the vessel, if available. */
  'url': unknown
  /** A unique Marinedata flavoured maritime resource identifier, assigned by the server. */
  'uuid': unknown
}
