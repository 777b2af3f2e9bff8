import { createContext, type ComponentChildren, type FunctionComponent, type JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { effect, signal, type Signal } from '@preact/signals'
import { useBoat, type Boat } from '#boat/boat.ts'
import type { FollowedTargets } from '#alerts/bands/followed-targets.ts'
import { useConsole, type Console, type Urgency } from '#page/console-context.ts'
import { Alerts } from './alerts.ts'
import { crewCall, type ShownAlert } from './alert.ts'
import { TurnQuestion } from './turn-question.ts'
import { Overboard } from './overboard.ts'
import { armByFirstGesture, startSounding, Sound } from './sound.ts'
import { ConsoleClients } from './console-clients.ts'

/** The views of alarms, which are loaded after the first load or at the first alarm. */
export interface AlarmViews {
  readonly Takeover: FunctionComponent<{ readonly alert: ShownAlert }>
  readonly AlarmBand: FunctionComponent<{ readonly isFolded: boolean }>
  readonly targets: FollowedTargets
}

/** The alerts, their sound on this page, and the other open consoles. */
export interface AlertParts {
  readonly alerts: Alerts
  /** Undefined until loaded: then alarms are shown as a bar. */
  readonly views: Signal<AlarmViews | undefined>
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
const urgencyOf = ({
  alerts,
  views,
  question,
}: Pick<AlertParts, 'alerts' | 'views' | 'question'>): Urgency | undefined => {
  if (alerts.takeover.value !== undefined && views.value !== undefined) return 'alarm'
  return question.pending.value === undefined ? undefined : 'question'
}

const partsOf = (boat: Boat, here: Console, station: () => string): AlertParts => {
  const alerts = new Alerts(boat, { isUnattended: here.isKiosk })
  const views = signal<AlarmViews | undefined>(undefined)
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
    here.urgent.value = urgencyOf({ alerts, views, question })
  })
  const callCrew = (): Promise<void> => alerts.call(crewCall(boat.session.me.peek(), station()))
  // An unattended display where somebody has pressed MOB is attended: it keeps its screen.
  const overboard = new Overboard(boat, ({ id }) => alerts.minimize({ id, priority: 'emergency' }))
  return { alerts, views, sound, consoleClients, overboard, question, callCrew }
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
