import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AisTrial, assertSays, classA, decoded, nothingKnown, sent } from '#testing/ais-trial.ts'
import { aisPaths } from './ais-decoder.ts'
import { withChecksum } from './checksum.ts'

interface Known {
  readonly title: string
  readonly lines: readonly string[]
  readonly context: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Messages received in practice, with the values that other decoders give. */
const known: readonly Known[] = [
  {
    title: '1: a moored ship',
    lines: ['!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C'],
    context: 'vessels.urn:mrn:imo:mmsi:477553000',
    values: {
      mmsi: '477553000',
      'sensors.ais.class': 'A',
      'navigation.state': 'moored',
      'navigation.rateOfTurn': 0,
      'navigation.speedOverGround': 0,
      'navigation.position': { latitude: 47.58283333333333, longitude: -122.34583333333333 },
      'navigation.courseOverGroundTrue': 0.890117918517108,
      'navigation.headingTrue': 3.159045946109736,
    },
  },
  {
    title: '1: a ship turning to port',
    lines: ['!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24'],
    context: 'vessels.urn:mrn:imo:mmsi:265547250',
    values: {
      mmsi: '265547250',
      'sensors.ais.class': 'A',
      'navigation.state': 'motoring',
      'navigation.rateOfTurn': -0.0008310613444880865,
      'navigation.speedOverGround': 7.150777777777778,
      'navigation.position': { latitude: 57.66035333333333, longitude: 11.832976666666667 },
      'navigation.courseOverGroundTrue': 0.7051130178057091,
      'navigation.headingTrue': 0.715584993317675,
    },
  },
  {
    title: '1: a ship turning at an unknown rate',
    lines: ['!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'],
    context: 'vessels.urn:mrn:imo:mmsi:371798000',
    values: {
      mmsi: '371798000',
      'sensors.ais.class': 'A',
      'navigation.state': 'motoring',
      'navigation.speedOverGround': 6.327666666666667,
      'navigation.position': { latitude: 48.38163333333333, longitude: -123.39538333333333 },
      'navigation.courseOverGroundTrue': 3.9095375244672983,
      'navigation.headingTrue': 3.752457891787808,
    },
  },
  {
    title: '2: a ship under way',
    lines: ['!AIVDM,1,1,,B,25Cjtd0Oj;Jp7ilG7=UkKBoB0<06,0*60'],
    context: 'vessels.urn:mrn:imo:mmsi:356302000',
    values: {
      mmsi: '356302000',
      'sensors.ais.class': 'A',
      'navigation.state': 'motoring',
      'navigation.speedOverGround': 7.150777777777778,
      'navigation.position': { latitude: 40.39235833333333, longitude: -71.62614333333333 },
      'navigation.courseOverGroundTrue': 1.530653753999027,
      'navigation.headingTrue': 1.5882496193148399,
    },
  },
  {
    title: '3: a ship at berth',
    lines: ['!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40'],
    context: 'vessels.urn:mrn:imo:mmsi:563808000',
    values: {
      mmsi: '563808000',
      'sensors.ais.class': 'A',
      'navigation.state': 'moored',
      'navigation.rateOfTurn': 0,
      'navigation.speedOverGround': 0,
      'navigation.position': { latitude: 36.91, longitude: -76.3275333333333 },
      'navigation.courseOverGroundTrue': 4.39822971502571,
      'navigation.headingTrue': 6.14355896702004,
    },
  },
  {
    title: '4: a coast station',
    lines: ['!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D'],
    context: 'aton.urn:mrn:imo:mmsi:003669702',
    values: {
      mmsi: '003669702',
      'navigation.position': { latitude: 36.883766666666666, longitude: -76.35236166666667 },
    },
  },
  {
    title: '5: static data of a ship, in two parts',
    lines: [
      '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
      '!AIVDM,2,2,3,B,1@0000000000000,2*55',
    ],
    context: 'vessels.urn:mrn:imo:mmsi:369190000',
    values: {
      mmsi: '369190000',
      name: 'MT.MITCHELL',
      'communication.callsignVhf': 'WDA9674',
      'sensors.ais.class': 'A',
      'design.aisShipType': { id: 99, name: 'Other' },
      'design.length': { overall: 180 },
      'design.beam': 20,
      'design.draft': { current: 6 },
      'navigation.destination.commonName': 'SEATTLE',
    },
  },
  {
    title: '5: static data of a cargo ship',
    lines: [
      '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
      '!AIVDM,2,2,1,A,88888888880,2*25',
    ],
    context: 'vessels.urn:mrn:imo:mmsi:351759000',
    values: {
      mmsi: '351759000',
      name: 'EVER DIADEM',
      'communication.callsignVhf': '3FOF8',
      'sensors.ais.class': 'A',
      'design.aisShipType': { id: 70, name: 'Cargo ship' },
      'design.length': { overall: 295 },
      'design.beam': 32,
      'design.draft': { current: 12.2 },
      'navigation.destination.commonName': 'NEW YORK',
    },
  },
  {
    title: '9: a rescue aircraft',
    lines: ['!AIVDM,1,1,,B,91b55wi;hbOS@OdQAC062Ch2089h,0*30'],
    context: 'aircraft.urn:mrn:imo:mmsi:111232511',
    values: {
      mmsi: '111232511',
      'navigation.speedOverGround': 21.606666666666666,
      'navigation.position': { latitude: 58.144, longitude: -6.2788433333333336, altitude: 303 },
      'navigation.courseOverGroundTrue': 2.6965336943312392,
    },
  },
  {
    title: '14: a safety text',
    lines: ['!AIVDM,1,1,,A,>5?Per18=HB1U:1@E=B0m<L,2*51'],
    context: 'vessels.urn:mrn:imo:mmsi:351809000',
    values: { mmsi: '351809000', 'communication.safetyText': { text: 'RCVD YR TEST MSG' } },
  },
  {
    title: '18: a yacht without a heading',
    lines: ['!AIVDM,1,1,,B,B5O6hr00<veEKmUaMFdEow`UWP06,0*4F'],
    context: 'vessels.urn:mrn:imo:mmsi:368161000',
    values: {
      mmsi: '368161000',
      'sensors.ais.class': 'B',
      'navigation.speedOverGround': 2.6236666666666664,
      'navigation.position': { latitude: 39.480925, longitude: -72.23384833333333 },
      'navigation.courseOverGroundTrue': 0.609119908946021,
    },
  },
  {
    title: '19: position and static data of a class B vessel',
    lines: ['!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B'],
    context: 'vessels.urn:mrn:imo:mmsi:367059850',
    values: {
      mmsi: '367059850',
      name: 'CAPT.J.RIMES',
      'sensors.ais.class': 'B',
      'design.aisShipType': { id: 70, name: 'Cargo ship' },
      'design.length': { overall: 26 },
      'design.beam': 8,
      'navigation.speedOverGround': 4.475666666666666,
      'navigation.position': { latitude: 29.543695, longitude: -88.81039166666666 },
      'navigation.courseOverGroundTrue': 5.862560957448952,
    },
  },
  {
    title: '21: a buoy',
    lines: ['!AIVDM,1,1,,B,E>lt;KLab21@1bb@I@@@@@@@@@@D8k2tnmvs000003v0@,2*52'],
    context: 'aton.urn:mrn:imo:mmsi:995036013',
    values: {
      mmsi: '995036013',
      name: 'STDB CUT 2',
      atonType: { id: 25, name: 'Starboard Hand Mark' },
      'navigation.position': { latitude: -32.004333333333335, longitude: 115.69183333333334 },
    },
  },
  {
    title: '24: the name of a small boat',
    lines: ['!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D'],
    context: 'vessels.urn:mrn:imo:mmsi:271041815',
    values: { mmsi: '271041815', name: 'PROGUY', 'sensors.ais.class': 'B' },
  },
  {
    title: '24: size of a small boat',
    lines: ['!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40'],
    context: 'vessels.urn:mrn:imo:mmsi:271041815',
    values: {
      mmsi: '271041815',
      'communication.callsignVhf': 'TC6163',
      'sensors.ais.class': 'B',
      'design.aisShipType': { id: 60, name: 'Passenger ship' },
      'design.length': { overall: 15 },
      'design.beam': 5,
    },
  },
  {
    title: '27: a ship received over long range',
    lines: ['!AIVDM,1,1,,B,KC5E2b@U19PFdLbMuc5=ROv62<7m,0*16'],
    context: 'vessels.urn:mrn:imo:mmsi:206914217',
    values: {
      mmsi: '206914217',
      'navigation.state': 'not under command',
      'navigation.position': { latitude: 4.84, longitude: 137.02333333333334 },
      'navigation.speedOverGround': 29.323333333333334,
      'navigation.courseOverGroundTrue': 2.9146998508305306,
    },
  },
]

for (const { title, lines, context, values } of known)
  test(`type ${title}`, () => {
    const reports = decoded(...lines)
    assertSays(reports, values)
    assert.equal(reports[0]?.context, context)
    for (const path of Object.keys(values)) assert.ok(aisPaths.includes(path), `${path} is not declared`)
  })

/** None of these has a value, and none of it is an error. */
const assertUnknown = (...lines: readonly string[]): void => {
  const trial = new AisTrial()
  for (const line of lines) assert.deepEqual(trial.hear(line), [])
  assert.equal(trial.tally.refused, 0)
}

test('publishes no unknown values, and counts none as refused', () => {
  assertUnknown(classA({}))
  assertSays(decoded(classA({ speed: 0 })), {
    mmsi: '230012345',
    'sensors.ais.class': 'A',
    'navigation.speedOverGround': 0,
  })
})

test('a speed or rate of turn "or more" is not a number', () => {
  assertUnknown(classA({ speed: 1_022 }), classA({ rateOfTurn: 127 }), classA({ rateOfTurn: -127 }))
})

test('ignores half a position', () => {
  const { longitude, latitude } = nothingKnown
  assertUnknown(classA({ longitude, latitude: 36_000_000 }), classA({ longitude: 6_000_000, latitude }))
})

test('publishes the altitude of an aircraft when it is known', () => {
  const aircraft = (altitude: number, speed: number): string =>
    sent([
      [9, 6],
      [0, 2],
      [111_232_511, 30],
      [altitude, 12],
      [speed, 10],
      [0, 1],
      [0, 28],
      [0, 27],
      [3_600, 12],
      [0, 40],
    ])
  for (const altitude of [4_094, 4_095])
    assertSays(decoded(aircraft(altitude, 1_022)), {
      mmsi: '111232511',
      'navigation.position': { latitude: 0, longitude: 0 },
    })
  assertSays(decoded(aircraft(0, 1_000)), {
    mmsi: '111232511',
    'navigation.position': { latitude: 0, longitude: 0, altitude: 0 },
    'navigation.speedOverGround': 514.4444444444445,
  })
})

test('a long-range message may have no values', () => {
  assertUnknown(
    sent([
      [27, 6],
      [0, 2],
      [230_012_345, 30],
      [0, 2],
      [15, 4],
      [181 * 600, 18],
      [91 * 600, 17],
      [63, 6],
      [511, 9],
      [0, 2],
    ]),
  )
})

test('refuses and counts impossible values', () => {
  const trial = new AisTrial()
  for (const report of [
    { course: 3_601 },
    { heading: 360 },
    { heading: 510 },
    { longitude: 180 * 600_000 + 1, latitude: 0 },
    { longitude: 0, latitude: -90 * 600_000 - 1 },
    { mmsi: 1_000_000_000 },
  ])
    assert.deepEqual(trial.hear(classA(report)), [])
  assert.equal(trial.tally.refused, 6)
})

test('identifies distress beacons by their MMSI', () => {
  for (const [prefix, name] of [
    [970, 'SART'],
    [972, 'MOB'],
    [974, 'EPIRB'],
  ] as const) {
    const reports = decoded(
      classA({ mmsi: prefix * 1_000_000 + 123_456, state: 14, longitude: 0, latitude: 0 }),
    )
    assert.equal(reports[0]?.context, `sar.urn:mrn:imo:mmsi:${prefix}123456`)
    assertSays(reports, {
      mmsi: `${prefix}123456`,
      name,
      'navigation.state': 'ais-sart',
      'navigation.position': { latitude: 0, longitude: 0 },
    })
  }
})

test('reports a beacon under test; a ship without a state has none', () => {
  const [beacon] = decoded(classA({ mmsi: 970_123_456, state: 15, longitude: 0, latitude: 0 }))
  assert.equal(beacon?.values['navigation.state'], 'default')
  const [ship] = decoded(classA({ state: 15, longitude: 0, latitude: 0 }))
  assert.ok(ship !== undefined && !('navigation.state' in ship.values))
})

test('reports a virtual or off-position aid to navigation', () => {
  const flagged = (second: number, isOff: number, isVirtual: number) =>
    decoded(
      sent([
        [21, 6],
        [0, 2],
        [992_351_042, 30],
        [23, 5],
        ...Array.from({ length: 20 }, () => [0, 6] as const),
        [0, 1],
        [0, 28],
        [0, 27],
        [0, 34],
        [second, 6],
        [isOff, 1],
        [0, 9],
        [isVirtual, 1],
        [0, 2],
      ]),
    )[0]?.values
  assert.deepEqual([flagged(30, 1, 0)?.['offPosition'], flagged(30, 1, 0)?.['virtual']], [true, false])
  assert.deepEqual([flagged(30, 0, 1)?.['offPosition'], flagged(30, 0, 1)?.['virtual']], [false, true])
  assert.equal(flagged(60, 1, 0)?.['offPosition'], undefined)
})

test('treats tenders and unusual MMSI numbers as vessels', () => {
  for (const mmsi of ['982301234', '812345678', '912345678', '023012345']) {
    const [report] = decoded(classA({ mmsi: Number(mmsi), speed: 50 }))
    assert.equal(report?.context, `vessels.urn:mrn:imo:mmsi:${mmsi}`)
    assert.equal(report.values['mmsi'], mmsi)
  }
})

test('refuses a message type that contradicts the MMSI of its sender', () => {
  const trial = new AisTrial()
  const contradictions = [
    // A buoy's message with an aircraft's MMSI, in two parts; a ship's message with those of a buoy and of a coast
    // station.
    '!AIVDM,2,1,5,B,E1mg=5J1T4W0h97aRh6ba84<h2d;W:Te=eLvH50```q,0*46',
    '!AIVDM,2,2,5,B,:D44QDlp0C1DU00,2*36',
    classA({ mmsi: 992_351_042, speed: 50 }),
    classA({ mmsi: 2_301_234, speed: 50 }),
    classA({ type: 9, speed: 50 }),
  ]
  for (const line of contradictions) assert.deepEqual(trial.hear(line), [])
  assert.equal(trial.tally.refused, 4)
})

test('reads the name extension of an aid to navigation', () => {
  const letters = 'CHINA ROSE MURPHY EX'.split('').map((letter) => [letter.charCodeAt(0) % 64, 6] as const)
  const more = 'PRESS ALERT'.split('').map((letter) => [letter.charCodeAt(0) % 64, 6] as const)
  const [report] = decoded(
    sent([
      [21, 6],
      [0, 2],
      [992_351_042, 30],
      [23, 5],
      ...letters,
      [0, 1],
      [0, 28],
      [0, 27],
      [0, 53],
      ...more,
    ]),
  )
  assert.equal(report?.values['name'], 'CHINA ROSE MURPHY EXPRESS ALERT')
  assert.deepEqual(report.values['atonType'], { id: 23, name: 'Cardinal Mark W' })
})

test('reads the mother ship of a tender from the size field', () => {
  const particulars = (mmsi: number): string =>
    sent([
      [24, 6],
      [0, 2],
      [mmsi, 30],
      [1, 2],
      [37, 8],
      [0, 42],
      [0, 42],
      [5, 9],
      [6, 9],
      [2, 6],
      [1, 6],
      [0, 6],
    ])
  assert.ok('design.length' in decoded(particulars(230_012_345))[0]!.values)
  assert.deepEqual(Object.keys(decoded(particulars(982_301_234))[0]!.values).toSorted(), [
    'design.aisShipType',
    'mmsi',
    'sensors.ais.class',
  ])
})

test('publishes no size or draft that is unknown or "or more"', () => {
  const size = (bow: number, stern: number, port: number): Record<string, unknown> | undefined =>
    decoded(
      sent([
        [24, 6],
        [0, 2],
        [230_012_345, 30],
        [1, 2],
        [37, 8],
        [0, 84],
        [bow, 9],
        [stern, 9],
        [port, 6],
        [0, 6],
        [0, 6],
      ]),
    )[0]?.values
  assert.ok(!('design.length' in size(0, 0, 0)!))
  assert.ok(!('design.beam' in size(0, 0, 0)!))
  assert.ok(!('design.length' in size(511, 10, 3)!))
  assert.ok(!('design.beam' in size(100, 10, 63)!))
  const draft = (raw: number): unknown => {
    const trial = new AisTrial()
    const [report] = trial.hear(
      sent([
        [5, 6],
        [0, 2],
        [230_012_345, 30],
        [0, 194],
        [70, 8],
        [0, 54],
        [raw, 8],
        [0, 122],
      ]),
    )
    assert.equal(trial.tally.refused, 0)
    return report?.values['design.draft']
  }
  assert.deepEqual([0, 1, 254, 255].map(draft), [undefined, { current: 0.1 }, { current: 25.4 }, undefined])
})

test('refuses a truncated message', () => {
  const trial = new AisTrial()
  // One with its last five bits missing, and one with most of it missing.
  for (const body of ['AIVDM,1,1,,A,13aIkM@P00PJ@qPNL=e@0?wJ28JO,5', 'AIVDM,1,1,,A,13aIkM@P00PJ@q,0'])
    assert.deepEqual(trial.hear(withChecksum(body, '!')), [])
  assert.equal(trial.tally.refused, 2)
})

test('ignores unsupported message types', () => {
  const trial = new AisTrial()
  assert.deepEqual(trial.hear('!AIVDM,1,1,,B,6B?n;be:cbapalgc;i6?Ow4,2*4A'), [])
  assert.equal(trial.tally.refused, 0)
})

test('counts messages of the own transponder and publishes none', () => {
  const trial = new AisTrial()
  assert.deepEqual(trial.hear('!AIVDO,1,1,,A,B5NJ;PP2aUl4ot5Isbl6GwsUkP06,0*35'), [])
  assert.equal(trial.decoder.ownReports, 1)
})

test('counts messages with the own MMSI and does not move the own vessel', () => {
  const trial = new AisTrial({ ownMmsi: '477553000' })
  assert.deepEqual(trial.hear('!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C'), [])
  assert.equal(trial.decoder.ownMmsiReceived, 1)
  const position = { latitude: 47.58283333333333, longitude: -122.34583333333333 }
  assert.deepEqual(trial.decoder.takeOwnMmsiPosition(), position)
  assert.equal(trial.decoder.takeOwnMmsiPosition(), undefined)
  assert.equal(trial.hear('!AIVDM,1,1,,B,25Cjtd0Oj;Jp7ilG7=UkKBoB0<06,0*60').length, 1)
  assert.equal(trial.decoder.ownMmsiReceived, 1)
})
