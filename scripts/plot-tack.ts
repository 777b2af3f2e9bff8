import { Resvg } from '@resvg/resvg-js'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureOf } from './pictures/picture.ts'
import { runs } from './pictures/recorded-run.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')

mkdirSync(folder, { recursive: true })
for (const { name, record } of runs) {
  const svg = pictureOf(record())
  const font = { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans' }
  // Twice the displayed width, for high-resolution screens.
  const png = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: 2 } }).render().asPng()
  const file = join(folder, `${name}.png`)
  writeFileSync(file, png)
  process.stdout.write(`docs/pictures/${name}.png: ${Math.round(png.length / 1024)} kB\n`)
}
