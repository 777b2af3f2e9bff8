import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gpxFileName, gpxLimits, gpxText, parseGpx, type GpxFault } from './gpx.ts'
import { xmlLimits } from './xml-elements.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const inside = (content: string): string => `<gpx version="1.1">${content}</gpx>`
const route = (name: string, count = 2): string =>
  `<rte><name>${name}</name>${'<rtept lat="59.5" lon="22.5"/>'.repeat(count)}</rte>`

test('a GPX file of another program is read, with its prefixes, comments and extensions', () => {
  const content = parseGpx(`\uFEFF<?xml version='1.0'?>
    <!-- <rte> in a comment is no route -->
    <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" creator='A > B'>
      <g:metadata><g:name>Not a route</g:name></g:metadata>
      <g:wpt lat="-33.9" lon="+18.4"><g:name><![CDATA[Rock & <Roll>]]></g:name><g:sym>Rock</g:sym></g:wpt>
      <g:wpt lat="59" lon=".5"/>
      <g:rte>
        <g:name>Summer &amp; &#x1F600; &quot;24&quot;</g:name>
        <g:rtept lat="59.5" lon="22.5"><g:name>A</g:name><g:extensions><x><y/></x></g:extensions></g:rtept>
        <g:rtept lat="59.6" lon="22.6"></g:rtept>
      </g:rte>
      <g:trk><g:trkseg><g:trkpt lat="1" lon="2"/></g:trkseg></g:trk>
    </g:gpx>`)
  assert.deepEqual(content, {
    routes: [{ name: 'Summer & 😀 "24"', points: [at(59.5, 22.5), at(59.6, 22.6)] }],
    waypoints: [
      { name: 'Rock & <Roll>', position: at(-33.9, 18.4) },
      { name: undefined, position: at(59, 0.5) },
    ],
  })
})

const angle = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((whole) => whole / 1e7)
const place = fc.record({ latitude: angle(90), longitude: angle(180) })
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.length <= gpxLimits.nameLength && !text.includes('\uFEFF'))

test('what is exported is imported unchanged', () => {
  const routes = fc.array(fc.record({ name, points: fc.array(place, { minLength: 2, maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  const waypoints = fc.array(fc.record({ name, position: place }), { maxLength: 4 })
  fc.assert(
    fc.property(routes, waypoints, (drawn, marked) => {
      const content = parseGpx(gpxText(drawn, marked, 'Marine "data"'))
      assert.deepEqual(
        JSON.parse(JSON.stringify(content)),
        JSON.parse(JSON.stringify({ routes: drawn, waypoints: marked })),
      )
    }),
    { numRuns: 100 },
  )
})

const longName = 'x'.repeat(gpxLimits.nameLength + 1)
const deep = '<a>'.repeat(xmlLimits.depth + 1)
const hostile: readonly (readonly [title: string, source: string, fault: GpxFault])[] = [
  ['nothing', '', 'malformed'],
  ['a text', 'Helsinki', 'malformed'],
  ['another XML document', '<kml><Placemark/></kml>', 'notGpx'],
  ['a document type', `<!DOCTYPE gpx>${inside(route('A'))}`, 'doctype'],
  [
    'entities that grow',
    `<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${inside(route('&b;'))}`,
    'doctype',
  ],
  ['an entity without a definition', inside(route('&b;')), 'malformed'],
  ['an external entity in an attribute', '<gpx a="&xxe;"/>', 'malformed'],
  ['a bare ampersand', inside(route('Rock & Roll')), 'malformed'],
  ['a character that XML excludes', inside(route('&#0;')), 'malformed'],
  ['half a file', inside(route('A')).slice(0, -8), 'malformed'],
  ['tags in the wrong order', '<gpx><rte></gpx></rte>', 'malformed'],
  ['two roots', `${inside(route('A'))}<gpx/>`, 'malformed'],
  ['an attribute twice', inside('<wpt lat="1" lat="2" lon="3"/>'), 'malformed'],
  ['an attribute without quotes', inside('<wpt lat=1 lon=2/>'), 'malformed'],
  ['an open comment', `${inside(route('A'))}<!--`, 'malformed'],
  ['elements too deep', `<gpx>${deep}`, 'tooDeep'],
  ['too many elements', `<gpx>${'<a/>'.repeat(xmlLimits.elements)}</gpx>`, 'tooMany'],
  ['no route and no waypoint', inside('<trk/>'), 'empty'],
  ['too many routes', inside(route('A').repeat(gpxLimits.routes + 1)), 'tooMany'],
  ['a route with one point', inside(route('A', 1)), 'points'],
  ['a route with too many points', inside(route('A', gpxLimits.points + 1)), 'points'],
  ['a name that is too long', inside(route(longName)), 'name'],
  ['a point without a longitude', inside('<wpt lat="1"/>'), 'position'],
  ['a latitude beyond the pole', inside('<wpt lat="90.1" lon="2"/>'), 'position'],
  ['a hexadecimal latitude', inside('<wpt lat="0x10" lon="2"/>'), 'position'],
  ['an infinite longitude', inside('<wpt lat="1" lon="Infinity"/>'), 'position'],
  ['an empty latitude', inside('<wpt lat="" lon="2"/>'), 'position'],
  ['a file that is too large', ' '.repeat(gpxLimits.bytes + 1), 'tooLarge'],
]

for (const [title, source, fault] of hostile)
  test(`a GPX file is rejected as a whole: ${title}`, () => assert.equal(parseGpx(source), fault))

test('any text is either content or a fault', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '<gpx>',
    '</gpx>',
    '<wpt lat="1" lon="2"/>',
    '<!--',
    ']]>',
    ' ',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const content = parseGpx(pieces.join(''))
      assert.ok(typeof content === 'string' || content.routes.length + content.waypoints.length > 0)
    }),
    { numRuns: 500 },
  )
})

test('the name of a file is made of letters and digits', () => {
  assert.equal(gpxFileName('../Åland: Sommar/24'), 'Åland-Sommar-24.gpx')
  assert.equal(gpxFileName('///'), 'route.gpx')
})
