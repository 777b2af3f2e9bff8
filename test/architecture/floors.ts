/** A house whose folders stand on floors. */
export interface FloorLaw {
  /**
   * From the roof to the ground. A room may import rooms on lower floors; rooms on one floor do not import each other.
   * A room is a folder directly under `src/`, or a file there; `screens/*` is every folder in `screens/`.
   */
  readonly floors: readonly Floor[]
  /** Imports between rooms that the floors forbid. */
  readonly exceptions: readonly FloorException[]
}

export interface Floor {
  readonly name: string
  readonly rooms: readonly string[]
}

export interface FloorException {
  /** Files, relative to `src/`. */
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** The room of a file, given relative to `src/`: `alerts`, `screens/helm`, `main.tsx`. */
export function roomOf({ floors }: FloorLaw, path: string): string {
  const [first = '', second = ''] = path.split('/')
  const isGroup = floors.some(({ rooms }) => rooms.includes(`${first}/*`))
  return isGroup ? `${first}/${second}` : first
}

/** Counted from the roof; -1 for a room on no floor. */
function floorOf({ floors }: FloorLaw, room: string): number {
  const group = `${room.split('/')[0] ?? ''}/*`
  return floors.findIndex(({ rooms }) => rooms.includes(room) || rooms.includes(group))
}

/** What forbids an import between two files, given relative to `src/`. */
export function floorFault(law: FloorLaw, from: string, to: string): string | undefined {
  const [room, other] = [roomOf(law, from), roomOf(law, to)]
  if (room === other) return undefined
  const [floor, below] = [floorOf(law, room), floorOf(law, other)]
  if (floor < 0) return `${room} is on no floor`
  if (below < 0) return `${other} is on no floor`
  if (below > floor || law.exceptions.some((one) => one.from === from && one.to === to)) return undefined
  const where =
    below === floor ? 'is on the same floor' : `is above it, on the floor "${law.floors[below]?.name ?? ''}"`
  return `${room} may not import ${other}, which ${where}`
}
