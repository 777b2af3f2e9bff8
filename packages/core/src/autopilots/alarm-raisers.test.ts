import { radians, type AutopilotReport, type Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Harbour, heading, standby, steering } from '#testing/pilot-harbour.ts'

test('an alarm ends when everyone who raised it has ended it, and the most severe is published', () => {
  const harbour = new Harbour()
  harbour.add('main')
  const own: Condition = { state: 'alarm', method: ['sound'], message: 'No compass' }
  const normal: Condition = { state: 'normal', method: [], message: '' }
  const published = (): string => {
    harbour.write()
    return (harbour.latest('main', heading) as { message: string }).message
  }
  const notify = (notification: Condition): void =>
    harbour.registry.notify('main', { name: 'heading', notification })

  notify(own)
  assert.equal(published(), 'No compass')
  // A command succeeds while the server itself has raised nothing.
  harbour.registry.clearAlarm('main')
  assert.equal(published(), 'No compass')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', standby)
  assert.equal(published(), 'The autopilot stopped steering without a command')
  harbour.registry.clearAlarm('main')
  assert.equal(published(), 'No compass')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', standby)
  notify(normal)
  assert.equal(published(), 'The autopilot stopped steering without a command')
  notify({ ...own, state: 'emergency' })
  assert.equal(published(), 'No compass')
  notify(normal)
  harbour.registry.clearAlarm('main')
  assert.equal(published(), '')
})

test("a watch that ends its alarm does not end the device's alarm, and a start of its plugin forgets it", () => {
  const harbour = new Harbour()
  const wind = 'notifications.steering.autopilot.wind'
  const byWind: AutopilotReport = { state: 'enabled', mode: 'wind', target: -0.5 }
  const published = (): string => (harbour.latest('main', wind) as { message: string }).message
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      harbour.registry.report('main', byWind)
      harbour.pass(1_000)
    }
  }
  harbour.add('main')
  const own: Condition = { state: 'warn', method: ['visual'], message: 'Wind too light' }
  harbour.registry.notify('main', { name: 'wind', notification: own })
  harbour.wind = undefined
  pass(7)
  assert.equal(published(), 'There is no wind to steer by')
  harbour.wind = radians(0.5)
  pass(2)
  assert.equal(published(), 'Wind too light')
  // The raiser is unknown after a restart: the next one to end an alarm at this path ends it.
  harbour.add('main')
  harbour.wind = undefined
  pass(7)
  harbour.wind = radians(0.5)
  pass(2)
  assert.equal(published(), 'Wind steady')
})

test('an alarm of the device does not replace a more severe one from before the start', () => {
  const harbour = new Harbour()
  harbour.activeAlarms = { heading: { state: 'alarm' } }
  harbour.add('main')
  const own: Condition = { state: 'warn', method: ['visual'], message: 'Rudder far out' }
  harbour.registry.notify('main', { name: 'heading', notification: own })
  harbour.write()
  assert.equal(harbour.latest('main', heading), undefined)
  harbour.registry.clearAlarm('main')
  harbour.write()
  assert.partialDeepStrictEqual(harbour.latest('main', heading), own)
})

test('the crew is called again when the autopilot stops once more, and not when its plugin only starts again', () => {
  const harbour = new Harbour()
  const episode = (): number | undefined => {
    harbour.write()
    return (harbour.latest('main', heading) as Condition).episode
  }
  const stop = (): void => {
    harbour.registry.report('main', steering)
    harbour.registry.report('main', standby)
  }
  harbour.add('main')
  const own: Condition = { state: 'alarm', method: ['sound'], message: 'No compass' }
  const notify = (notification: Condition): void =>
    harbour.registry.notify('main', { name: 'heading', notification })
  notify(own)
  const first = episode()
  // It repeats it, and its plugin starts again.
  notify({ ...own, message: 'No compass for 10 s' })
  harbour.add('main')
  notify(own)
  assert.equal(episode(), first)
  // Its plugin counts calls itself.
  notify({ ...own, episode: 1 })
  const counted = episode()
  assert.notEqual(counted, first)
  stop()
  const stopped = episode()
  stop()
  assert.equal(new Set([first, counted, stopped, episode()]).size, 4)
})

test('after a restart of the server an alarm of the device is the same, and another stop is not', () => {
  const harbour = new Harbour()
  const wind = 'notifications.steering.autopilot.wind'
  harbour.activeAlarms = { wind: { state: 'alarm', episode: 7 }, heading: { state: 'alarm', episode: 8 } }
  harbour.add('main')
  const own: Condition = { state: 'alarm', method: ['sound'], message: 'No wind' }
  harbour.registry.notify('main', { name: 'wind', notification: own })
  harbour.registry.report('main', steering)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal((harbour.latest('main', wind) as Condition).episode, 7)
  assert.notEqual((harbour.latest('main', heading) as Condition).episode, 8)
})

test('a command that succeeds does not end an alarm of the device whose plugin has started again', () => {
  const harbour = new Harbour()
  const published = (): Condition => {
    harbour.write()
    return harbour.latest('main', heading) as Condition
  }
  harbour.add('main')
  const own: Condition = { state: 'alarm', method: ['sound'], message: 'Off course' }
  harbour.registry.notify('main', { name: 'heading', notification: own })
  const { episode } = published()
  harbour.registry.report('main', steering)
  harbour.registry.lose('provider-of-main')
  harbour.add('main')
  harbour.registry.report('main', standby)
  assert.match(published().message, /lost|stopped/)
  harbour.registry.clearAlarm('main')
  assert.deepEqual(published(), { ...own, episode })
  const ended: Condition = { state: 'normal', method: [], message: '' }
  harbour.registry.notify('main', { name: 'heading', notification: ended })
  assert.equal(published().state, 'normal')
})

test('after a restart of the server a command ends only what the server itself has raised', () => {
  const rows = [
    ['The autopilot stopped steering without a command', 'normal'],
    ['Connection to the autopilot lost while it was steering', 'normal'],
    ['Off course', 'alarm'],
    ['The boat does not hold its heading', 'alarm'],
  ] as const
  for (const [message, expected] of rows) {
    const harbour = new Harbour()
    const notification: Condition = { state: 'alarm', method: ['visual', 'sound'], message }
    harbour.activeAlarms = { heading: { state: 'alarm', notification } }
    harbour.add('main')
    harbour.registry.clearAlarm('main')
    harbour.registry.report('main', steering)
    harbour.registry.report('main', standby)
    harbour.registry.clearAlarm('main')
    harbour.write()
    assert.equal((harbour.latest('main', heading) as Condition).state, expected, message)
    // The boat holds its heading now.
    harbour.pass(1_000)
    const isOver = expected === 'normal' || message !== 'Off course'
    assert.equal((harbour.latest('main', heading) as Condition).state, isOver ? 'normal' : 'alarm', message)
  }
})
