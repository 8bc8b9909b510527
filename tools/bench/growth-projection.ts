/**
 * Ten years of growth on paper: requests a second, storage and cost of each year, reckoned from what was measured of one
 * consent (`consent-footprint.ts`) and from what docs/scale.md assumes. Prints one table for each place.
 *
 *   node tools/bench/growth-projection.ts
 */
import { projectGrowth, markets, type Year } from './growth-model.ts'

const columns: [string, (year: Year) => string][] = [
  ['Year', ({ year }) => String(year)],
  ['Practices', ({ practices }) => count(practices)],
  ['Consents a year', ({ consents }) => short(consents)],
  ['Requests a second, mean', ({ meanRequests }) => count(meanRequests)],
  ['at the peak', ({ peakRequests }) => count(peakRequests)],
  ['Processors, product', ({ productProcessors }) => count(productProcessors)],
  ['PostgreSQL', ({ databaseProcessors }) => count(databaseProcessors)],
  ['Rows, TB', ({ rowTerabytes }) => rowTerabytes.toFixed(2)],
  ['Files, TB', ({ fileTerabytes }) => fileTerabytes.toFixed(2)],
  ['Pounds a month', ({ poundsMonthly }) => short(poundsMonthly)],
  ['a consent, pence', ({ penceEach }) => penceEach.toFixed(2)],
]

const count = (value: number) => Math.ceil(value).toLocaleString('en-GB')
const short = (value: number) =>
  new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 3 }).format(value)

for (const place of markets) {
  console.log(`\n${place.name}\n`)
  console.log(`| ${columns.map(([name]) => name).join(' | ')} |`)
  console.log(`| ${columns.map(() => '---').join(' | ')} |`)
  for (const year of projectGrowth(place))
    console.log(`| ${columns.map(([, text]) => text(year)).join(' | ')} |`)
}
