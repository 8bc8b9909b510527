import { z } from 'zod'
import { nations } from '../../contract/retention-rules.ts'
import { type ContentFile, type Problem, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'

const line = z.string().trim().min(1)
const sentences = line.regex(/\.$/, 'must be sentences')
const day = z.iso.date().nullable()

const Law = z
  .strictObject({
    id: z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/),
    nations: z.array(z.enum(nations)).min(1),
    title: line,
    says: sentences,
    from: day,
    until: day.default(null),
    /** Files of the product that would have to change with it. */
    restsOn: z.array(line).min(1),
    /** What could not be found, with the words searched for; empty where nothing is open. */
    open: sentences.or(z.literal('')).default(''),
    sources: z.array(z.strictObject({ title: line, url: z.url({ protocol: /^https?$/ }) })).min(1),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    error: 'ends before it begins',
    path: ['until'],
  })
  .refine(({ from, open }) => from !== null || open !== '', {
    error: 'has no first day: say what is open',
    path: ['open'],
  })

const LawFile = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  laws: z.array(Law).min(1),
})
export type LawRegister = z.infer<typeof LawFile>

/** Reads `content/laws.yaml`; null where it is wrong. A name that is there twice is reported. */
export function loadLaws(file: ContentFile, problems: Problem[]): LawRegister | null {
  const report = reporter(file, problems)
  const read = parseYaml(file.text, LawFile, report)
  if (!read) return null
  for (const [id, same] of Map.groupBy(read.laws, (law) => law.id))
    if (same.length > 1) report(0, `"${id}" is there twice`)
  return read
}
