/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript for browsers, without types */
// Values as a sailor reads them. The boat speaks SI units and radians.

const degrees = (radians) => Math.round((radians * 180) / Math.PI)
const bearing = (radians) => String(((degrees(radians) % 360) + 360) % 360).padStart(3, '0')
const knots = (speed) => `${((speed * 3600) / 1852).toFixed(1)} kn`
const side = (radians) => `${radians < 0 ? 'P' : 'S'} ${Math.abs(degrees(radians))}°`

const coordinate = (value, [positive, negative], width) => {
  const minutes = Math.round(Math.abs(value) * 60_000) / 1_000
  const whole = String(Math.floor(minutes / 60)).padStart(width, '0')
  return `${whole}°${(minutes % 60).toFixed(3).padStart(6, '0')}′ ${value < 0 ? negative : positive}`
}

const place = ({ latitude, longitude }) =>
  `${coordinate(latitude, 'NS', 2)}\n${coordinate(longitude, 'EW', 3)}`

/** What the page shows, in its order: by path, its name and how it is written. */
export const shownValues = [
  { path: 'navigation.speedOverGround', name: 'Speed (SOG)', write: knots },
  {
    path: 'navigation.courseOverGroundTrue',
    name: 'Course (COG)',
    write: (angle) => `${bearing(angle)}° T`,
  },
  { path: 'navigation.headingMagnetic', name: 'Heading', write: (angle) => `${bearing(angle)}° M` },
  {
    path: 'environment.depth.belowKeel',
    name: 'Depth below keel',
    write: (depth) => `${depth.toFixed(1)} m`,
  },
  { path: 'environment.wind.angleApparent', name: 'Wind angle (AWA)', write: side },
  { path: 'environment.wind.speedApparent', name: 'Wind speed (AWS)', write: knots },
  { path: 'navigation.position', name: 'Position', write: place },
]

/** Where an autopilot wants to go: a bearing, or an angle to the wind on one side. */
export const target = (radians) => (radians < 0 ? side(radians) : `${bearing(radians)}°`)
