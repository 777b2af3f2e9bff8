export interface StationClues {
  /** From the address: `?station=Cockpit`. */
  readonly asked: string | null
  /** From the settings; empty if not set. */
  readonly chosen: string
  /** The signed-in user; null in the open demo. */
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

/** Name of this station, shown as the holder of the helm: the given name, or the best guess. */
export const stationName = (clues: StationClues): string => {
  const given = clues.asked?.trim() || clues.chosen.trim()
  if (given !== '') return given.slice(0, longest)
  const device = deviceOf(clues)
  return (clues.person === null ? device : `${clues.person}, ${device}`).slice(0, longest)
}

/** The place of a station, without the name of its user. */
export const stationPlace = (station: string, person: string | null): string =>
  person !== null && station.startsWith(`${person}, `) ? station.slice(person.length + 2) : station
