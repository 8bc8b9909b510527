import { useState } from 'react'
import { api } from '../../api.ts'
import { useLatest } from '../../ui/use-latest.ts'
import type { TemplateSummary } from './template-groups.ts'

const shown_max = 100

/** The templates the clinic may use that answer to a search, those it uses most first. */
export const listTemplates = async (search = ''): Promise<readonly TemplateSummary[]> =>
  (await api.templates.list({ search, pageSize: shown_max, order: 'used' })).rows

/** Templates that answer to a search, starting from those already loaded. */
export function useTemplates(initial: readonly TemplateSummary[]) {
  const [templates, setTemplates] = useState(initial)
  const { ask, busy, problem } = useLatest(listTemplates, setTemplates)
  return { templates, search: ask, busy, problem }
}
