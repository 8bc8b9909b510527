import type { AnalyticsTable, PlatformAnalytics } from '../../../contract/analytics.ts'
import {
  consentOutcomeMeasures,
  featureUsageMeasures,
  timeToSignBuckets,
} from '../../../contract/measures.ts'
import { outcomeHeader } from './figure-file.ts'

type Table = { header: string[]; rows: (string | number)[][] }

const labelled = (
  list: readonly { measure: string; label: string }[],
  uses: readonly { measure: string; consents: number }[],
) =>
  uses.map(({ measure, consents }) => [
    list.find((each) => each.measure === measure)?.label ?? measure,
    consents,
  ])

/** One table of the figures, as its file holds it. */
export function tableOf(name: AnalyticsTable, figures: PlatformAnalytics): Table {
  const { months, treatments, timeToSign, features } = figures
  if (name === 'months')
    return {
      header: ['Month', 'New practices', 'Of these active', 'Active practices', ...outcomeHeader],
      rows: months.map((each) => [
        each.month,
        each.newClinics,
        each.activatedClinics,
        each.activeClinics,
        ...consentOutcomeMeasures.map((measure) => each[measure]),
      ]),
    }
  if (name === 'treatments')
    return {
      header: ['Treatment', ...outcomeHeader],
      rows: treatments.map((each) => [
        each.treatment,
        ...consentOutcomeMeasures.map((measure) => each[measure]),
      ]),
    }
  if (name === 'time-to-sign')
    return { header: ['Signed', 'Consents'], rows: labelled(timeToSignBuckets, timeToSign) }
  return { header: ['Used', 'Consents'], rows: labelled(featureUsageMeasures, features) }
}
