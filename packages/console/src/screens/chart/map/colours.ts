const names = [
  'sea',
  'land',
  'coast',
  'val',
  'set',
  'alarm',
  'warn',
  'stale',
  'fg',
  'fg2',
  'panel',
  'ok',
  'caut',
  'port',
  'starboard',
] as const
export type ColourName = (typeof names)[number]

/** The colours of the palette, for a canvas, which cannot read CSS variables. */
export type Colours = Readonly<Record<ColourName, string>>

export const coloursOf = (element: Element): Colours => {
  const style = getComputedStyle(element)
  const entries = names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  // One entry for each name.
  return Object.fromEntries(entries) as Colours
}
