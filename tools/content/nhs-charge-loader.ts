import { z } from 'zod'
import { chargeBands, parsePrice, type ChargeBandName } from '../../contract/charges.ts'
import { isoDate } from '../../contract/kit.ts'
import { price_pence_max } from '../../contract/limits.ts'
import { nations } from '../../contract/retention-rules.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import type { LibraryNhsCharges } from './library-types.ts'

const line = z.string().trim().min(1)
const price = line.transform((written, context) => {
  const pence = parsePrice(written, price_pence_max)
  if (pence === null) context.addIssue({ code: 'custom', message: `"${written}" is no price` })
  return pence ?? 0
})

const NhsChargesFile = z.strictObject({
  charges: z.array(
    z
      .strictObject({
        nation: z.enum(nations),
        rule: line.regex(/\.$/, 'must be sentences'),
        bands: z.partialRecord(z.enum(chargeBands), price).default({}),
        maximum: price.nullable().default(null),
        from: isoDate.nullable().default(null),
        checkedOn: isoDate,
        sources: z.array(z.strictObject({ title: line, url: z.url({ protocol: /^https$/ }) })).min(1),
      })
      .refine(({ bands, from }) => Object.keys(bands).length === 0 || from !== null, {
        error: 'amounts need the day from which they apply',
        path: ['from'],
      }),
  ),
})

/** Reads `content/nhs-charges.yaml`, by nation and day: a nation that is missing, or there twice for one day, is reported. */
export function loadNhsCharges(file: ContentFile, problems: Problem[]): LibraryNhsCharges[] {
  const report = reporter(file, problems)
  const read = parseYaml(file.text, NhsChargesFile, report)
  if (!read) return []
  const charges = read.charges.map(({ bands, maximum, ...entry }) => ({
    ...entry,
    bands: Object.entries(bands).map(([band, pricePence]) => ({ band: band as ChargeBandName, pricePence })),
    maximumPence: maximum,
  }))
  for (const nation of nations) {
    const days = charges.filter((entry) => entry.nation === nation).map(({ from }) => from)
    if (days.length === 0) report(0, `"${nation}" is missing`)
    if (new Set(days).size < days.length) report(0, `"${nation}" is there twice for one day`)
  }
  return charges
}
