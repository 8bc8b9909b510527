import type { Api } from '../../api.ts'

export type TemplateSummary = Awaited<ReturnType<Api['templates']['list']>>['rows'][number]
export type TemplateGroup = { title: string; templates: TemplateSummary[] }

const most_used_max = 3
const recent_max = 3
const ungrouped_max = 6

/**
 * A few templates stand together, as the server ordered them; more of them under their treatment types, after the
 * favourites and those used most and last.
 */
export function groupTemplates(templates: readonly TemplateSummary[]): TemplateGroup[] {
  if (templates.length <= ungrouped_max)
    return templates.length > 0 ? [{ title: 'Treatments', templates: [...templates] }] : []
  const favourites = templates.filter(({ isFavourite }) => isFavourite)
  const unstarred = templates.filter(({ isFavourite }) => !isFavourite)
  const most = mostUsed(unstarred)
  const recent = recentlyUsed(unstarred.filter((template) => !most.includes(template)))
  const others = unstarred
    .filter((template) => !most.includes(template) && !recent.includes(template))
    .toSorted(
      (one, other) => compare(one.treatmentType, other.treatmentType) || compare(one.name, other.name),
    )
  const groups = [...Map.groupBy(others, (template) => template.treatmentType)]
  return [
    { title: 'Favourites', templates: favourites },
    { title: 'Used most', templates: most },
    { title: 'Used last', templates: recent },
    ...groups.map(([title, members]) => ({ title, templates: members })),
  ].filter((group) => group.templates.length > 0)
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en')

const recentlyUsed = (templates: readonly TemplateSummary[]) =>
  templates
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .toSorted((one, other) => compare(other.lastUsedAt ?? '', one.lastUsedAt ?? ''))
    .slice(0, recent_max)

const mostUsed = (templates: readonly TemplateSummary[]) =>
  templates
    .filter(({ usageCount }) => usageCount > 0)
    .toSorted((one, other) => other.usageCount - one.usageCount)
    .slice(0, most_used_max)
