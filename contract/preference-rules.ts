/**
 * Which of the options of a text it is made out for, and whether a leaning is towards another one. Import-free, so that
 * browsers may use it as a value.
 */
type WeighedOptions = {
  title: string
  treatments?: readonly { title: string }[] | undefined
  options?: readonly { title: string; kind: string }[] | undefined
  recommended?: number | null | undefined
}

const normalizeTitle = (title: string): string => title.trim().toLowerCase()

/** The place of the option that the text is made out for: the one named like it, else what is recommended; null where neither is. */
export function plannedOption({
  title,
  treatments,
  options = [],
  recommended = null,
}: WeighedOptions): number | null {
  const names = new Set([title, ...(treatments ?? []).map((one) => one.title)].map(normalizeTitle))
  const named = options.findIndex((option) => names.has(normalizeTitle(option.title)))
  return named >= 0 ? named : recommended
}

/** Whether somebody who leans towards this option leans towards something else than the text is for. */
export function prefersOtherOption(content: WeighedOptions, option: number | null): boolean {
  const leaned = option === null ? undefined : content.options?.[option]
  if (!leaned) return false
  const planned = plannedOption(content)
  return planned === null ? leaned.kind !== 'treatment' : planned !== option
}
