/** What a boat has from its first start: a watch that has to be found first watches nobody. */
export const usualPlugins: readonly string[] = ['anchor-watch', 'closest-approach']
