import type { CompliancePeriod } from '../../../contract/compliance.ts'
import { periodWords } from './compliance-words.ts'

export type PeriodQuery = { period: CompliancePeriod; from?: string; to?: string }

const isoDatePattern = /^\d{4}-\d\d-\d\d$/
const isPeriod = (text: string | null): text is CompliancePeriod => text !== null && text in periodWords

/** The period that an address names; the current quarter where it names none. */
export function parsePeriod(params: URLSearchParams): PeriodQuery {
  const [asked, from, to] = ['period', 'from', 'to'].map((name) => params.get(name))
  const period = isPeriod(asked!) ? asked : 'quarter'
  const isOwn = period === 'own'
  if (isOwn && !(from && isoDatePattern.test(from) && to && isoDatePattern.test(to)))
    return { period: 'quarter' }
  return {
    period,
    ...(from && isoDatePattern.test(from) && { from }),
    ...(isOwn && to && { to }),
  }
}

/** The same as the part of an address behind its question mark. */
export const periodSearchParams = (query: PeriodQuery): string => `?${new URLSearchParams(query)}`
