import { useState } from 'react'
import { api, type Api } from '../../api.ts'
import { useTask } from '../../ui/use-task.ts'

export type TemplateSummary = Awaited<ReturnType<Api['templates']['list']>>['rows'][number]
/** A template of which a name is known, and perhaps the rest. */
export type NamedTemplate = Pick<TemplateSummary, 'id' | 'name'> & Partial<TemplateSummary>

const shown_max = 100

/** Stars changed since their list was loaded, by template: a list that is opened again begins with what its page knew. */
const favouriteChanges = new Map<string, boolean>()

/** The templates the clinic may use that answer to a search, its reader's favourites first, then those it uses most. */
export const listTemplates = async (search = '', pageSize = shown_max): Promise<readonly TemplateSummary[]> =>
  (await api.templates.list({ search, pageSize, order: 'used' })).rows

/** Which templates are starred, and how one is starred. */
export function useFavourites() {
  const [stars, setStars] = useState<ReadonlyMap<string, boolean>>(() => new Map(favouriteChanges))
  const { problem, run } = useTask()

  const isFavourite = ({ id, isFavourite: was = false }: NamedTemplate) => stars.get(id) ?? was
  const applyStar = (templateId: string, star: boolean) => {
    favouriteChanges.set(templateId, star)
    setStars(new Map(favouriteChanges))
  }
  async function star(template: NamedTemplate) {
    const [templateId, wanted] = [template.id, !isFavourite(template)]
    applyStar(templateId, wanted)
    const done = await run(async () => {
      await api.templates.setFavourite({ templateId, isFavourite: wanted })
    })
    if (!done) applyStar(templateId, !wanted)
  }
  return { isFavourite, star, problem }
}
