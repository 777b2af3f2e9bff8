import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Browsers } from './console-trial.ts'
import { blocksTolerated, compareWithKept, keptFolder, nameOf, pictures, takePicture } from './pictures.ts'
import { StillBoat } from './still-boat.ts'

// Takes twelve pictures of the console and compares them with the committed ones. `--keep` replaces those.

const isKeeping = process.argv.includes('--keep')
const names = new Set(pictures.map(nameOf))

const removeOthers = async (): Promise<void> => {
  for (const file of await readdir(keptFolder))
    if (!names.has(file.replace(/\.png$/, ''))) await rm(join(keptFolder, file))
}

await mkdir(keptFolder, { recursive: true })
if (isKeeping) await removeOthers()
await using browsers = await Browsers.start()
await using boat = await StillBoat.start()
const decoder = await browsers.emptyPage()
for (const picture of pictures) {
  const name = nameOf(picture)
  const fresh = await takePicture(browsers, boat, picture)
  if (isKeeping) {
    await writeFile(join(keptFolder, `${name}.png`), fresh)
    process.stdout.write(`kept    ${name}\n`)
    continue
  }
  const { blocks } = await compareWithKept(decoder, name, fresh)
  const isSame = blocks <= blocksTolerated
  process.stdout.write(`${isSame ? 'same   ' : 'CHANGED'} ${String(blocks).padStart(5)} blocks ${name}\n`)
  if (!isSame) process.exitCode = 1
}
if (process.exitCode === 1)
  process.stdout.write('Look at the pictures in screens/changed, then accept them with --keep.\n')
