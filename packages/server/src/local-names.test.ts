import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostLabel, LocalNames, type LocalNameOptions } from './local-names.ts'

const namesOf = (options: Partial<LocalNameOptions> = {}): LocalNames =>
  new LocalNames({ hostName: 'Pi.lan', productWord: 'marinedata', ...options })

test('the name of a boat becomes a host label', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['Aura', 'aura'],
    ['Älva II', 'alva-ii'],
    ["L'Étoile  du   Nord!", 'l-etoile-du-nord'],
    ['Straße / Łódź', 'strasse-lodz'],
    ['Ærø Ø', 'aero-o'],
    ['-- x --', 'x'],
    ['海星', undefined],
    ['2000', undefined],
    ['a'.repeat(80), 'a'.repeat(60)],
  ]
  for (const [name, label] of cases) assert.equal(hostLabel(name), label, name)
})

test('the names come from the boat, the product and the machine', () => {
  assert.deepEqual(namesOf().all, ['marinedata.local', 'pi.local'])
  const names = namesOf({ boatName: 'Älva II' })
  assert.deepEqual(names.all, ['alva-ii.local', 'marinedata.local', 'pi.local'])
  assert.deepEqual(names.announced, [])
  assert.deepEqual(namesOf({ boatName: 'Aura', configured: 'nav' }).labels, ['nav', 'marinedata', 'pi'])
})

test('a renamed boat keeps its former names, also after a restart, and not without end', () => {
  let saved: readonly string[] = []
  const save = (labels: readonly string[]): void => void (saved = labels)
  const names = namesOf({ boatName: 'Aura', save })
  let changes = 0
  using _listener = names.onChange(() => changes++)
  names.setBoatName('Bris')
  names.setBoatName('Bris')
  assert.deepEqual([names.labels, changes], [['bris', 'marinedata', 'pi', 'aura'], 1])
  for (const name of ['C', 'D', 'E', 'Aura', 'F']) names.setBoatName(name)
  assert.deepEqual(saved, ['f', 'aura', 'e', 'd', 'c'])
  const restarted = namesOf({ boatName: 'F', configured: 'nav', saved, save })
  assert.deepEqual(restarted.labels, ['nav', 'marinedata', 'pi', 'f', 'aura', 'e', 'd'])
  assert.equal(restarted.has('f.local'), true)
  assert.equal(restarted.has('c.local'), false)
})

test('a name that another machine has is announced with a number, and both lead here', () => {
  const names = namesOf({ boatName: 'Aura' })
  names.setAnnounced(
    new Map([
      ['aura', 'aura'],
      ['marinedata', 'marinedata-2'],
    ]),
  )
  assert.deepEqual(names.announced, ['aura.local', 'marinedata-2.local'])
  for (const name of ['marinedata.local', 'marinedata-2.local']) assert.equal(names.has(name), true)
})
