import type { ComplianceItem } from '../../../contract/compliance.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { clinicContactOf, secondFactorOf } from '../clinics/index.ts'
import type { InspectionReport } from '../documents/index.ts'
import { checklist, sampleAudit } from './compliance-checklist.ts'
import { countGroups } from './compliance-count-store.ts'
import { overviewOf, type Overview } from './compliance-overview.ts'
import { hideSmallGroups, monthOf, periodOf, type Span } from './compliance-rules.ts'
import { notesOf } from './compliance-store.ts'
import { listActions, type ActionRow } from './improvement-action-store.ts'
import { listIncidents } from './incident-store.ts'
import { dayText, figureText, longDay, spanText, stateLabels, targetText } from './inspection-pack-words.ts'
import { policyVersionsOf, readingsOf } from './policy-store.ts'
import { tallyCriteria, monthText } from './sample-audit-rules.ts'
import { lastSampleAudit, type SampleAuditRecord } from './sample-audit-store.ts'
import { secondFactorText } from './second-factor-text.ts'
import { trainingStatusOn } from './training-rules.ts'

const incidentKindLabels = { incident: 'Incident', 'near-miss': 'Near miss', complaint: 'Complaint' }
const itemOf = (
  item: ComplianceItem,
  notes: string[],
): InspectionReport['questions'][number]['items'][number] => ({
  ...{ id: item.id, ask: item.ask, counts: item.counts, notes },
  ...{ value: figureText(item, item.unit), target: targetText(item), state: stateLabels[item.state] },
  regulations: item.regulations.length > 0 ? `Regulations ${item.regulations.join('; ')}` : '',
  trend: item.trend.map((each) => ({ span: spanText(each), value: figureText(each, item.unit) })),
})

const groupItems: Record<string, string> = {
  CQ07: 'time to decide',
  CQ08: 'questions answered before signing',
  CQ38: 'knew enough to decide',
}

/** The item that is told by groups alone: each with its share, or that it is hidden. */
async function groupsOf(scope: StaffScope, { time }: Overview) {
  const groups = hideSmallGroups(await countGroups(scope, time))
  const lines = groups.map(({ name, item, figure }) => {
    const told = figure ? figureText(figure, 'percent') : 'hidden, too few people'
    return `${name}, ${groupItems[item]}: ${told}`
  })
  return { value: groups.length > 0 ? 'By groups' : 'No data', state: 'No target', trend: [], notes: lines }
}

async function questionsOf(scope: StaffScope, overview: Overview) {
  const { items, framework } = overview
  const questions: InspectionReport['questions'] = []
  for (const { id, title } of checklist.keyQuestions) {
    const told: InspectionReport['questions'][number]['items'] = []
    for (const item of items.filter(({ keyQuestion }) => keyQuestion === id)) {
      const notes = (await notesOf(scope, item.id)).slice(0, 3)
      const printed = itemOf(
        item,
        notes.map(({ text, byName, at }) => `${dayText(at.toISOString())}, ${byName}: ${text}`),
      )
      const groups = item.behind === 'groups' ? await groupsOf(scope, overview) : null
      told.push({ ...printed, ...groups, notes: [...(groups?.notes ?? []), ...printed.notes] })
    }
    const theme = framework.themes[id]
    questions.push({ title: theme && theme !== title ? `${title}: ${theme}` : title, items: told })
  }
  return questions
}

type Table = InspectionReport['tables'][number]

function auditTables(audit: SampleAuditRecord | undefined): Table[] {
  const none = 'No sample audit by the end of the period.'
  if (!audit) return [{ title: 'Sample audit', lead: '', columns: [], rows: [], none }]
  const drawn = `${audit.sample.length} of ${audit.population} consents finalised in ${monthText(audit.month)}, drawn with seed ${audit.seed}. The evidence for each is included with this report as a file that can be checked on its own.`
  const criteria = tallyCriteria(audit.sample)
  return sampleAudit.groups.map(({ id, title, need }, at) => ({
    title: `Sample audit: ${title}`,
    lead: at === 0 ? `${need}. ${drawn}` : `${need}.`,
    columns: ['Criterion', 'Item', 'Met'],
    rows: criteria
      .filter(({ group }) => group === id)
      .map(({ says, item, met, of }) => [says, item, of === 0 ? 'No data' : `${met} of ${of}`]),
    none: '',
  }))
}

const actionRow = ({ title, item, ownerName, dueOn, outcome }: ActionRow, isOpen: boolean): string[] => [
  item ? `${item}: ${title}` : title,
  ownerName ?? 'Unassigned',
  isOpen ? dayText(dueOn) : outcome,
]

const rows_printed_max = 200

async function tablesOf(scope: StaffScope, { practice, span }: Overview): Promise<Table[]> {
  const all = { limit: rows_printed_max, offset: 0 }
  const open = await listActions(scope, { status: 'open', slice: all })
  const closed = await listActions(scope, { status: 'closed', slice: all })
  const versions = (await policyVersionsOf(scope)).filter(
    ({ policy }, at, every) => every[at - 1]?.policy !== policy,
  )
  const readings = await readingsOf(
    scope,
    versions.map(({ id }) => id),
  )
  const readersOf = (id: string) =>
    practice.people.filter((person) =>
      readings.some(({ versionId, staffId }) => versionId === id && staffId === person.id),
    ).length
  const { rows: incidents } = await listIncidents(scope, { about: 'consent', slice: all })
  const inSpan = incidents.filter(({ happenedOn }) => happenedOn >= span.from && happenedOn <= span.to)
  return [
    {
      ...{ title: 'Actions', lead: 'Open actions by due date.', columns: ['Action', 'Who', 'Due'] },
      ...{ rows: open.rows.map((row) => actionRow(row, true)), none: 'No open actions.' },
    },
    {
      ...{ title: 'Closed actions', lead: 'Newest first.' },
      ...{ columns: ['Action', 'Who', 'Outcome'] },
      ...{ rows: closed.rows.map((row) => actionRow(row, false)), none: 'No actions closed yet.' },
    },
    {
      ...{
        title: 'Policies',
        lead: 'Version in force, review date and number of staff who have read it.',
      },
      columns: ['Policy', 'Version', 'Review', 'Read by'],
      rows: versions.map(({ id, title, number, reviewOn }) => [
        ...[title, String(number), dayText(reviewOn)],
        `${readersOf(id)} of ${practice.people.length}`,
      ]),
      none: 'No policies adopted.',
    },
    {
      ...{ title: 'Training', lead: 'Active staff who take consent, and their latest training.' },
      columns: ['Person', 'Consent', 'Mental capacity', 'Valid until'],
      rows: practice.people
        .map((person) => trainingStatusOn(person, practice.trained, practice.today))
        .filter(({ takesConsent }) => takesConsent)
        .map(({ name, consentOn, capacityOn, until }) => [
          name,
          ...[consentOn, capacityOn, until].map((day) => (day ? dayText(day) : 'None')),
        ]),
      none: 'No staff take consent.',
    },
    {
      ...{ title: 'Incidents and complaints about consent', lead: 'Recorded in the period.' },
      columns: ['Learning', 'Type', 'Date', 'Shared'],
      rows: inSpan.map(({ learning, kind, happenedOn, shared }) => [
        ...[learning || 'Not yet', incidentKindLabels[kind], dayText(happenedOn), shared || 'Not yet'],
      ]),
      none: 'None recorded.',
    },
  ]
}

export type PackContents = { report: InspectionReport; audit: SampleAuditRecord | undefined }

/** All that a pack says, read at one moment. */
export async function readPackContents(
  scope: StaffScope,
  { span, madeBy: createdBy }: { span: Span; madeBy: string },
): Promise<PackContents> {
  const overview = (await overviewOf(scope, { ...span, period: periodOf(span) }))!
  const { name: practice } = await clinicContactOf(scope)
  const audit = await lastSampleAudit(scope, monthOf(span.to))
  const signIn = secondFactorText(await secondFactorOf(scope), overview.practice.timeZone, scope.now)
  const { framework } = overview
  const report: InspectionReport = {
    title: `${framework.short}: evidence on consent`,
    ...{ organisation: practice, createdBy, createdAt: scope.now },
    lead:
      'All figures are counted from the practice’s own records. Targets are suggested by Candour; they are not ' +
      'an inspector’s thresholds, and there is no overall score. ‘No data’ means that there was nothing to count.',
    facts: [
      { label: 'Period', value: spanText(span, longDay) },
      { label: 'Created', value: `${dayText(scope.now.toISOString())}, for ${createdBy}` },
      { label: 'Regulator', value: framework.regulator },
      { label: 'Regulations', value: framework.regulations },
      { label: 'Two-step sign-in', value: signIn },
      {
        label: 'Evidence list',
        value: `Version ${framework.version}, checked ${dayText(framework.checkedOn)}`,
      },
      ...framework.frameworks.map(({ id, title, isInForce }) => ({
        label: id,
        value: `${title}${isInForce ? '' : ' (drafted, no final text yet)'}`,
      })),
    ],
    questions: await questionsOf(scope, overview),
    tables: [...auditTables(audit), ...(await tablesOf(scope, overview))],
  }
  return { report, audit }
}
