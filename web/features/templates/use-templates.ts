import { useState } from 'react'
import { api } from '../../api.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { useTask } from '../../ui/use-task.ts'
import type { TemplateSummary } from './template-groups.ts'

const shown_max = 100

/** Stars changed since their list was loaded, by template: a list that is opened again begins with what its page knew. */
const favouriteChanges = new Map<string, boolean>()

/** The templates the clinic may use that answer to a search, its reader's favourites first, then those it uses most. */
export const listTemplates = async (search = ''): Promise<readonly TemplateSummary[]> =>
  (await api.templates.list({ search, pageSize: shown_max, order: 'used' })).rows

/**
 * Templates that answer to a search, starting from those already loaded. One that becomes a favourite keeps its place
 * until the list is asked for anew: nothing moves from under a finger or the focus.
 */
export function useTemplates(initial: readonly TemplateSummary[]) {
  const [templates, setTemplates] = useState(initial)
  const [stars, setStars] = useState<ReadonlyMap<string, boolean>>(() => new Map(favouriteChanges))
  const { ask, busy, problem } = useLatest(listTemplates, setTemplates)
  const { problem: starProblem, run } = useTask()

  const isFavourite = (template: TemplateSummary) => stars.get(template.id) ?? template.isFavourite
  const applyStar = (templateId: string, star: boolean) => {
    favouriteChanges.set(templateId, star)
    setStars(new Map(favouriteChanges))
  }
  async function star(template: TemplateSummary) {
    const [templateId, wanted] = [template.id, !isFavourite(template)]
    applyStar(templateId, wanted)
    const done = await run(async () => {
      await api.templates.setFavourite({ templateId, isFavourite: wanted })
    })
    if (!done) applyStar(templateId, !wanted)
  }
  return { templates, search: ask, busy, problem: problem ?? starProblem, isFavourite, star }
}
