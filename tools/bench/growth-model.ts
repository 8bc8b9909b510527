/** What one signed consent was measured to take and to leave by `consent-footprint.ts`: docs/scale.md says on what. */
const measuredCosts = {
  /** What stays: without what waits to be counted or sealed, and without keys against doubling. */
  rowBytes: 29_280,
  /** Keys against doubling with their answers, which go after a month. */
  keyBytes: 27_650,
  fileBytes: 145_700,
  productCpuMs: 136,
  databaseCpuMs: 105,
  /** Of the API by the browsers of staff and patient, from signing in to the sealed record. */
  requests: 173,
}

/** What is assumed: no measure of ours says it. Change it here and print again. */
const assumptions = {
  /** Three dentists, four consents a day each, 250 days. */
  consentsOfPractice: 3000,
  /** Processors' time of what signs nothing, beside that of what does: lists, the day board, records looked at again. */
  readsBeside: 4,
  workDays: 250,
  workHours: 9,
  /** Of the busiest minutes of the busiest day beside the mean of working hours. */
  peak: 4,
  /** Of a processor that is kept free at the peak. */
  spare: 0.5,
  /** Of rows: indexes grow ragged, and a write-ahead log and one replica are kept. */
  copiesOfRows: 2.5,
  /** A practice's own films. */
  videoBytesOfPractice: 1.5e9,
  poundsOfProcessorMonth: 20,
  poundsOfRowGigabyteMonth: 0.1,
  poundsOfFileGigabyteMonth: 0.02,
  /** Messages: an SMS for each consent, an e-mail for each besides. */
  poundsOfMessages: 0.04,
}

export type Market = { name: string; practices: number; firstShare: number; lastShare: number }

/** Practices of the United Kingdom by NHS and private registers; of the world by dentists, three to a practice. */
export const markets: readonly Market[] = [
  {
    name: 'United Kingdom, a quarter of its practices after ten years',
    practices: 12_000,
    firstShare: 0.002,
    lastShare: 0.25,
  },
  {
    name: 'United Kingdom, all of its practices after ten years',
    practices: 12_000,
    firstShare: 0.002,
    lastShare: 1,
  },
  {
    name: 'The world, all of its practices after ten years',
    practices: 600_000,
    firstShare: 0.0001,
    lastShare: 1,
  },
]

export type Year = {
  year: number
  practices: number
  consents: number
  meanRequests: number
  peakRequests: number
  productProcessors: number
  databaseProcessors: number
  rowTerabytes: number
  fileTerabytes: number
  poundsMonthly: number
  penceEach: number
}

const years = 10
const terabyte = 1e12
const gigabytes_of_terabyte = 1000

/** Ten years of a place, its share growing by the same factor each year; records are kept for as long as is reckoned. */
export function projectGrowth(
  { practices: all, firstShare, lastShare }: Market,
  each = measuredCosts,
  by = assumptions,
): Year[] {
  const factor = (lastShare / firstShare) ** (1 / (years - 1))
  const workSeconds = by.workDays * by.workHours * 3600
  let kept = 0
  return Array.from({ length: years }, (_, place) => {
    const practices = all * firstShare * factor ** place
    const consents = practices * by.consentsOfPractice
    kept += consents
    const meanRequests = (consents * each.requests) / workSeconds
    const peakConsents = (consents / workSeconds) * by.peak
    // What browsers ask besides is reckoned as so many times what makes, signs and seals.
    const processors = (cpuMs: number) =>
      (peakConsents * cpuMs * (1 + by.readsBeside)) / 1000 / (1 - by.spare)
    const productProcessors = processors(each.productCpuMs)
    const databaseProcessors = processors(each.databaseCpuMs)
    const rowTerabytes = (kept * each.rowBytes + (consents / 12) * each.keyBytes) / terabyte
    const fileTerabytes = (kept * each.fileBytes + practices * by.videoBytesOfPractice) / terabyte
    const poundsMonthly =
      (productProcessors + databaseProcessors) * by.poundsOfProcessorMonth +
      rowTerabytes * gigabytes_of_terabyte * by.copiesOfRows * by.poundsOfRowGigabyteMonth +
      fileTerabytes * gigabytes_of_terabyte * by.poundsOfFileGigabyteMonth +
      (consents * by.poundsOfMessages) / 12
    return {
      ...{ year: place + 1, practices, consents, meanRequests, peakRequests: meanRequests * by.peak },
      ...{ productProcessors, databaseProcessors, rowTerabytes, fileTerabytes, poundsMonthly },
      penceEach: (poundsMonthly * 12 * 100) / consents,
    }
  })
}
