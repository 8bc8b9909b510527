import type { CompliancePeriod } from '../../../contract/compliance.ts'
import { periodWords } from './compliance-words.ts'

export type PeriodQuery = { period: CompliancePeriod; from?: string; to?: string }

const day = /^\d{4}-\d\d-\d\d$/
const isPeriod = (text: string | null): text is CompliancePeriod => text !== null && text in periodWords

/** The period that an address names; the current quarter where it names none. */
export function periodIn(params: URLSearchParams): PeriodQuery {
  const [asked, from, to] = ['period', 'from', 'to'].map((name) => params.get(name))
  const period = isPeriod(asked!) ? asked : 'quarter'
  const isOwn = period === 'own'
  if (isOwn && !(from && day.test(from) && to && day.test(to))) return { period: 'quarter' }
  return {
    period,
    ...(from && day.test(from) && { from }),
    ...(isOwn && to && { to }),
  }
}

/** The same as the part of an address behind its question mark. */
export const periodSearch = (query: PeriodQuery): string => `?${new URLSearchParams(query)}`
