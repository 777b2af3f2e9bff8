export interface StationClues {
  /** What the address says: `?station=Cockpit`. */
  readonly asked: string | null
  /** What was chosen in the settings; empty when nothing was. */
  readonly chosen: string
  /** Who is signed in; null in an open demonstration. */
  readonly person: string | null
  /** The shorter and the longer side of the screen. */
  readonly short: number
  readonly long: number
  readonly isTouch: boolean
}

const longest = 64

const deviceOf = ({ short, long, isTouch }: StationClues): string => {
  if (short < 600) return 'Phone'
  return isTouch && long < 1_200 ? 'Tablet' : 'Plotter'
}

/** What others read as the holder of the helm: the name that was given, or the best guess. */
export const stationName = (clues: StationClues): string => {
  const given = clues.asked?.trim() || clues.chosen.trim()
  if (given !== '') return given.slice(0, longest)
  const device = deviceOf(clues)
  return (clues.person === null ? device : `${clues.person}, ${device}`).slice(0, longest)
}

/** Where a station is, without whoever sits at it. */
export const stationPlace = (station: string, person: string | null): string =>
  person !== null && station.startsWith(`${person}, `) ? station.slice(person.length + 2) : station
