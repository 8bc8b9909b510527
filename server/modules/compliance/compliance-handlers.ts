import { compliance } from '../../../contract/compliance.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { secondFactorHolders, secondFactorOf } from '../clinics/index.ts'
import { listItemRecords } from './compliance-item-records.ts'
import { findComplianceItem } from './compliance-checklist.ts'
import { countGroups, medianAnswerHours } from './compliance-count-store.ts'
import { overviewOf, type Overview } from './compliance-overview.ts'
import { policyInForce } from './compliance-practice.ts'
import { hideSmallGroups } from './compliance-rules.ts'
import { secondFactorText } from './second-factor-text.ts'
import { insertNote, notesOf, type NoteRow } from './compliance-store.ts'
import { actionsOf, actionView } from './improvement-action-store.ts'

const overviewHeader = ({ period, span, framework, time }: Overview) => ({
  period,
  span,
  framework,
  uncounted: time.left,
})
const noteView = ({ id, text, byName: by, at }: NoteRow) => ({ id, text, by, at: at.toISOString() })

/** Numbers that belong to an item and are none of their own. */
async function additionalFigures(scope: StaffScope, overview: Overview, item: string) {
  const { practice, span, time, items } = overview
  if (item === 'CQ08') {
    const hours = await medianAnswerHours(scope, time)
    return hours === null ? [] : [{ label: 'Median time to answer', value: `${hours} hours` }]
  }
  if (item === 'CQ36') {
    const holders = await secondFactorHolders(scope)
    const [of, count] = [practice.people.length, practice.people.filter(({ id }) => holders.has(id)).length]
    const policy = secondFactorText(await secondFactorOf(scope), practice.timeZone, scope.now)
    return [
      { label: 'Two-step sign-in', value: policy },
      { label: 'Staff with two-step sign-in, now', value: `${count} of ${of}` },
    ]
  }
  if (item === 'CQ34') {
    const { inForce, isInDate } = policyInForce(practice, span)
    const value = inForce ? `Version ${inForce.number}, ${isInDate ? 'in date' : 'review overdue'}` : 'None'
    return [{ label: 'Policy in force', value }]
  }
  const { of = 0 } = items.find(({ id }) => id === item) ?? {}
  const counted: Record<string, string> = {
    CQ15: 'Consents with a stop alert',
    CQ29: 'Consents withdrawn',
    CQ30: 'Consents declined',
    CQ37: 'Incidents and complaints about consent',
    CQ38: 'Patients who responded',
  }
  return counted[item] ? [{ label: counted[item], value: String(of) }] : []
}

/** The operations of `contract/compliance.ts`. */
export const complianceHandlers = {
  overview: handle(compliance.overview, async (scope, asked) => {
    const overview = await overviewOf(scope, asked)
    if (!overview) return refuse('wrong-period')
    return { answer: { ...overviewHeader(overview), items: overview.items } }
  }),

  item: handle(compliance.item, async (scope, { itemId, page, pageSize, show, ...asked }) => {
    if (!findComplianceItem(itemId)) return refuse('not-found')
    const overview = await overviewOf(scope, asked)
    if (!overview) return refuse('wrong-period')
    const itemRecords = await listItemRecords(scope, overview, itemId, {
      show,
      slice: sliceOf({ page, pageSize }),
    })
    const answer = {
      ...overviewHeader(overview),
      item: overview.items.find(({ id }) => id === itemId)!,
      besides: await additionalFigures(scope, overview, itemId),
      groups: itemId === 'CQ39' ? hideSmallGroups(await countGroups(scope, overview.time)) : [],
      records: { ...itemRecords, page, pageSize },
      notes: (await notesOf(scope, itemId)).map(noteView),
      actions: (await actionsOf(scope, itemId)).map((action) => actionView(action, overview.practice.today)),
    }
    return { answer, subject: itemId, details: { ...overview.span } }
  }),

  addNote: handle(compliance.addNote, async (scope, { itemId, text }) => {
    if (!findComplianceItem(itemId)) return refuse('not-found')
    return { answer: { id: await insertNote(scope, itemId, text) }, subject: itemId }
  }),
}
