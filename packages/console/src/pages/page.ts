import { paletteInQuery } from '#theme/palettes.ts'

const { documentElement: root } = document
const isDark = matchMedia('(prefers-color-scheme: dark)').matches
root.dataset['palette'] = paletteInQuery(new URLSearchParams(location.search)) ?? (isDark ? 'dusk' : 'day')

/** Shows the entries that contain every word of the text in their heading. */
const filterBy = (text: string): void => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (const section of document.querySelectorAll('section')) {
    const entries = [...section.querySelectorAll('details')]
    for (const entry of entries) {
      const heading = entry.querySelector('summary')?.textContent.toLowerCase() ?? ''
      entry.hidden = !words.every((word) => heading.includes(word))
    }
    section.hidden = words.length > 0 && entries.every(({ hidden }) => hidden)
  }
}

addEventListener('DOMContentLoaded', () => {
  for (const place of document.querySelectorAll('.origin')) place.textContent = location.origin
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.ways a[href^="/docs"]'))
    link.search = location.search
  const filter = document.querySelector<HTMLInputElement>('.filter')
  if (filter === null) return
  filter.hidden = false
  filter.addEventListener('input', () => filterBy(filter.value))
})
