import { MarineDataError } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin, type Static } from '@marinedata/plugin-api'
import { AlarmSound, type SoundEvents, type SoundOutput } from './alarm-sound.ts'
import { Loudspeaker } from './loudspeaker.ts'
import { Relay } from './relay.ts'

const hexBytes = (preset: string, description: string) =>
  Type.String({ pattern: '^(?:[0-9A-Fa-f]{2}){1,32}$', default: preset, description })

const Settings = Type.Object(
  {
    output: Type.Enum(['loudspeaker', 'relay'], {
      default: 'loudspeaker',
      description: 'what makes the sound',
    }),
    label: Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'Sounder',
      description: 'name on the screens',
    }),
    after: Type.Integer({
      minimum: 0,
      maximum: 3_600,
      default: 0,
      description: 'seconds without an answer after which it sounds; 0 at once',
    }),
    device: Type.String({
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_:,=.-]{0,63}$',
      default: 'sysdefault',
      description: 'ALSA device of the loudspeaker; `aplay -L` lists them',
    }),
    volume: Type.Number({
      minimum: 0.05,
      maximum: 1,
      default: 1,
      description: 'of the loudspeaker, up to 1',
    }),
    player: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 256,
        grants: 'read',
        description: 'a program to use instead of aplay; it gets the sound file on its standard input',
      }),
    ),
    port: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 256,
        grants: 'ports',
        description: 'serial port of the relay',
      }),
    ),
    speed: Type.Integer({
      minimum: 300,
      maximum: 921_600,
      default: 9_600,
      description: 'of that port, baud',
    }),
    on: hexBytes('A00101A2', 'bytes that switch the relay on, in hexadecimal; for LCUS-1 by default'),
    off: hexBytes('A00100A1', 'bytes that switch the relay off'),
  },
  { additionalProperties: false },
)
type Settings = Static<typeof Settings>

const outputOf =
  ({ output, device, volume, player, port, speed, on, off }: Settings) =>
  (events: SoundEvents): SoundOutput => {
    if (output === 'loudspeaker')
      return new Loudspeaker(
        { player: player === undefined ? ['aplay', '-q', '-D', device, '-t', 'wav', '-'] : [player], volume },
        events,
      )
    if (port === undefined)
      throw new MarineDataError('invalid-settings', 'Set "port" to the serial port of the relay')
    return new Relay({ port, speed, on, off }, events)
  }

const sounder = definePlugin({
  name: 'sounder',
  version: '0.1.0',
  description: 'Sounds alarms aboard: with a loudspeaker, or with a siren on a relay',
  settings: Settings,
  provides: ['alert-channel'],
  needs: ['processes', 'serial-ports', 'sound'],
  start: async (boat, settings) => {
    const { label, after } = settings
    const sound = new AlarmSound({
      to: label,
      output: outputOf(settings),
      report: (report) => {
        const { state, reason } = report
        if (state === 'failed') boat.status('error', reason ?? 'No sound')
        else boat.status('ok', 'Ready')
        channel.report(report).catch((error: unknown) => boat.log.warn((error as Error).message))
      },
    })
    const details = { label, after, sounds: true }
    const channel = await boat.registerDevice(
      { id: 'sounder', kind: 'alert-channel', details },
      (command) => {
        switch (command.name) {
          case 'call':
            return sound.begin(command.input)
          case 'quiet':
            return sound.end(command.input.id)
          default:
            throw new MarineDataError('unsupported-action', 'A sounder takes "call" and "quiet"')
        }
      },
    )
    boat.status('ok', 'Ready')
    return { stop: async () => await sound[Symbol.asyncDispose]() }
  },
})

/** Sounds alarms aboard. */
export const plugin: Plugin = sounder

if (import.meta.main) await runPlugin(plugin)
