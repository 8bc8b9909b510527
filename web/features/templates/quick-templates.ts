import type { TemplateSummary } from './use-templates.ts'

const quick_max = 6
const last_max = 3

/** The few templates that are one press away: favourites, then those used last, then those used most. */
export function quickTemplates(templates: readonly TemplateSummary[]): TemplateSummary[] {
  const favourites = templates.filter(({ isFavourite }) => isFavourite)
  const last = templates
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .toSorted((one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''))
    .slice(0, last_max)
  const most = templates
    .filter(({ usageCount }) => usageCount > 0)
    .toSorted((one, other) => other.usageCount - one.usageCount)
  return [...new Set([...favourites, ...last, ...most])].slice(0, quick_max)
}
