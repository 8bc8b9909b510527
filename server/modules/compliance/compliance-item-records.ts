import type { SourceRecord } from '../../../contract/compliance.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { checkOf } from './compliance-checks.ts'
import {
  listItemConsents,
  listItemPatients,
  listItemSurveys,
  listItemTemplates,
  type ConsentEvidenceRow,
} from './compliance-count-store.ts'
import type { Overview } from './compliance-overview.ts'
import { auditsIn, incidentsIn, policyInForce, requestsIn, trainedStaffIn } from './compliance-practice.ts'
import { monthText } from './sample-audit-rules.ts'

type RecordsPage = { show: 'all' | 'gaps'; slice: Slice }

const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = (day: string): string => dayText.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))

const consentRecordView = ({
  id,
  treatment,
  first_name,
  last_name,
  at,
  waived,
  is_met,
}: ConsentEvidenceRow): SourceRecord => ({
  ...{ kind: 'consent', id, title: `${nameOf({ first_name, last_name })}, ${treatment}`, isMet: is_met },
  detail: [longDay(new Date(at).toISOString()), waived && `Time to think waived: ${waived}`]
    .filter(Boolean)
    .join('. '),
})

/** Records of the practice itself: few, so that they are read whole and cut here. */
function practiceRecords({ practice, span }: Overview, item: string): SourceRecord[] {
  if (item === 'CQ32')
    return trainedStaffIn(practice, span).map(({ id, name, consentOn, capacityOn, isCurrent }) => ({
      ...{ kind: 'staff', id, title: name, isMet: isCurrent },
      detail: `Consent: ${consentOn ? longDay(consentOn) : 'none'}. Mental capacity: ${capacityOn ? longDay(capacityOn) : 'none'}`,
    }))
  if (item === 'CQ34') {
    const { inForce, isInDate, readers } = policyInForce(practice, span)
    const state = inForce ? `review on ${longDay(inForce.reviewOn)}` : 'no policy was in force'
    return readers.map(({ id, name, hasRead }) => ({
      ...{ kind: 'staff', id, title: name, isMet: isInDate && hasRead },
      detail: `${hasRead ? 'Read' : 'Not read'}; ${state}`,
    }))
  }
  if (item === 'CQ35')
    return auditsIn(practice, span).map(({ id, month, size, openActions, isDone }) => ({
      ...{ kind: 'audit', id, title: `Sample audit of ${monthText(month)}`, isMet: isDone },
      detail: `${size} sampled, ${openActions} actions open`,
    }))
  if (item === 'CQ37')
    return incidentsIn(practice, span).map(({ id, happenedOn, summary, closedAt }) => ({
      ...{ kind: 'incident', id, title: summary.slice(0, 160), isMet: closedAt !== null },
      detail: longDay(happenedOn),
    }))
  return requestsIn(practice, span).map(({ id, dueOn, closedAt, isInTime }) => ({
    ...{ kind: 'request', id, title: 'Subject access request', isMet: isInTime },
    detail: `Due ${longDay(dueOn)}; ${closedAt ? `closed ${longDay(closedAt.toISOString())}` : 'open'}`,
  }))
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

async function clinicalItemRecords(
  scope: StaffScope,
  { time }: Overview,
  item: string,
  page: RecordsPage,
): Promise<SourceRecord[]> {
  if (item === 'CQ21')
    return (await listItemPatients(scope, time, page)).map((row) => ({
      ...{ kind: 'patient', id: row.id, title: nameOf(row), isMet: row.is_met },
      detail: row.is_met ? 'Asked' : 'Not asked',
    }))
  if (item === 'CQ38')
    return (await listItemSurveys(scope, time, page)).map((row) => ({
      ...{ kind: 'consent', id: row.id, title: `${nameOf(row)}, ${row.treatment}`, isMet: row.is_met },
      detail: `Knew enough: ${row.understood} of 5${row.had_time === null ? '' : `. Had enough time: ${row.had_time} of 5`}`,
    }))
  const asks = item === 'CQ24' ? 'is_easy' : 'is_approved'
  return (await listItemTemplates(scope, time, { ...page, asks })).map((row) => ({
    ...{ kind: 'template', id: row.id, title: `${row.name}, version ${row.label}`, isMet: row.is_met },
    detail:
      item === 'CQ24'
        ? `Reading grade ${row.reading_grade === null ? 'not measured' : row.reading_grade.toFixed(1)}`
        : `${row.clinical_owner_name || 'No clinical owner'}; ${row.review_due ? `review ${longDay(row.review_due)}` : 'no review date'}`,
  }))
}

const practiceItems = new Set(['CQ32', 'CQ34', 'CQ35', 'CQ37', 'CQ40'])

/** One page of the records behind the number of an item, those that fall short first; and how many there are. */
export async function listItemRecords(
  scope: StaffScope,
  overview: Overview,
  itemId: string,
  page: RecordsPage,
): Promise<{ rows: SourceRecord[]; total: number }> {
  const item = overview.items.find(({ id }) => id === itemId)!
  const gaps = item.behind === 'groups' ? 0 : gapsOf(item)
  const total = page.show === 'gaps' ? gaps : item.of
  if (practiceItems.has(itemId)) {
    const all = practiceRecords(overview, itemId).toSorted((a, b) => Number(a.isMet) - Number(b.isMet))
    const shown = page.show === 'gaps' ? all.filter(({ isMet }) => !isMet) : all
    return { rows: shown.slice(page.slice.offset, page.slice.offset + page.slice.limit), total: shown.length }
  }
  const check = checkOf(itemId)
  if (check) {
    const found = await listItemConsents(scope, overview.time, check, page)
    return { rows: found.map(consentRecordView), total }
  }
  return {
    rows: item.behind === 'groups' ? [] : await clinicalItemRecords(scope, overview, itemId, page),
    total,
  }
}

/** How many fall short: of a number that is aimed at nought, those that it counts are. */
const gapsOf = ({ unit, count, of }: Overview['items'][number]): number =>
  unit === 'count' ? count : of - count
