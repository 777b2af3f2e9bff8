import type { WeatherAnswer, WeatherQuestion, WeatherSubject } from '@marinedata/model'
import type { CommandControl } from '../devices/device-kinds.ts'

/**
 * Answers one kind of question about the weather. `control.signal` is aborted when nobody waits for the answer any more.
 * @throws MarineDataError when it cannot be answered
 */
export type WeatherHandler<Subject extends WeatherSubject> = (
  question: WeatherQuestion<Subject>,
  control: CommandControl,
) => WeatherAnswer<Subject> | Promise<WeatherAnswer<Subject>>

/** Handlers of the questions that a plugin answers. The server asks no others. */
export type WeatherHandlers = { readonly [Subject in WeatherSubject]?: WeatherHandler<Subject> }
