import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import type { TemplateSummary } from './use-templates.ts'

const quick_max = 6
const last_max = keyboardShortcuts.lastUsed.keys.length

/** Those used last, the newest first; a key of its own leads to each. */
export const lastTemplates = (templates: readonly TemplateSummary[]): TemplateSummary[] =>
  templates
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .toSorted((one, other) => (other.lastUsedAt ?? '').localeCompare(one.lastUsedAt ?? ''))
    .slice(0, last_max)

/** The few templates that are one press away: favourites, then those used last, then those used most. */
export function quickTemplates(templates: readonly TemplateSummary[]): TemplateSummary[] {
  const favourites = templates.filter(({ isFavourite }) => isFavourite)
  const most = templates
    .filter(({ usageCount }) => usageCount > 0)
    .toSorted((one, other) => other.usageCount - one.usageCount)
  return [...new Set([...favourites, ...lastTemplates(templates), ...most])].slice(0, quick_max)
}
