import type { ComplianceFramework, ComplianceItem, CompliancePeriod } from '../../../contract/compliance.ts'
import { nationNames, type Nation } from '../../../contract/retention-rules.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { checklist } from './compliance-checklist.ts'
import { countConsents, countSurveys, countTemplates } from './compliance-count-store.ts'
import type { FactPeriod } from './compliance-facts-store.ts'
import { findPendingMarks, type MarkPeriod } from './compliance-mark-store.ts'
import { practiceTally, readPractice, type Practice } from './compliance-practice.ts'
import {
  boundsOf,
  numberOf,
  shareOf,
  spansOf,
  figureStateOf,
  frameworksOn,
  type Figure,
  type Span,
  type Tally,
} from './compliance-rules.ts'
import { openActionsByItem } from './improvement-action-store.ts'

type OverviewInput = { period: CompliancePeriod; from?: string | undefined; to?: string | undefined }
export type OverviewTime = FactPeriod & MarkPeriod
export type Overview = {
  period: CompliancePeriod
  span: Span
  spans: Span[]
  time: OverviewTime
  framework: ComplianceFramework
  items: ComplianceItem[]
  practice: Practice
}

/** Under which names a practice of that nation is looked at on that day. */
function frameworkOf(nation: Nation, today: string): ComplianceFramework {
  const { version, checkedOn } = checklist
  const { frameworks, ...named } = checklist.nations[nation]
  return {
    ...{ nation: nationNames[nation], version, checkedOn },
    ...named,
    frameworks: frameworksOn(
      checklist.frameworks.filter(({ id }) => frameworks.includes(id)),
      today,
    ),
  }
}

/** A figure of an item: how many treatments began too late, and how many audits were made, are numbers of things. */
function figureOf(item: (typeof checklist.items)[number], { count, of }: Tally): Figure {
  if (item.unit === 'percent') return shareOf({ count, of })
  if (item.target !== 0) return numberOf(count, of)
  return of === 0 ? { count: 0, of: 0, value: null } : numberOf(of - count, of)
}

/** The tallies of all items in all spans, in a handful of statements. */
async function talliesOf(scope: StaffScope, time: OverviewTime, practice: Practice) {
  const tallies = new Map([...(await countConsents(scope, time)), ...(await countTemplates(scope, time))])
  tallies.set('CQ38', await countSurveys(scope, time))
  const own = time.spans.map((span) => practiceTally(practice, span))
  for (const id of Object.keys(own[0]!))
    tallies.set(
      id,
      own.map((each) => each[id]!),
    )
  return tallies
}

/** The whole list over a period; null where the days are no span. */
export async function overviewOf(scope: StaffScope, asked: OverviewInput): Promise<Overview | null> {
  const timeZone = await timeZoneOf(scope)
  const today = dayAt(scope.now, timeZone)
  const spans = spansOf(asked, today)
  if (!spans) return null
  const { nation } = await settingsOf(scope)
  const time = {
    bounds: boundsOf(spans, timeZone),
    timeZone,
    spans,
    ...(await findPendingMarks(scope, timeZone)),
  }
  const practice = await readPractice(scope, { spans, timeZone })
  const tallies = await talliesOf(scope, time, practice)
  const openActions = await openActionsByItem(scope)
  const isEngland = nation === 'england'
  const items = checklist.items.map((item): ComplianceItem => {
    const figures = (tallies.get(item.id) ?? spans.map(() => ({ count: 0, of: 0 }))).map((each) =>
      figureOf(item, each),
    )
    const now = figures.at(-1)!
    return {
      ...{ id: item.id, keyQuestion: item.keyQuestion, ask: item.ask, counts: item.counts, behind: item.of },
      // The numbers of regulations are those of England; elsewhere an item stands under its theme.
      regulations: isEngland
        ? item.regulations.map((each) => `${each} ${checklist.regulations[String(each)]}`)
        : [],
      statement: isEngland ? item.statement : null,
      ...{ unit: item.unit, target: item.target, state: figureStateOf(now, item) },
      ...now,
      trend: figures.map((figure, at) => ({ ...spans[at]!, ...figure })),
      openActions: openActions.get(item.id) ?? 0,
    }
  })
  const span = spans.at(-1)!
  return { period: asked.period, span, spans, time, framework: frameworkOf(nation, today), items, practice }
}
