import { ManualClock } from '@marinedata/core'
import type { PluginState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PluginLifecycle, type LifecycleRun, type RunFault } from './plugin-lifecycle.ts'
import { StartSlots } from './supervision/start-slots.ts'

/** A process that starts, fails and ends under control of the test. */
class ScriptedProcess implements LifecycleRun {
  readonly number: number
  readonly exited: Promise<RunFault | undefined>
  isAlive = true
  isAskedToStop = false
  readonly #begun = Promise.withResolvers<boolean>()
  readonly #exited = Promise.withResolvers<RunFault | undefined>()

  constructor(number: number) {
    this.number = number
    this.exited = this.#exited.promise
  }

  start(): Promise<boolean> {
    return this.#begun.promise
  }

  async stop(): Promise<void> {
    this.isAskedToStop = true
    await this.exited
  }

  run(): void {
    this.#begun.resolve(true)
  }

  end(): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.#begun.resolve(false)
    this.#exited.resolve(this.isAskedToStop ? undefined : { kind: 'crashed', message: 'It crashed' })
  }
}

type Request = 'start' | 'restart' | 'stop'
type Step = Request | 'begun' | 'ends' | 'waits' | 'turn'

const steps: readonly Step[] = ['start', 'restart', 'stop', 'begun', 'ends', 'waits', 'turn']
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A plugin with scripted processes. Checks after every step that there is at most one process. */
class Trial {
  readonly clock = new ManualClock()
  readonly processes: ScriptedProcess[] = []
  readonly life: PluginLifecycle<ScriptedProcess>
  state: PluginState = 'disabled'
  last: Request = 'stop'
  pending = 0
  readonly wrong: string[] = []

  constructor(isProvider: boolean) {
    this.life = new PluginLifecycle<ScriptedProcess>({
      clock: this.clock,
      slots: new StartSlots(this.clock),
      isProvider: () => isProvider,
      prepare: () => Promise.resolve(),
      launch: () => this.#launch(),
      onState: (state) => {
        this.state = state
      },
      onExit: () => undefined,
      onFault: () => undefined,
      onQuarantine: () => {
        this.state = 'quarantined'
      },
      onCallbackError: (error) => this.wrong.push(String(error)),
    })
  }

  get alive(): ScriptedProcess | undefined {
    return this.processes.find(({ isAlive }) => isAlive)
  }

  async take(step: Step): Promise<void> {
    if (step === 'begun') this.alive?.run()
    else if (step === 'ends') this.alive?.end()
    else if (step === 'waits') this.clock.advance(40_000)
    else if (step === 'turn') await turn()
    else this.#ask(step)
  }

  /** Lets all starts and stops succeed. */
  async calm(): Promise<void> {
    for (let turns = 0; turns < 30; turns++) {
      await turn()
      if (this.alive?.isAskedToStop === true) this.alive.end()
      else this.alive?.run()
      this.clock.advance(1_000)
    }
  }

  #launch(): ScriptedProcess {
    if (this.alive !== undefined) this.wrong.push('two processes at a time')
    const process = new ScriptedProcess(this.processes.length)
    this.processes.push(process)
    return process
  }

  #ask(request: Request): void {
    this.last = request
    this.pending++
    const launchedBefore = this.processes.length
    const before = this.alive
    this.life[request]().then(
      () => {
        this.pending--
        this.#check(request, before, launchedBefore)
      },
      () => this.pending--,
    )
  }

  #check(request: Request, before: ScriptedProcess | undefined, launchedBefore: number): void {
    if (request === 'stop' && before?.isAlive === true) this.wrong.push('stopped, but its process is alive')
    if (request === 'restart' && this.processes.length === launchedBefore)
      this.wrong.push('restarted without a new process')
    if (request !== 'stop' && this.processes.length === 0) this.wrong.push('runs without a process')
  }
}

test('reaches the last requested state for any order of requests, starts, crashes and exits', async () => {
  const order = fc.array(fc.constantFrom(...steps), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(order, fc.boolean(), async (taken, isProvider) => {
      const trial = new Trial(isProvider)
      for (const step of taken) await trial.take(step)
      await trial.calm()
      assert.deepEqual(trial.wrong, [])
      assert.equal(trial.pending, 0, 'a request was never answered')
      const isOn = trial.alive !== undefined
      if (trial.last === 'stop') assert.deepEqual([trial.state, isOn], ['disabled', false])
      else if (trial.state !== 'quarantined') assert.deepEqual([trial.state, isOn], ['running', true])
      else assert.ok(!isProvider && !isOn && trial.processes.length >= 5)
    }),
    { numRuns: 400 },
  )
})

test('runs after a start request during a stop, and resolves both requests', async () => {
  const trial = new Trial(false)
  const started = trial.life.start()
  await turn()
  trial.alive?.run()
  await started
  const stopped = trial.life.stop()
  await turn()
  const startedAgain = trial.life.start()
  trial.alive?.end()
  await stopped
  await turn()
  trial.alive?.run()
  await startedAgain
  assert.deepEqual([trial.state, trial.processes.length], ['running', 2])
})

test('resolves a stop request during a start, even when a new start follows', async () => {
  const trial = new Trial(false)
  const first = trial.life.start()
  const stopped = trial.life.stop()
  const second = trial.life.start()
  await trial.calm()
  await Promise.all([first, stopped, second])
  assert.equal(trial.state, 'running')
})

test('resets the fault count when a running plugin is started again', async () => {
  const trial = new Trial(false)
  await trial.take('start')
  await trial.calm()
  for (let fault = 1; fault <= 8; fault++) {
    if (fault === 5) await trial.take('start')
    await trial.take('ends')
    await trial.calm()
    assert.equal(trial.state, 'running', `after fault ${fault}`)
  }
})
