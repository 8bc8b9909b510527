import { consentOutcomeMeasures } from '../../../contract/measures.ts'
import type { EvidenceQuarter } from '../../../contract/group-evidence.ts'
import type { AnyGroupScope } from '../../platform/database/transaction.ts'
import { everyMonth, outcomeHeader } from '../analytics/index.ts'
import {
  dayText,
  groupPolicyVersionsOf,
  monthText,
  policyWordings,
  sharedPoliciesIn,
  spanText,
  type GroupPolicyVersion,
  type PracticeEvidence,
} from '../compliance/index.ts'
import type { InspectionReport } from '../documents/index.ts'
import { auditText, hasSmallMonth, notShown, reportedItem } from './practice-group-evidence-rules.ts'
import { tellOutcomes } from './practice-group-figure-rules.ts'
import { listPracticeMonths, type PracticeMonth } from './practice-group-figure-store.ts'
import { listAdoptedPolicies, type AdoptedPolicy } from './practice-group-policy-store.ts'
import { findOwnGroup, listPracticesOfGroup } from './practice-group-store.ts'

export type ReportedPractice = {
  id: string
  name: string
  joinedAt: Date
  today: string
  showsFigures: boolean
  showsPolicies: boolean
}

/** The practices of the group and what each shows, by name. */
export async function listReportedPractices(scope: AnyGroupScope): Promise<ReportedPractice[]> {
  const figures = await listPracticesOfGroup(scope, 'figures')
  const policies = new Map(
    (await listPracticesOfGroup(scope, 'policies')).map(({ id, isAgreed }) => [id, isAgreed]),
  )
  return figures.map(({ isAgreed: showsFigures, ...practice }) => ({
    ...practice,
    showsFigures,
    showsPolicies: policies.get(practice.id) ?? false,
  }))
}

export type GroupFacts = {
  name: string
  practices: ReportedPractice[]
  months: string[]
  counted: PracticeMonth[]
  versions: GroupPolicyVersion[]
  adopted: AdoptedPolicy[]
  at: Date
}

/** What the group itself reads for a report. */
export async function readGroupFacts(scope: AnyGroupScope, quarter: EvidenceQuarter): Promise<GroupFacts> {
  const { name } = await findOwnGroup(scope)
  const months = everyMonth({ from: quarter.from.slice(0, 7), to: quarter.to.slice(0, 7) })
  return {
    ...{ name, months, at: scope.now },
    practices: await listReportedPractices(scope),
    counted: await listPracticeMonths(scope, months),
    versions: await groupPolicyVersionsOf(scope),
    adopted: await listAdoptedPolicies(scope),
  }
}

type Table = InspectionReport['tables'][number]
export type EvidenceByPractice = ReadonlyMap<string, PracticeEvidence>
type Contents = { facts: GroupFacts; evidence: EvidenceByPractice }

const instantDay = (at: Date): string => dayText(at.toISOString())
const nobody = 'No practice shows this to the group.'

/** Those that show their figures, each with its evidence. */
const shownIn = ({ facts, evidence }: Contents) =>
  facts.practices.flatMap((practice) => {
    const found = evidence.get(practice.id)
    return practice.showsFigures && found ? [{ practice, found }] : []
  })

function standingTable({ practices }: GroupFacts): Table {
  const words = (shows: boolean) => (shows ? 'Shown' : notShown)
  return {
    title: 'Practices',
    lead: 'All practices of the group, and what each has agreed to show it. A practice that is not shown here is not judged.',
    columns: ['Practice', 'Joined', 'Monthly figures', 'Policy status'],
    rows: practices.map(({ name, joinedAt, showsFigures, showsPolicies }) => [
      ...[name, instantDay(joinedAt)],
      ...[words(showsFigures), words(showsPolicies)],
    ]),
    none: 'No practices.',
  }
}

function outcomeTable({ practices, months, counted }: GroupFacts): Table {
  const shown = practices.filter(({ showsFigures }) => showsFigures)
  const { practices: rows } = tellOutcomes(shown, months, counted)
  return {
    title: 'Consent outcomes',
    lead: 'Consents sent in the quarter and their outcomes so far. A month in which a practice sent fewer than 5 is in no figure; the last column says how many.',
    columns: ['Practice', ...outcomeHeader, 'Months left out'],
    rows: rows.map(({ name, outcomes, leftOut }) => [
      ...[name, ...consentOutcomeMeasures.map((outcome) => String(outcomes[outcome]))],
      String(leftOut),
    ]),
    none: nobody,
  }
}

/** The evidence list of each practice, as its own pack has it. */
function evidenceTables(contents: Contents): Table[] {
  const shown = shownIn(contents)
  if (shown.length === 0) return [{ title: 'Evidence list', lead: '', columns: [], rows: [], none: nobody }]
  return shown.map(({ practice, found: { framework, items } }) => {
    const isSmall = hasSmallMonth(contents.facts.counted, practice.id)
    const lead = `${framework.title}, version ${framework.version}. Regulator: ${framework.regulator}.`
    const left =
      ' In one month or more fewer than 5 consents were sent, so items about patients are not shown.'
    return {
      title: `Evidence list: ${practice.name}`,
      lead: isSmall ? lead + left : lead,
      columns: ['Item', 'Current', 'Target', 'Status'],
      rows: items.map((item) => {
        const { value, target, state } = reportedItem(item, isSmall)
        return [`${item.id} ${item.ask}`, value, target, state]
      }),
      none: '',
    }
  })
}

function actionTable(contents: Contents): Table {
  return {
    title: 'Open actions',
    lead: 'Improvement actions that are open, by item of the evidence list, on the day of this report.',
    columns: ['Practice', 'Item', 'Open', 'Overdue'],
    rows: shownIn(contents).flatMap(({ practice, found: { actions } }) =>
      actions.length > 0
        ? actions.map(({ item, open, overdue }) => [
            ...[practice.name, item ?? 'Other'],
            ...[String(open), String(overdue)],
          ])
        : [[practice.name, 'None', '0', '0']],
    ),
    none: nobody,
  }
}

function auditTable(contents: Contents): Table {
  return {
    title: 'Inspection packs and sample audits',
    lead: 'The newest pack that each practice made, and its newest sample audit by the end of the quarter.',
    columns: ['Practice', 'Last pack', 'Last sample audit', 'Result'],
    rows: shownIn(contents).map(({ practice, found: { audit, lastPackAt } }) => [
      ...[practice.name, lastPackAt ? instantDay(lastPackAt) : 'None'],
      ...[audit ? monthText(audit.month) : 'None', auditText(audit)],
    ]),
    none: nobody,
  }
}

const titlesOf = ({ versions }: GroupFacts): ReadonlyMap<string, string> =>
  new Map([
    ...policyWordings.map(({ id, title }) => [id, title] as const),
    ...versions.toReversed().map(({ policy, title }) => [policy, title] as const),
  ])

/** The group's policies, and which practices use them in which version. */
function policyTables(facts: GroupFacts): Table[] {
  const { practices, versions, adopted } = facts
  const shown = practices.filter(({ showsPolicies }) => showsPolicies)
  const numbers = new Map(versions.map(({ id, number }) => [id, number]))
  const titles = titlesOf(facts)
  const inUse = (policy: string, number: number) =>
    adopted.filter((one) => one.policy === policy && numbers.get(one.groupVersionId ?? '') === number)
  return [
    {
      title: 'Group policies',
      lead: 'Policies that the group shares. Each practice decides whether it adopts them.',
      columns: ['Policy', 'Version', 'Shared on', 'In use at'],
      rows: sharedPoliciesIn(versions).map(({ policy, title, number, at }) => [
        ...[title, String(number), instantDay(at)],
        `${inUse(policy, number).length} of ${shown.length}`,
      ]),
      none: 'The group shares no policies.',
    },
    {
      title: 'Policies by practice',
      lead: 'Version in force at each practice, whose wording it is, and when the practice reviews it.',
      columns: ['Practice and policy', 'Version', 'Wording', 'Review'],
      rows: shown.flatMap(({ id, name, today }) =>
        adopted
          .filter(({ clinicId, policy }) => clinicId === id && titles.has(policy))
          .map(({ policy, number, groupVersionId, reviewOn }) => {
            const groupNumber = numbers.get(groupVersionId ?? '')
            return [
              ...[`${name}: ${titles.get(policy)!}`, String(number)],
              groupNumber === undefined ? 'Practice’s own' : `Group’s version ${groupNumber}`,
              dayText(reviewOn) + (reviewOn < today ? ', overdue' : ''),
            ]
          }),
      ),
      none: shown.length === 0 ? nobody : 'No policies adopted.',
    },
  ]
}

const text = (title: string, lead: string): Table => ({ title, lead, columns: [], rows: [], none: '' })

const methodTables: Table[] = [
  text(
    'Method',
    'Each practice counts its own records; nothing here was counted again for the group, and no patient and nobody of a practice’s staff is named. ' +
      'Items have the values of the practice’s own inspection pack for the same quarter. Items about patients are not shown where they rest on fewer than 5, ' +
      'or where the practice sent fewer than 5 consents in a month of the quarter. Comparisons between groups of patients are in the practice’s own pack alone. ' +
      'The evidence list, outcomes, actions, packs and sample audits are of practices that agreed to show monthly figures; policies are of practices that agreed to show their policy status. ' +
      'There is no overall score and no ranking.',
  ),
  text(
    'Checking this file',
    'This file bears the seal of the Candour installation and the time of sealing. Open it under ‘Check a document’ (/verify) on the address of the installation, or in any reader that checks signatures: any change after sealing shows there. ' +
      'Its SHA-256 hash is listed with it on the group’s Evidence page.',
  ),
]

/** All that the report of a group says. */
export function groupReportOf(
  contents: Contents,
  { quarter, madeBy: createdBy }: { quarter: EvidenceQuarter; madeBy: string },
): InspectionReport {
  const { facts } = contents
  const { practices } = facts
  const hidden = practices.filter(({ showsFigures, showsPolicies }) => !showsFigures && !showsPolicies)
  const countOf = (shows: 'showsFigures' | 'showsPolicies') =>
    `${practices.filter((practice) => practice[shows]).length} of ${practices.length} practices`
  return {
    title: 'Group evidence report',
    ...{ organisation: facts.name, createdBy, createdAt: facts.at },
    lead:
      'How practices of this group stand against their evidence lists for inspections, from their own counts. Targets are ' +
      'suggested by Candour; they are not an inspector’s thresholds. ‘No data’ means that there was nothing to count.',
    facts: [
      { label: 'Period', value: spanText(quarter) },
      { label: 'Created', value: `${instantDay(facts.at)}, for ${createdBy}` },
      { label: 'Monthly figures', value: countOf('showsFigures') },
      { label: 'Policy status', value: countOf('showsPolicies') },
      { label: 'Not shown at all', value: hidden.map(({ name }) => name).join('; ') || 'None' },
    ],
    questions: [],
    tables: [
      ...[standingTable(facts), outcomeTable(facts)],
      ...[auditTable(contents), actionTable(contents)],
      ...policyTables(facts),
      ...evidenceTables(contents),
      ...methodTables,
    ],
  }
}
