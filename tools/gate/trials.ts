/** A command that tries more than the gate has time for. Each runs every night in a job of its own. */
export interface Trial {
  readonly name: string
  /** One sentence, for `--list`. */
  readonly sentence: string
  readonly command: string
}

/** Everything beyond the gate. `trials/README.md` says which step of the gate has its short case. */
export const trials: readonly Trial[] = [
  {
    name: 'journeys',
    sentence:
      'All tests over real sockets, with the conformance suites, the planted faults and damaged files.',
    command: 'npm run test:journeys',
  },
  { name: 'console', sentence: 'Every flow of the console on three sizes.', command: 'npm run test:console' },
  {
    name: 'hostile',
    sentence: 'The attacks in their long form.',
    command: 'MEASURED=full npm run test:hostile',
  },
  {
    name: 'hostile-files',
    sentence: 'Hundreds of generated manifests, charts and archives.',
    command: 'npm run trial:hostile-files',
  },
  {
    name: 'kills',
    sentence: 'Servers, stores and anchor watches killed at random moments.',
    command: 'MEASURED=full npm run test:kills',
  },
  {
    name: 'properties',
    sentence: 'All cases of the property tests.',
    command: 'MEASURED=full npm run test:properties',
  },
  {
    name: 'measured',
    sentence: 'Times beside a control in the same run.',
    command: 'npm run test:measured:short',
  },
  {
    name: 'bench',
    sentence: 'Every workload of the benchmark once.',
    command: 'npm run build && npm run bench:check',
  },
  {
    name: 'soak',
    sentence: 'Clients and vessels come and go for 25 minutes, and the heap stays level.',
    command: 'npm run soak -- --minutes 25',
  },
  {
    name: 'wires',
    sentence: 'Gateways, buses and clients with the real server.',
    command: 'npm run soak:wires -- --quick',
  },
  {
    name: 'history',
    sentence: 'Codec, kills, torn journals, answers, budget and faults of the disk.',
    command: 'npm run soak:history -- --quick',
  },
  {
    name: 'pilots',
    sentence: 'Simulated pilots through every gateway.',
    command: 'npm run trial:pilots -- --quick',
  },
  {
    name: 'distress',
    sentence: 'Beacons and distress calls from the wire to the alert.',
    command: 'npm run distress -- --quick',
  },
  {
    name: 'backup',
    sentence: 'A backup under load, restored elsewhere, and kills of both.',
    command: 'npm run trial:backup -- --quick',
  },
  {
    name: 'anchor-score',
    sentence: 'The anchor watch beside simple rules through the same nights.',
    command: 'npm run score:anchor -- --quick',
  },
  {
    name: 'oracle-nmea0183',
    sentence: 'NMEA 0183 and AIS with more lines, and beside the peer.',
    command: 'npm run oracle:nmea0183',
  },
  {
    name: 'oracle-nmea2000',
    sentence: 'The NMEA 2000 codec with more frames, and beside the peer.',
    command: 'npm run oracle:nmea2000',
  },
  {
    name: 'fleet',
    sentence: 'Boats, gateways, writer and reader of a fleet on real NATS servers.',
    command: 'npm run test:fleet && npm run fleet:trial -- --quick',
  },
  { name: 'signalk', sentence: 'Apps from npm, unmodified, in a browser.', command: 'npm run family' },
  {
    name: 'client',
    sentence: 'The packed client with two compilers, and in Node, Deno and Bun.',
    command: 'npm run build && npm run trial:client',
  },
  {
    name: 'first-use',
    sentence: 'An author, a developer and an owner follow the guides with packed packages.',
    command: 'npm run build && npm run trial:first-use',
  },
  {
    name: 'plugin-guide',
    sentence: 'The steps of docs/plugins.md with packed packages.',
    command: 'npm run build && npm run plugin-guide',
  },
  {
    name: 'package',
    sentence: 'The Debian package under systemd, the image, the npm packages and the bill of materials.',
    command: 'npm run build && npm run sbom && npm run trial:package',
  },
  {
    name: 'documents',
    sentence: 'The interface documents by Redocly and the parser of AsyncAPI.',
    command: 'npm run lint:openapi && npm run lint:asyncapi',
  },
  {
    name: 'node-red',
    sentence: 'The flow of examples/node-red against a server.',
    command: 'npm run test:node-red',
  },
]
