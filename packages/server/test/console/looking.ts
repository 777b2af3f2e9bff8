import type { Browser, Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Relative luminance of the brightest pixel of a picture, from 0 to 1. The browser decodes its own PNG. */
export const brightestPixel = async (browser: Browser, png: Buffer): Promise<number> => {
  const page = await browser.newPage()
  try {
    return await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
      const channel = (part: number): number =>
        part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      const parts = Array.from({ length: 256 }, (_, value) => channel(value / 255))
      let brightest = 0
      for (let at = 0; at < pixels.length; at += 4) {
        const luminance =
          0.2126 * parts[pixels[at]!]! + 0.7152 * parts[pixels[at + 1]!]! + 0.0722 * parts[pixels[at + 2]!]!
        if (luminance > brightest) brightest = luminance
      }
      return brightest
    }, png.toString('base64'))
  } finally {
    await page.close()
  }
}

/** How many colours a picture has. */
export const colourCount = async (browser: Browser, png: Buffer): Promise<number> => {
  const page = await browser.newPage()
  try {
    return await page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
      return new Set(new Uint32Array(pixels.buffer)).size
    }, png.toString('base64'))
  } finally {
    await page.close()
  }
}

interface AxeFinding {
  readonly id: string
  readonly impact: string | null
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Serious and critical findings of axe-core, each with its first element. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core')), 'utf8')
  await page.evaluate(axe)
  // axe was injected just before; it returns the violated rules.
  const findings = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as AxeFinding[]
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`)
}

/** Visible controls that are smaller than a thumb. */
export const smallControls = (page: Page, least = 44): Promise<string[]> =>
  page.evaluate(
    (limit) =>
      [...document.querySelectorAll<HTMLElement>('button, a.button, nav a, input, select')]
        .filter((control) => control.checkVisibility() && !control.closest('.unseen'))
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < limit - 0.5 || box.height < limit - 0.5))
        .map(({ control, box }) => `${control.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
    least,
  )

/** Usable controls that Tab does not reach, or that show no focus. */
export const unreachedControls = async (page: Page): Promise<string[]> => {
  const wanted = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
    ]
    const usable = controls.filter(
      (control) => control.checkVisibility() && !control.matches(':disabled, [tabindex="-1"]'),
    )
    for (const [at, control] of usable.entries()) control.dataset['reach'] = String(at)
    return usable.length
  })
  const reached = new Set<string>()
  const faults: string[] = []
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let presses = 0; presses < 2 * wanted + 40 && reached.size < wanted; presses++) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const control = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(control)
      const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
      return { at: control.dataset['reach'], hasRing, html: control.outerHTML.slice(0, 80) }
    })
    if (seen.at === undefined || reached.has(seen.at)) continue
    reached.add(seen.at)
    if (!seen.hasRing) faults.push(`no focus ring: ${seen.html}`)
  }
  const missed = await page.evaluate(
    (found) =>
      [...document.querySelectorAll<HTMLElement>('[data-reach]')]
        .filter(({ dataset }) => !found.includes(dataset['reach']!))
        .map(({ outerHTML }) => `not reached: ${outerHTML.slice(0, 80)}`),
    [...reached],
  )
  return [...faults, ...missed]
}

/** Those of the parts that are missing, reach beyond the viewport, or are covered by something else. */
export const hiddenParts = (page: Page, testIds: readonly string[]): Promise<string[]> =>
  page.evaluate((ids) => {
    const faultOf = (id: string): string | undefined => {
      const found = document.querySelector(`[data-testid="${id}"]`)
      if (found === null) return 'missing'
      const { left, top, right, bottom } = found.getBoundingClientRect()
      const place = [left, top, right, bottom].map(Math.round).join(' ')
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        return `beyond the viewport: ${place}`
      // The corners, a little inside the round edge, and the middle.
      const points = [
        [left + 6, top + 6],
        [right - 6, top + 6],
        [left + 6, bottom - 6],
        [right - 6, bottom - 6],
        [(left + right) / 2, (top + bottom) / 2],
      ] as const
      const isClear = points.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (found.contains(hit) || hit.contains(found))
      })
      return isClear ? undefined : `covered: ${place}`
    }
    return ids.flatMap((id) => {
      const fault = faultOf(id)
      return fault === undefined ? [] : [`${id} ${fault}`]
    })
  }, testIds)

/** Texts of which a part is hidden by an element around them that does not scroll, each with where it is. */
export const cutTexts = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((selector) => {
    type Axis = 'overflowX' | 'overflowY'
    const overflowOf = (element: Element, axis: Axis): string => getComputedStyle(element)[axis]
    /** The boxes that hide what is beyond them. What scrolls can be brought into view, so it ends the search. */
    const hidingBoxes = (node: Node, axis: Axis): DOMRect[] => {
      const boxes: DOMRect[] = []
      for (let around = node.parentElement; around !== null; around = around.parentElement) {
        if (/auto|scroll/.test(overflowOf(around, axis))) break
        if (/hidden|clip/.test(overflowOf(around, axis))) boxes.push(around.getBoundingClientRect())
      }
      return boxes
    }
    const isCut = (node: Node): boolean => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      // The box of a text is that of its font, which is higher than its letters.
      const slack = parseFloat(getComputedStyle(node.parentElement!).fontSize) * 0.3
      return (
        hidingBoxes(node, 'overflowX').some((box) => left < box.left - 1 || right > box.right + 1) ||
        hidingBoxes(node, 'overflowY').some((box) => top < box.top - slack || bottom > box.bottom + slack)
      )
    }
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('.unseen') === null
    const texts = document.createTreeWalker(document.querySelector(selector)!, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts
      const parent = node.parentElement!
      const words = node.textContent!.trim()
      if (words !== '' && isSeen(parent) && isCut(node))
        cut.push(`"${words}" in ${parent.tagName.toLowerCase()}.${parent.className}`)
    }
    return cut
  }, within)
