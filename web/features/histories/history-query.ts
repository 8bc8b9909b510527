import { pageIn, searchIn } from '../../ui/query-string.ts'
import { shownFact, type HistoryDraft, type Question } from './history-draft.ts'
import type { KnownFact } from '../../../contract/histories.ts'

const views = ['answers', 'risks', 'changes'] as const
export type HistoryView = (typeof views)[number]
const shown = ['all', 'yes', 'open'] as const

/** What the address asks of a history; anything malformed counts as absent, so that an old bookmark still opens. */
export const parseHistoryQuery = (params: URLSearchParams) => ({
  view: views.find((view) => view === params.get('view')) ?? 'answers',
  show: shown.find((one) => one === params.get('show')) ?? 'all',
  search: searchIn(params),
  page: pageIn(params),
})
export type HistoryQuery = ReturnType<typeof parseHistoryQuery>

/** Whether another address of the same history can be shown with what is there. */
export function canReuseLoadedHistory(from: URL, to: URL): boolean {
  const [before, after] = [parseHistoryQuery(from.searchParams), parseHistoryQuery(to.searchParams)]
  return (
    from.pathname === to.pathname &&
    from.href !== to.href &&
    before.view === after.view &&
    before.page === after.page
  )
}

const normalizeForSearch = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The questions that a search and a filter leave. What is answered here stays to be seen until it is saved, so that no
 * question goes away under somebody's fingers.
 */
export function filterQuestions(
  questions: readonly Question[],
  { known, draft }: { known: readonly KnownFact[]; draft: HistoryDraft },
  { show, search }: Pick<HistoryQuery, 'show' | 'search'>,
): Question[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean)
  return questions.filter(({ id, label, ask, help }) => {
    const saved = known.find(({ factor }) => factor === id)
    const isYes = saved?.answer === 'yes' || shownFact(known, draft, id)?.answer === 'yes'
    const fits = { all: true, yes: isYes, open: saved === undefined }[show]
    const text = normalizeForSearch(`${label} ${ask} ${help}`)
    return fits && words.every((word) => text.includes(word))
  })
}
