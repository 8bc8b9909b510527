import { z } from 'zod'
import { nations } from '../../contract/retention-rules.ts'
import { findBannedWords } from '../../wording/word-checks.ts'
import { type ContentFile, type Problem, nameOf, reporter, type Report } from './content-file.ts'
import { parseFrontMatter, parseYaml } from './front-matter.ts'
import type { LibraryCompliance, LibraryTreatments } from './library-types.ts'

const line = z.string().trim().min(1)
const version = z.string().regex(/^\d+(\.\d+)?$/)
const code = z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/)
const keyQuestions = ['safe', 'effective', 'caring', 'responsive', 'well-led'] as const
const KeyQuestion = z.enum(keyQuestions)

const Nation = z.strictObject({
  regulator: line,
  short: line,
  regulations: line,
  frameworks: z.array(line),
  themes: z.record(KeyQuestion, line),
  isConfirmed: z.boolean(),
})

const Item = z.strictObject({
  id: z.string().regex(/^CQ\d\d$/),
  keyQuestion: KeyQuestion,
  regulations: z.array(z.int()).min(1),
  statement: line,
  ask: line,
  counts: line,
  of: z.enum([
    'consents',
    'patients',
    'templates',
    'staff',
    'audits',
    'incidents',
    'surveys',
    'groups',
    'requests',
  ]),
  unit: z.enum(['percent', 'count']).default('percent'),
  target: z.number().min(0).max(100).nullable(),
})

const Checklist = z.strictObject({
  version,
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  keyQuestions: z.array(z.strictObject({ id: KeyQuestion, title: line })).length(keyQuestions.length),
  frameworks: z.array(
    z.strictObject({
      id: line,
      title: line,
      since: z.iso.date().nullable(),
      until: z.iso.date().nullable().default(null),
      note: line,
      /** The names of what it is assessed by, for each key question; absent where they are not known. */
      statements: z.record(KeyQuestion, z.array(line).min(1)).optional(),
    }),
  ),
  nations: z.record(z.enum(nations), Nation),
  regulations: z.record(z.string().regex(/^\d+$/), line),
  items: z.array(Item).min(1),
  scope: z.array(z.strictObject({ post: code, treatments: z.array(line) })),
  sedation: z.array(line).min(1),
  extraction: z.array(line).min(1),
})
type Checklist = z.infer<typeof Checklist>

const SampleAudit = z.strictObject({
  version,
  sizeMin: z.int().min(20),
  groups: z.array(z.strictObject({ id: code, title: line, need: line })).min(1),
  criteria: z
    .array(
      z.strictObject({ id: z.string().regex(/^[A-Z\d]+-\d+$/), group: code, item: z.string(), says: line }),
    )
    .min(1),
})
type SampleAudit = z.infer<typeof SampleAudit>

const Policy = z.strictObject({
  id: code,
  title: line,
  version,
  reviewMonths: z.int().min(1).max(36),
  checkedOn: z.iso.date(),
})

const items_in_all = 40

/** Reads `content/compliance/`: the evidence list, what a sample is looked at for, and the policies to begin with; null where one is wrong. */
export function loadCompliance(
  { yaml, policies }: { yaml: ContentFile[]; policies: ContentFile[] },
  treatments: LibraryTreatments,
  problems: Problem[],
): LibraryCompliance | null {
  const fileOf = (name: string): ContentFile => {
    const file = yaml.find((each) => nameOf(each) === name)
    if (!file) throw new Error(`content/compliance/${name}.yaml is missing`)
    return file
  }
  const [listFile, auditFile] = [fileOf('checklist'), fileOf('sample-audit')]
  const checklist = parseYaml(listFile.text, Checklist, reporter(listFile, problems))
  const sampleAudit = parseYaml(auditFile.text, SampleAudit, reporter(auditFile, problems))
  const read = policies.map((file) => readPolicy(file, problems))
  if (!checklist || !sampleAudit) return null
  reportChecklist(checklist, treatments, reporter(listFile, problems))
  reportAudit(sampleAudit, checklist, reporter(auditFile, problems))
  const whole = read.filter((policy) => policy !== null)
  return whole.length === read.length ? { checklist, sampleAudit, policies: whole } : null
}

function readPolicy(file: ContentFile, problems: Problem[]): LibraryCompliance['policies'][number] | null {
  const report = reporter(file, problems)
  const read = parseFrontMatter(file, Policy, report)
  if (!read) return null
  if (`${read.fields.id}-policy` !== nameOf(file)) report(0, 'a policy is called as its file is')
  const text = read.body.trim()
  for (const { level, message } of findBannedWords({ title: '', text }))
    if (level === 'error') report(0, message)
  return { ...read.fields, text }
}

function reportChecklist(
  list: Checklist,
  { builtIn, supplementary }: LibraryTreatments,
  report: Report,
): void {
  if (list.items.length !== items_in_all) report(0, `the list has ${items_in_all} items`)
  const named = list.frameworks.map(({ statements }) => statements).find((statements) => statements)
  list.items.forEach(({ id, regulations, keyQuestion, statement }, at) => {
    if (named && !named[keyQuestion].includes(statement))
      report(0, `${id}: "${statement}" is no statement of the key question ${keyQuestion}`)
    if (Number(id.slice(2)) !== at + 1) report(0, `${id} does not stand in its place`)
    for (const each of regulations)
      if (!list.regulations[String(each)]) report(0, `${id}: regulation ${each} has no title`)
  })
  for (const { frameworks } of Object.values(list.nations))
    for (const id of frameworks)
      if (!list.frameworks.some((each) => each.id === id)) report(0, `there is no framework "${id}"`)
  const known = new Set([...builtIn, ...supplementary].map(({ name }) => name))
  const planned = [...list.scope.flatMap((each) => each.treatments), ...list.sedation, ...list.extraction]
  for (const name of planned) if (!known.has(name)) report(0, `"${name}" is not in content/treatments.yaml`)
}

function reportAudit({ groups, criteria }: SampleAudit, { items }: Checklist, report: Report): void {
  const seen = new Set<string>()
  for (const { id, group, item } of criteria) {
    if (seen.has(id)) report(0, `${id} is there twice`)
    seen.add(id)
    if (!groups.some((each) => each.id === group)) report(0, `${id}: there is no group "${group}"`)
    const decided = items.find((each) => each.id === item)
    if (decided?.of !== 'consents') report(0, `${id}: "${item}" is no item about single consents`)
  }
}
