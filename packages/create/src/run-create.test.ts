import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { runCreate, type ProjectKind } from './run-create.ts'

interface Trial {
  readonly folder: string
  readonly run: (...args: readonly string[]) => { readonly code: number; readonly said: string }
}

const trialIn = (t: TestContext, more: Partial<ProjectKind> = {}): Trial => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-create-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const template = join(folder, 'template')
  mkdirSync(join(template, '.github'), { recursive: true })
  writeFileSync(join(template, 'gitignore'), 'dist/\n')
  writeFileSync(join(template, '.github/test.yml'), 'name: project-name\n')
  writeFileSync(
    join(template, 'package.json'),
    '{"name":"project-name","description":"project-description","version":"0.0.0-template"}',
  )
  writeFileSync(join(template, 'index.ts'), "const description = 'project-description'\n")
  const kind: ProjectKind = {
    program: 'create-marinedata-plugin',
    template,
    version: '1.2.3',
    describe: (name) => `The plugin ${name}`,
    refusesReservedNames: true,
    next: ['npm install'],
    ...more,
  }
  return {
    folder,
    run: (...args) => {
      let said = ''
      const say = (text: string): void => {
        said += text
      }
      return { code: runCreate(kind, args, { out: say, error: say }), said }
    },
  }
}

test('a project has its name, version and description, and says what to do next', (t) => {
  const { folder, run } = trialIn(t)
  const place = join(folder, 'lantern')
  const description = `The boat's "lantern" \\ project-name $&`
  const { code, said } = run('lantern', '--folder', place, '--description', description)
  assert.equal(code, 0)
  assert.match(said, /cd .*lantern\n {2}npm install/)
  assert.deepEqual(readdirSync(place).toSorted(), ['.github', '.gitignore', 'index.ts', 'package.json'])
  assert.deepEqual(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')), {
    name: 'lantern',
    description,
    version: '1.2.3',
  })
  assert.equal(
    readFileSync(join(place, 'index.ts'), 'utf8'),
    `const description = ${JSON.stringify(description)}\n`,
  )
  assert.equal(readFileSync(join(place, '.github/test.yml'), 'utf8'), 'name: lantern\n')
})

test('a folder that exists is never changed', (t) => {
  const { folder, run } = trialIn(t)
  const place = join(folder, 'mine')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), 'mine')
  const { code, said } = run('lantern', '--folder', place)
  assert.equal(code, 2)
  assert.match(said, /already exists/)
  assert.deepEqual(readdirSync(place), ['package.json'])
  assert.equal(readFileSync(join(place, 'package.json'), 'utf8'), 'mine')
})

test('names outside the grammar are refused, and nothing is created', (t) => {
  const { folder, run } = trialIn(t)
  for (const name of ['Lantern', '1st', '../lantern', 'a b', 'a/b', '', 'lantern.', 'ü', 'a'.repeat(49)]) {
    const { code, said } = run(name, '--folder', join(folder, 'x'))
    assert.equal(code, 2, name)
    assert.match(said, /is not a valid name/)
  }
  assert.deepEqual(readdirSync(folder), ['template'])
})

test('a plugin cannot have a name of the server, an app can', (t) => {
  for (const name of ['crew', 'server', 'anchor-watch'])
    assert.match(trialIn(t).run(name).said, /is reserved for a part of the server/)
  const { folder, run } = trialIn(t, { refusesReservedNames: false })
  assert.equal(run('crew', '--folder', join(folder, 'crew')).code, 0)
})

test('wrong options and descriptions are refused with the usage', (t) => {
  const { folder, run } = trialIn(t)
  const place = ['--folder', join(folder, 'x')]
  const refused: readonly [readonly string[], RegExp][] = [
    [[], /Give one name/],
    [['a', 'b'], /Give one name/],
    [['a', '--colour', 'red'], /--colour/],
    [['a', '--description', ''], /1 to 256 characters/],
    [['a', '--description', 'a'.repeat(257)], /1 to 256 characters/],
    [['a', '--description', 'two\nlines'], /one line/],
    [['a', '--folder', join(folder, 'no', 'such')], /cannot be created/],
  ]
  for (const [args, expected] of refused) {
    const { code, said } = run(...args, ...(args.includes('--folder') ? [] : place))
    assert.equal(code, 2, args.join(' '))
    assert.match(said, expected)
    assert.match(said, /Usage: npm create marinedata-plugin NAME/)
  }
  assert.deepEqual(readdirSync(folder), ['template'])
  assert.equal(run('--version').said, '1.2.3\n')
  assert.match(run('--help').said, /--description TEXT/)
})
