import { createContext, type ComponentChildren, type JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { effect } from '@preact/signals'
import { useBoat, type Boat } from '#boat/boat.ts'
import { useConsole, type Console, type Urgency } from '#app/console-context.ts'
import { Alerts } from './alerts.ts'
import { crewCall } from './alert.ts'
import { TurnQuestion } from './turn-question.ts'
import { Overboard } from './overboard.ts'
import { armByFirstGesture, startSounding, Sound } from './sound.ts'
import { ConsoleClients } from './console-clients.ts'

/** The alerts, their sound on this page, and the other open consoles. */
export interface AlertParts {
  readonly alerts: Alerts
  readonly sound: Sound
  readonly consoleClients: ConsoleClients
  readonly overboard: Overboard
  /** Asks whether to turn onto the next leg. */
  readonly question: TurnQuestion
  readonly callCrew: () => Promise<void>
}

const AlertsContext = createContext<AlertParts | undefined>(undefined)

export const useAlerts = (): AlertParts => {
  const parts = useContext(AlertsContext)
  if (parts === undefined) throw new TypeError('There are no alerts around this part')
  return parts
}

/** One modal at a time: an alarm comes before a question. */
const urgencyOf = (alerts: Alerts, { pending }: TurnQuestion): Urgency | undefined => {
  if (alerts.pressing.value !== undefined && !alerts.isMinimized.value) return 'alarm'
  return pending.value === undefined ? undefined : 'question'
}

const partsOf = (boat: Boat, here: Console, station: () => string): AlertParts => {
  const alerts = new Alerts(boat)
  const sound = new Sound()
  startSounding(alerts, sound, boat)
  armByFirstGesture(sound, window)
  const consoleClients = new ConsoleClients(boat, () => ({
    name: station(),
    screen: here.router.route.value.screen,
    sound: sound.isArmed.value,
    tested: sound.isTested.value,
  }))
  const question = new TurnQuestion(boat, alerts)
  effect(() => {
    here.urgent.value = urgencyOf(alerts, question)
  })
  const callCrew = (): Promise<void> => alerts.call(crewCall(boat.session.me.peek(), station()))
  return { alerts, sound, consoleClients, overboard: new Overboard(boat), question, callCrew }
}

export interface AlertsAroundProps {
  /** Name of this page. */
  readonly station: () => string
  readonly children: ComponentChildren
}

/** Provides the alerts to every screen until the page is closed. */
export const AlertsAround = ({ station, children }: AlertsAroundProps): JSX.Element => {
  const boat = useBoat()
  const here = useConsole()
  const [parts] = useState(() => partsOf(boat, here, station))
  return <AlertsContext.Provider value={parts}>{children}</AlertsContext.Provider>
}
