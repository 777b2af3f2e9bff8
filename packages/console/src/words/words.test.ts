import assert from 'node:assert/strict'
import { test, after } from 'node:test'
import { loadDictionary, type Dictionary } from './dictionaries.ts'
import enScreens from './en-screens.json' with { type: 'json' }
import first from './en.json' with { type: 'json' }
import { t as tOfScreens } from './screen-words.ts'
import {
  dateText,
  languageOf,
  languages,
  momentText,
  setLanguage,
  setTimeFormat,
  t,
  timeOfDay,
} from './words.ts'

const en: Dictionary = { ...first, ...enScreens }
const translations = languages.filter((language) => language !== 'en')

/** Texts that are the same in English: abbreviations of instruments, names, and words that both languages have. */
const sameEverywhere = [
  'shell.simulated',
  'shell.replayed',
  'age.minutes',
  'helm.standby',
  'helm.mode.gps',
  'helm.understood',
  'helm.hdg',
  'alerts.mob',
  'chart.standby',
  'chart.eta',
  'chart.cpa',
  'chart.tcpa',
  'data.hertz',
  'settings.clock.utc',
  'path.awa',
  'path.aws',
  'path.cog',
  'path.cogMagnetic',
  'path.headingMagnetic',
  'path.headingTrue',
  'path.sog',
  'path.stw',
  'path.twa',
  'path.twd',
  'path.twdMagnetic',
  'path.tws',
  'path.vmc',
  'path.vmg',
  'path.xte',
  'boat.mmsi',
  'devices.title.nmea0183',
  'devices.title.nmea2000',
  'devices.title.pilot-pypilot',
]
const sameAsEnglish: Readonly<Record<(typeof translations)[number], readonly string[]>> = {
  de: [
    'link.ashore',
    'helm.pilot',
    'helm.offline',
    'helm.mode.wind',
    'helm.mode.route',
    'alerts.priority.alarm',
    'alerts.title.alarm',
    'alerts.wind',
    'anchor.circle.radius',
    'chart.hoursAndMinutes',
    'chart.toRoute',
    'chart.routeNumber',
    'chart.navStatus',
    'chart.weatherWind',
    'devices.cpu',
    'devices.memory',
    'devices.bus.label',
    'devices.bus.software',
    'data.filter',
    'instruments.kind.text',
    'instruments.group.wind',
    'instruments.group.position',
    'instruments.zone.alarm',
    'sailing.tide',
    'boat.name',
    'access.roleName.crew',
    'devices.kind.autopilot',
    'logbook.kind.alarm-raised',
    'logbook.wind',
    'fleet.position',
    'fleet.token',
    'fleet.sent',
  ],
  fr: [
    'more.guide',
    'screen.instruments',
    'helm.mode.route',
    'helm.modes',
    'alerts.silence',
    'alerts.silenceNow',
    'alerts.silenceShort',
    'anchor.label.distance',
    'anchor.distance',
    'chart.waypoint',
    'chart.waypoints',
    'chart.waypointNumber',
    'chart.hoursAndMinutes',
    'chart.toRoute',
    'chart.leg',
    'chart.routeNumber',
    'chart.routeLength',
    'chart.sailed',
    'chart.distance',
    'chart.shipType',
    'chart.destination',
    'chart.laylines',
    'devices.input.client',
    'devices.input.clients',
    'devices.bus.instance',
    'devices.bus.source',
    'data.pause',
    'data.source',
    'settings.measure.distance',
    'keys.silence',
    'instruments.pages',
    'instruments.preset.batteries',
    'instruments.pageNumber',
    'path.airTemperature',
    'path.charge',
    'instruments.group.position',
    'path.latitude',
    'path.longitude',
    'logbook.distance',
    'logbook.note',
    'history.pause',
    'chart.anchorDistance',
    'fleet.position',
    'fleet.tariff.satellite',
    'fleet.tariff.wifi',
  ],
  es: [
    'anchor.label.distance',
    'chart.waypoint',
    'chart.waypoints',
    'chart.waypointNumber',
    'chart.hoursAndMinutes',
    'chart.laylines',
    'devices.cpu',
    'devices.memory',
    'devices.bus.label',
    'devices.bus.software',
    'settings.clock.local',
    'settings.awake.off',
    'instruments.preset.motor',
    'path.polar',
    'fleet.token',
    'fleet.sent',
    'fleet.tariff.wifi',
  ],
  nl: [
    'link.ashore',
    'helm.offline',
    'helm.mode.wind',
    'helm.mode.route',
    'alerts.priority.alarm',
    'alerts.title.alarm',
    'alerts.wind',
    'chart.waypoint',
    'chart.waypoints',
    'chart.weatherWind',
    'chart.waypointNumber',
    'chart.toRoute',
    'chart.routeNumber',
    'chart.shipType',
    'chart.navStatus',
    'chart.laylines',
    'devices.cpu',
    'devices.memory',
    'devices.input.speed',
    'devices.input.client',
    'devices.input.clients',
    'devices.bus.label',
    'devices.bus.software',
    'instruments.zone.alarm',
    'path.barometer',
    'path.log',
    'path.trim',
    'instruments.group.wind',
    'path.waterTemperature',
    'logbook.kind.alarm-raised',
    'logbook.wind',
    'devices.title.recorder',
    'fleet.inContact',
    'fleet.token',
    'fleet.sent',
    'fleet.tariff.wifi',
  ],
  it: [
    'link.ashore',
    'helm.offline',
    'anchor.label.distance',
    'chart.waypoint',
    'chart.waypointNumber',
    'chart.hoursAndMinutes',
    'devices.cpu',
    'devices.memory',
    'devices.input.speed',
    'devices.input.client',
    'devices.bus.label',
    'devices.bus.software',
    'settings.awake.off',
    'path.log',
    'fleet.token',
    'fleet.sent',
    'fleet.tariff.satellite',
    'fleet.tariff.wifi',
  ],
}

const keys = Object.keys(en) as (keyof Dictionary)[]

const fillings = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

for (const language of translations)
  test(`every text exists in ${language}, with the same placeholders`, async () => {
    const dictionary = await loadDictionary(language)
    assert.deepEqual(Object.keys(dictionary).toSorted(), keys.toSorted())
    for (const key of keys) assert.deepEqual(fillings(dictionary[key]), fillings(en[key]), key)
  })

/** Whether a text has a word besides its placeholders. */
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''))

for (const language of translations)
  test(`no text is left in English in ${language}`, async () => {
    const dictionary = await loadDictionary(language)
    const left = keys.filter((key) => dictionary[key] === en[key] && hasWord(en[key]))
    assert.deepEqual(left.toSorted(), [...sameEverywhere, ...sameAsEnglish[language]].toSorted())
  })

test('no text is empty', async () => {
  const dictionaries = [en, ...(await Promise.all(translations.map(loadDictionary)))]
  for (const dictionary of dictionaries)
    for (const [key, text] of Object.entries(dictionary)) assert.notEqual(text.trim(), '', key)
})

test('each plugin state has a separate text', async () => {
  const dictionaries = [en, ...(await Promise.all(translations.map(loadDictionary)))]
  for (const dictionary of dictionaries) {
    const states = Object.entries(dictionary).filter(([key]) => key.startsWith('devices.state.'))
    assert.ok(states.length >= 8)
    assert.equal(new Set(states.map(([, text]) => text.toLowerCase())).size, states.length)
  }
})

test('placeholders are filled in, and missing ones stay visible', () => {
  assert.equal(t('link.lost', { seconds: 12 }), 'LOST 12 s')
  assert.equal(t('link.lost'), 'LOST {seconds} s')
})

test('the language is the chosen one, or the first supported one of the device', () => {
  assert.equal(languageOf('de', ['en-GB']), 'de')
  assert.equal(languageOf('auto', ['fi-FI', 'de-AT', 'en']), 'de')
  assert.equal(languageOf('auto', ['fi-FI', 'nl-BE']), 'nl')
  assert.equal(languageOf('auto', ['fi-FI']), 'en')
})

test('after switching, every text is in that language', async () => {
  await setLanguage('de')
  assert.equal(t('screen.anchor'), 'Anker')
  assert.equal(tOfScreens('anchor.none'), 'Keine Ankerwache')
  await setLanguage('en')
  assert.equal(t('screen.anchor'), 'Anchor')
  assert.equal(tOfScreens('anchor.none'), 'No anchor watch')
})

const at = Date.parse('2026-03-12T14:02:09Z')
const dayMs = 86_400_000

after(() => setTimeFormat({ clock: 'local', language: 'en' }))

test('a UTC time is marked and has 24 hours', () => {
  setTimeFormat({ clock: 'utc', language: 'en' })
  assert.equal(timeOfDay(at), '14:02 UTC')
  assert.equal(timeOfDay(at, 'second'), '14:02:09 UTC')
  assert.equal(timeOfDay(Date.parse('2026-03-12T00:07:00Z')), '00:07 UTC')
})

test('a local time has no zone', () => {
  setTimeFormat({ clock: 'local', language: 'de' })
  assert.match(timeOfDay(at), /^\d\d:02$/)
})

test('only another day has a date, in the language of the page', () => {
  setTimeFormat({ clock: 'utc', language: 'en' })
  assert.equal(momentText(at, at + 3_600_000), '14:02 UTC')
  assert.equal(momentText(at, at + dayMs), '12 Mar, 14:02 UTC')
  setTimeFormat({ clock: 'utc', language: 'de' })
  assert.equal(momentText(at, at + dayMs), '12. März, 14:02 UTC')
  assert.equal(momentText(at, at + 365 * dayMs), '12. März 2026, 14:02 UTC')
  assert.equal(dateText(at), '12. März')
})

test('an invalid time is shown as an empty text', () => {
  assert.equal(dateText(Number.NaN), '')
})

test('a name that is filled in does not reverse the words behind it', async () => {
  await setLanguage('en')
  assert.equal(t('value.dead', { label: 'Tern\u202E' }), 'Tern\uFFFD, no data')
})
