import type { Step } from './step.ts'

/** A case of a trial in its short form. The step `build` has built what it needs. */
const trialCase = (words: string): string =>
  `node --conditions=@marinedata/source trials/runner/main.ts ${words} --quick --built`

/** What tests and trials start is built, and no step builds it again beside them. */
const built = ['build', 'programs']

/**
 * The steps of the gate. Each one judges counts and order, never a duration. A limit ends what hangs: it is several times
 * what the step takes on a quiet machine. `npm ci` runs before all of them, in `.ci/run`.
 */
export const steps: readonly Step[] = [
  {
    name: 'programs',
    sentence: 'Installs the Debian packages that are missing.',
    command: 'node tools/gate/programs.ts',
    limit: 600,
    kind: 'plain',
  },
  {
    name: 'generated',
    sentence: 'The committed OpenAPI, AsyncAPI, client and plugin protocol files are what the sources say.',
    command: 'node tools/gate/generated.ts',
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'build',
    sentence:
      'Compiles the packages and plugins, the console and the documentation site, and checks its links.',
    command: 'npm run build',
    after: ['generated'],
    limit: 900,
    kind: 'plain',
  },
  {
    name: 'check',
    sentence:
      'Types, lint, format, dead code, and the laws of the architecture, the documents and the language.',
    command: 'npm run check',
    after: ['generated'],
    limit: 900,
    kind: 'tests',
  },
  {
    name: 'unit',
    sentence: 'Tests beside the code, in one process.',
    command: 'npm run test:unit',
    after: ['generated'],
    limit: 900,
    kind: 'tests',
  },
  {
    name: 'contract',
    sentence:
      'The contract of REST, streams, access, autopilots, anchor, alerts and plugins, over real sockets.',
    command: 'node scripts/run-tests.ts contract',
    processors: 2,
    needs: built,
    limit: 1_800,
    kind: 'tests',
  },
  {
    name: 'screens',
    sentence: 'One flow of each screen of the console in a browser, each on one size.',
    command: 'node scripts/run-tests.ts screens --views short',
    processors: 2,
    needs: built,
    limit: 1_200,
    kind: 'tests',
  },
  {
    name: 'hostile',
    sentence: 'Plugins, clients, radio traffic, files and disks that attack the boat, in the short form.',
    command: 'node scripts/run-tests.ts hostile',
    processors: 2,
    needs: built,
    limit: 1_200,
    kind: 'tests',
  },
  {
    name: 'smoke',
    sentence: 'Packs all packages, installs them into an empty folder and runs the server from there.',
    command: 'bash trials/package/smoke.sh',
    needs: built,
    limit: 600,
    kind: 'plain',
  },
  {
    name: 'fleet',
    sentence: 'Boats join, send and change hands on a real NATS server.',
    command: 'node scripts/run-tests.ts fleet',
    needs: built,
    limit: 900,
    kind: 'tests',
  },
  {
    name: 'fleet-case',
    sentence: 'Forged messages of a fleet reach no other boat (trial fleet, case F8).',
    command: trialCase('fleet --only F8'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'distress-case',
    sentence: 'Every published example of a distress call is decoded (trial distress, case vectors).',
    command: trialCase('distress --only vectors'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'wires-case',
    sentence:
      'Twenty NMEA 0183 clients receive every sentence in order (trial wires, case nmea0183-clients).',
    command: trialCase('wires --only nmea0183-clients'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'history-case',
    sentence: 'A recorder that is killed loses no record (trial history, case H3).',
    command: trialCase('history --only H3'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'pilots-case',
    sentence: 'An NMEA 0183 pilot whose answers are lost, late or refusals (trial pilots, part answers).',
    command: trialCase('pilots --only nmea0183 --part answers'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'backup-case',
    sentence: 'Kills during a backup leave the old backup or the new one (trial backup, case backup-killed).',
    command: trialCase('backup --only backup-killed'),
    needs: built,
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'anchor-case',
    sentence: 'The anchor watch through a few nights of each kind (trial anchor).',
    command: trialCase('anchor --nights 4'),
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'nmea0183',
    sentence: 'Random NMEA 0183 and AIS values through encoding and decoding, and hostile lines.',
    command: trialCase('nmea0183'),
    limit: 400,
    kind: 'plain',
  },
  {
    name: 'nmea2000',
    sentence: 'The NMEA 2000 codec beside canboat, and hostile frames.',
    command: trialCase('nmea2000'),
    limit: 400,
    kind: 'plain',
  },
]
