import { dateInTimeZone, dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import type { ConsentOutcomes, PlatformAnalytics, PlatformMonth } from '../../../contract/analytics.ts'
import {
  consentOutcomeMeasures,
  featureUsageMeasures,
  timeToSignBuckets,
  type Measure,
} from '../../../contract/measures.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { activeClinics, newClinics, totalsByMonth, totalsByTreatment, totalsSince } from './platform-store.ts'

/** The first days of so many months, oldest first, the one that runs in London last. */
function monthsUntil(now: Date, count: number): string[] {
  const [year, month] = dateInTimeZone(now).split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, at) => dateOfUtcMidnight(Date.UTC(year, month - count + at, 1)))
}

type Total = { measure: Measure; total: number }

const totalOf = (totals: readonly Total[], measure: Measure): number =>
  totals.find((each) => each.measure === measure)?.total ?? 0

const outcomesOf = (totals: readonly Total[]): ConsentOutcomes =>
  Object.fromEntries(
    consentOutcomeMeasures.map((measure) => [measure, totalOf(totals, measure)]),
  ) as ConsentOutcomes

const uses = (list: readonly { measure: Measure }[], totals: readonly Total[]) =>
  list.map(({ measure }) => ({ measure, consents: totalOf(totals, measure) }))

async function monthsOf(scope: AdminScope, starts: readonly string[]): Promise<PlatformMonth[]> {
  const from = starts[0]!
  const totals = await totalsByMonth(scope, from, consentOutcomeMeasures)
  const [made, active] = [await newClinics(scope, from), await activeClinics(scope, from)]
  return starts.map((start) => {
    const ofMonth = made.find(({ month }) => month === start)
    return {
      month: start.slice(0, 7),
      ...outcomesOf(totals.filter(({ month }) => month === start)),
      newClinics: ofMonth?.clinics ?? 0,
      activatedClinics: ofMonth?.activated ?? 0,
      activeClinics: active.find(({ month }) => month === start)?.clinics ?? 0,
    }
  })
}

async function treatmentOutcomes(scope: AdminScope, from: string): Promise<PlatformAnalytics['treatments']> {
  const totals = await totalsByTreatment(scope, from, consentOutcomeMeasures)
  return Object.entries(Object.groupBy(totals, ({ treatment }) => treatment))
    .map(([treatment, ofTreatment]) => ({ treatment, ...outcomesOf(ofTreatment ?? []) }))
    .filter(({ sent }) => sent > 0)
    .toSorted((one, other) => other.sent - one.sent || one.treatment.localeCompare(other.treatment))
}

/** The figures of the platform over so many months: read from totals alone, however many consents there are. */
export async function platformAnalytics(scope: AdminScope, months: number): Promise<PlatformAnalytics> {
  const starts = monthsUntil(scope.now, months)
  const totals = await totalsSince(scope, starts[0]!)
  return {
    months: await monthsOf(scope, starts),
    timeToSign: uses(timeToSignBuckets, totals),
    treatments: await treatmentOutcomes(scope, starts[0]!),
    reminders: {
      reminded: totalOf(totals, 'reminded'),
      signedAfter: totalOf(totals, 'signed_after_reminder'),
      signedSoonAfter: totalOf(totals, 'signed_soon_after_reminder'),
    },
    features: uses(featureUsageMeasures, totals),
    sent: totalOf(totals, 'sent'),
  }
}
