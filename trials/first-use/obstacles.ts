/** The people of the review. */
export type PathName = 'boat-owner' | 'app-developer' | 'plugin-author'

interface Obstacle {
  readonly path: PathName
  /** Where it is looked for: in this trial, or in a file of the repository. */
  readonly by: string
}

const trial = 'trial'
const owner = (by: string): Obstacle => ({ path: 'boat-owner', by })
const developer = (by: string): Obstacle => ({ path: 'app-developer', by })
const author = (by: string): Obstacle => ({ path: 'plugin-author', by })

/** Every obstacle that the review lists, by its number in `docs/first-use.md`, and where it is looked for. */
export const obstacles: Readonly<Record<string, Obstacle>> = {
  '1 plugins stopped on a busy computer': owner(trial),
  '2 restart of a stopped plugin': owner('packages/server/test/plugin-quarantine.test.ts'),
  '3 backup': owner(trial),
  '4 address': owner(trial),
  '5 computer without a screen': owner(trial),
  '6 boot, upgrade, 32 bits': owner('trials/package/trial.ts'),
  '7 degrees for radians, texts for numbers': developer(trial),
  '8 TypeScript that does not start aboard': author(trial),
  '9 history': developer(trial),
  '10 alarm about a plugin': owner('packages/server/src/plugin-host/supervision/providers.test.ts'),
  '11 words for stopped plugins': owner('packages/server/test/console/devices.test.ts'),
  '12 tablet that waits twice': owner(trial),
  '13 name and limits only in a file': owner('packages/server/test/console/boat.test.ts'),
  '14 command that recovers access': owner(trial),
  '15 units on the Data screen': owner('packages/console/src/units/path-measures.test.ts'),
  '16 reason of a doubtful position': owner('plugins/anchor-watch/src/bad-fixes.test.ts'),
  '17 pairing of programs': developer(trial),
  '18 role for devices': developer('packages/server/test/console/access.test.ts'),
  '19 types and README of the client': developer(trial),
  '20 security in the OpenAPI document': developer(trial),
  '21 AsyncAPI document': developer(trial),
  '22 hint for Signal K': developer(trial),
  '23 plugin updated while the server runs': author(trial),
  '24 unknown settings': author(trial),
  '25 suite before a device is connected': author('packages/plugin-api/test/suites.test.ts'),
  '26 allowed values in errors': author('packages/model/src/faults.test.ts'),
  '27 packages from a registry': author(trial),
  'answer of the stream without a WebSocket': developer(trial),
  'answer to a delta': developer(trial),
  'one-word refusals': developer('packages/server/test/common-mistakes.test.ts'),
  'description of every plugin as a fuel gauge': author(trial),
}
