import type { Position, Route, RouteCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { askBoat, type Asking } from '@marinedata/testing/boats/crew'
import type { Exchange } from '@marinedata/testing/exchange'
import { tell, valueDelta } from '@marinedata/testing/stream-listener'

const api = '/marinedata/v2/api'
export const routesApi = `${api}/resources/routes`
export const waypointsApi = `${api}/resources/waypoints`
export const courseApi = `${api}/vessels/self/navigation/course`

/** The path below which the values of the course are published. */
export const coursePath = 'navigation.courseGreatCircle'
export const arrivalPath = 'notifications.navigation.course.arrival'

export const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })

/** @param ask the request below the course, the routes or the waypoints: `PUT course/destination`, `GET routes` */
export const askCourse = (url: string, ask: string, asking: Asking = {}): Promise<Exchange> => {
  const [method, path = ''] = ask.split(' ')
  const address = path
    .replace(/^routes/, routesApi)
    .replace(/^waypoints/, waypointsApi)
    .replace(/^course/, courseApi)
  return askBoat(url, `${method} ${address}`, asking)
}

/** The same for a request that must succeed. */
export const mustCourse = async <T>(url: string, ask: string, body?: unknown): Promise<T> => {
  const { status, text } = await askCourse(url, ask, { body })
  assert.equal(status, 200, `${ask}: ${text}`)
  return JSON.parse(text) as T
}

export const drawRoute = async (url: string, points: readonly Position[], name = 'Home'): Promise<Route> =>
  (await mustCourse<RouteCompleted>(url, 'POST routes', { name, points })).route

/** Publishes the position of the boat. */
export const placeBoat = (url: string, position: Position | null): Promise<void> =>
  tell(url, [valueDelta('navigation.position', position)])
