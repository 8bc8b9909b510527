import type { Api } from '../../api.ts'

export type TemplateSummary = Awaited<ReturnType<Api['templates']['list']>>['rows'][number]
export type TemplateGroup = { title: string; templates: TemplateSummary[] }

const favourites_max = 3
const few_max = 6

/** A few templates stand together; more of them under their treatment types, after those used most. */
export function groupTemplates(templates: readonly TemplateSummary[]): TemplateGroup[] {
  if (templates.length <= few_max)
    return templates.length > 0 ? [{ title: 'Treatments', templates: [...templates] }] : []
  const favourites = usedMost(templates)
  const others = templates.filter((template) => !favourites.includes(template))
  const groups = [...Map.groupBy(others, (template) => template.treatmentType)]
  const byType = groups.map(([title, members]) => ({ title, templates: members }))
  return favourites.length > 0 ? [{ title: 'Used most', templates: favourites }, ...byType] : byType
}

const usedMost = (templates: readonly TemplateSummary[]) =>
  templates
    .filter(({ usageCount }) => usageCount > 0)
    .toSorted((one, other) => other.usageCount - one.usageCount)
    .slice(0, favourites_max)
