import type { SectionTitle } from './linted-template.ts'

type SeedFact = { key: string; section: SectionTitle; stated: RegExp }

const aftercare = 'Aftercare Instructions'

/** Facts the product promises to state, as the writing guide words their test. */
export const seedFacts = [
  { key: 'implants-4-8', section: 'Treatment Description', stated: /4\s*(?:-|–|to)\s*8\s+implants/i },
  { key: 'ice-24h', section: aftercare, stated: /\bice\b[^.]{0,60}\b24\s*hours/i },
  { key: 'ice-24-48h', section: aftercare, stated: /\bice\b[^.]{0,60}24\s*(?:-|–|to)\s*48\s*hours/i },
  { key: 'gauze-30-45', section: aftercare, stated: /gauze[^.]{0,80}30\s*(?:-|–|to)\s*45\s*minutes/i },
  {
    key: 'no-rinse-24h',
    section: aftercare,
    stated: /(?:do not|no|avoid)[^.]{0,30}rins[^.]{0,60}24\s*hours/i,
  },
  { key: 'no-smoke-48h', section: aftercare, stated: /smok[^.]{0,60}at least 48\s*hours/i },
  { key: 'no-smoke-72h', section: aftercare, stated: /smok[^.]{0,60}at least 72\s*hours/i },
  { key: 'rest-24h', section: aftercare, stated: /\brest\b[^.]{0,40}\b24\s*hours/i },
  { key: 'rest-24-48h', section: aftercare, stated: /\brest\b[^.]{0,40}24\s*(?:-|–|to)\s*48\s*hours/i },
  { key: 'no-strenuous-few-days', section: aftercare, stated: /strenuous[^.]{0,60}first few days/i },
  { key: 'no-strenuous-first-week', section: aftercare, stated: /strenuous[^.]{0,60}first week/i },
  { key: 'crowns-10-15', section: 'Benefits', stated: /10\s*(?:-|–|to)\s*15\s*years or longer/i },
] as const satisfies readonly SeedFact[]

export const seedFactKeys = seedFacts.map(({ key }) => key)

/** Pairs of times for the same care; one template gives one of them. */
export const contradictions = [
  ['no-smoke-48h', 'no-smoke-72h'],
  ['rest-24h', 'rest-24-48h'],
  ['ice-24h', 'ice-24-48h'],
] as const
