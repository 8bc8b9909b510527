/** `node tools/content/law-listing.ts`: writes `docs/law.md`, the law that the product rests on, nation by nation. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nationNames } from '../../contract/retention-rules.ts'
import { loadContent } from './content-loader.ts'
import type { LawRegister } from './law-loader.ts'

type Law = LawRegister['laws'][number]

/** On which days it holds, in words that stay true whenever they are read. */
function daysOf({ from, until }: Law): string {
  const begins = from === null ? 'Its first day is not on record here' : `From ${from}`
  return until === null ? begins : `${begins}, until ${until}`
}

function lawSection(law: Law): string {
  const points = [
    `Where: ${law.nations.map((nation) => nationNames[nation]).join(', ')}`,
    `When: ${daysOf(law)}`,
    `Rests on it: ${law.restsOn.map((path) => `\`${path}\``).join(', ')}`,
    ...law.sources.map(({ title, url }) => `Source: [${title}](${url})`),
    ...(law.open === '' ? [] : [`**Open:** ${law.open}`]),
  ]
  return [`## ${law.title}`, law.says, points.map((point) => `- ${point}`).join('\n')].join('\n\n')
}

/** The page as it stands in `docs/law.md`. */
export function lawListing({ version, checkedOn, reviewDue, laws }: LawRegister): string {
  const lead = [
    '# The law that the product rests on',
    'Written by `node tools/content/law-listing.ts` from `content/laws.yaml`; a test keeps it fresh. It is a note for those who review texts and rules, and no legal advice.',
    `Version ${version}, checked on ${checkedOn}, to be checked again by ${reviewDue}. Charges of the NHS stand in \`content/nhs-charges.yaml\`.`,
  ]
  return `${[...lead, ...laws.map(lawSection)].join('\n\n')}\n`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..')
  const { content, problems } = loadContent(root)
  if (problems.length > 0 || !content.laws)
    throw new Error('content/ has problems: node tools/build.ts content')
  writeFileSync(join(root, 'docs/law.md'), lawListing(content.laws))
}
