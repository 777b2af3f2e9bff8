import { ManualClock } from '@marinedata/core'
import type { PluginState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PluginLife, type LifeRun, type RunFault } from './plugin-life.ts'
import { StartSlots } from './supervision/start-slots.ts'

/** A process that starts, fails and ends when the test says so. */
class ScriptedProcess implements LifeRun {
  readonly number: number
  readonly over: Promise<RunFault | undefined>
  isAlive = true
  isAskedToStop = false
  readonly #begun = Promise.withResolvers<boolean>()
  readonly #over = Promise.withResolvers<RunFault | undefined>()

  constructor(number: number) {
    this.number = number
    this.over = this.#over.promise
  }

  begin(): Promise<boolean> {
    return this.#begun.promise
  }

  async stop(): Promise<void> {
    this.isAskedToStop = true
    await this.over
  }

  run(): void {
    this.#begun.resolve(true)
  }

  end(): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.#begun.resolve(false)
    this.#over.resolve(this.isAskedToStop ? undefined : { kind: 'crashed', message: 'It crashed' })
  }
}

type Request = 'start' | 'restart' | 'stop'
type Step = Request | 'begun' | 'ends' | 'waits' | 'turn'

const steps: readonly Step[] = ['start', 'restart', 'stop', 'begun', 'ends', 'waits', 'turn']
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A plugin whose processes are scripted; checks after every step that there is never more than one. */
class Trial {
  readonly clock = new ManualClock()
  readonly processes: ScriptedProcess[] = []
  readonly life: PluginLife<ScriptedProcess>
  state: PluginState = 'disabled'
  last: Request = 'stop'
  pending = 0
  readonly wrong: string[] = []

  constructor(isProvider: boolean) {
    this.life = new PluginLife<ScriptedProcess>({
      clock: this.clock,
      slots: new StartSlots(this.clock),
      isProvider: () => isProvider,
      launch: () => this.#launch(),
      entered: (state) => {
        this.state = state
      },
      ended: () => undefined,
      failed: () => undefined,
      gaveUp: () => {
        this.state = 'quarantined'
      },
      callFailed: (error) => this.wrong.push(String(error)),
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

  /** Everything goes well from here on. */
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
    if (request === 'stop' && before?.isAlive === true) this.wrong.push('stopped, and its process is there')
    if (request === 'restart' && this.processes.length === launchedBefore)
      this.wrong.push('restarted without a new process')
    if (request !== 'stop' && this.processes.length === 0) this.wrong.push('runs without a process')
  }
}

test('however requests, starts, crashes and ends interleave, the plugin ends as it was last asked to be', async () => {
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

test('a plugin that is switched on while it is being switched off runs in the end, and both requests are answered', async () => {
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

test('switching off a plugin that starts is answered, although someone switches it on at once', async () => {
  const trial = new Trial(false)
  const first = trial.life.start()
  const stopped = trial.life.stop()
  const second = trial.life.start()
  await trial.calm()
  await Promise.all([first, stopped, second])
  assert.equal(trial.state, 'running')
})

test('enabling a plugin that runs wipes out its earlier faults, so that four more do not stop it', async () => {
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
