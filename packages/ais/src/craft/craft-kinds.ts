/** Tables of ITU-R M.1371. A number that is not listed has no meaning. */
export interface Kind {
  readonly id: number
  readonly name: string
}

/** Spelled as existing apps expect them. */
const statesByNumber: ReadonlyMap<number, string> = new Map([
  [0, 'motoring'],
  [1, 'anchored'],
  [2, 'not under command'],
  [3, 'restricted manouverability'],
  [4, 'constrained by draft'],
  [5, 'moored'],
  [6, 'aground'],
  [7, 'fishing'],
  [8, 'sailing'],
  [9, 'hazardous material high speed'],
  [10, 'hazardous material wing in ground'],
  [14, 'ais-sart'],
])

const numbersByState: ReadonlyMap<string, number> = new Map(
  [...statesByNumber].map(([number, state]) => [state, number]),
)

/** The value of `navigation.state`; undefined for a number without a meaning. */
export const stateOf = (number: number): string | undefined => statesByNumber.get(number)

export const stateNumberOf = (state: string): number | undefined => numbersByState.get(state)

const shipNames: ReadonlyMap<number, string> = new Map([
  [30, 'Fishing'],
  [31, 'Towing'],
  [32, 'Towing, long or wide'],
  [33, 'Dredging or underwater operations'],
  [34, 'Diving'],
  [35, 'Military'],
  [36, 'Sailing'],
  [37, 'Pleasure craft'],
  [50, 'Pilot vessel'],
  [51, 'Search and rescue vessel'],
  [52, 'Tug'],
  [53, 'Port tender'],
  [54, 'Anti-pollution vessel'],
  [55, 'Law enforcement'],
  [58, 'Medical transport'],
  [59, 'Ship of a state not at war'],
])

/** Types whose second digit describes the cargo. */
const shipNamesByTen: ReadonlyMap<number, string> = new Map([
  [2, 'Wing in ground'],
  [4, 'High-speed craft'],
  [6, 'Passenger ship'],
  [7, 'Cargo ship'],
  [8, 'Tanker'],
  [9, 'Other'],
])

const markNames: ReadonlyMap<number, string> = new Map([
  [1, 'Reference Point'],
  [2, 'RACON'],
  [3, 'Fixed Structure'],
  [4, 'Emergency Wreck Mark'],
  [5, 'Light'],
  [6, 'Light with Sectors'],
  [7, 'Leading Light Front'],
  [8, 'Leading Light Rear'],
  [9, 'Beacon, Cardinal N'],
  [10, 'Beacon, Cardinal E'],
  [11, 'Beacon, Cardinal S'],
  [12, 'Beacon, Cardinal W'],
  [13, 'Beacon, Port Hand'],
  [14, 'Beacon, Starboard Hand'],
  [15, 'Beacon, Preferred Channel Port Hand'],
  [16, 'Beacon, Preferred Channel Starboard Hand'],
  [17, 'Beacon, Isolated Danger'],
  [18, 'Beacon, Safe Water'],
  [19, 'Beacon, Special Mark'],
  [20, 'Cardinal Mark N'],
  [21, 'Cardinal Mark E'],
  [22, 'Cardinal Mark S'],
  [23, 'Cardinal Mark W'],
  [24, 'Port Hand Mark'],
  [25, 'Starboard Hand Mark'],
  [26, 'Preferred Channel Port Hand'],
  [27, 'Preferred Channel Starboard Hand'],
  [28, 'Isolated Danger'],
  [29, 'Safe Water'],
  [30, 'Special Mark'],
  [31, 'Light Vessel, Buoy or Rig'],
])

const kindOf = (id: number, name: string | undefined): Kind | undefined =>
  name === undefined ? undefined : { id, name }

/** A type of ship, as `design.aisShipType` has it. */
export const shipKind = (id: number): Kind | undefined =>
  kindOf(id, shipNames.get(id) ?? shipNamesByTen.get(Math.trunc(id / 10)))

/** A type of aid to navigation, as `atonType` has it. */
export const markKind = (id: number): Kind | undefined => kindOf(id, markNames.get(id))
