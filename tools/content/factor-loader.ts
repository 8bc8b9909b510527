import { z } from 'zod'
import { applyRiskRules, regionsOfTooth, riskSeverities, toothRegions } from '../../contract/risk-rules.ts'
import { toothCodes } from '../../contract/teeth.ts'
import { bannedIn, promises } from '../../wording/word-checks.ts'
import { longSentences } from '../../wording/reading-checks.ts'
import { type ContentFile, type Problem, type Report, reporter } from './content-file.ts'
import { readYaml } from './front-matter.ts'
import { groups } from './library-schema.ts'
import type { LibraryFactorBook } from './library-types.ts'

const line = z.string().trim().min(1)
const id = z.string().regex(/^[a-z]+(-[a-z]+)*$/)

const Factor = z.strictObject({
  id,
  /** The part of a history in which it is asked. */
  section: id,
  label: line,
  /** The question as it is put to the patient, or about a tooth to the clinician. */
  ask: line,
  help: line.default(''),
  /** What follows 'Why:' where the patient reads a risk; without it no reason is said. */
  patientReason: line.default(''),
  perTooth: z.boolean().default(false),
  fields: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z]\w*$/),
        label: line,
        kind: z.enum(['text', 'number', 'date', 'yes or no']),
      }),
    )
    .default([]),
  source: line,
})

const condition = { field: line, unless: line.optional() }
const When = z.strictObject({
  factor: id.optional(),
  groups: z.union([z.literal('all'), z.array(z.enum(groups)).min(1)]),
  regions: z.array(z.enum(toothRegions)).min(1).optional(),
  ageMin: z.int().min(0).max(120).optional(),
  ageMax: z.int().min(0).max(120).optional(),
  anyOf: z
    .array(
      z.union([
        z.strictObject({ ...condition, atLeast: z.number() }),
        z.strictObject({ ...condition, olderThanDays: z.int().min(0) }),
      ]),
    )
    .min(1)
    .optional(),
})

const Rule = z.strictObject({
  id: z.string().regex(/^R\d{3}$/),
  when: When,
  severity: z.enum(riskSeverities),
  requires: z.array(line).default([]),
  statement: line,
  /** What the practice does or records. */
  forStaff: line.default(''),
  /** A template that belongs to it. */
  attach: line.optional(),
  action: z.enum(['offer-capacity-test']).optional(),
  source: line,
  /** The source says it; otherwise a clinical reviewer has still to confirm it. */
  isChecked: z.boolean(),
})

const FactorBook = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  sources: z.record(z.string(), z.strictObject({ reference: line, note: line })),
  sections: z.array(z.strictObject({ id, title: line })).min(1),
  factors: z.array(Factor),
  rules: z.array(Rule),
})

/** Reads `content/patient-factors.yaml`: names that lead nowhere, rules that cannot hold and words we do not use are reported. */
export function loadFactors(file: ContentFile, problems: Problem[]): LibraryFactorBook | null {
  const report = reporter(file, problems)
  const book = readYaml(file.text, FactorBook, report)
  if (!book) return null
  reportNames(book, report)
  for (const { id: one, patientReason } of book.factors) reportWording(one, patientReason, report)
  for (const rule of book.rules) {
    reportWording(rule.id, rule.statement, report)
    if (!canHold(book, rule)) report(0, `${rule.id}: nothing makes this rule hold`)
  }
  return book
}

function reportNames({ factors, rules, sources, sections }: LibraryFactorBook, report: Report): void {
  const known = new Map(factors.map((factor) => [factor.id, factor]))
  const ids = [...factors, ...rules].map(({ id: one }) => one)
  for (const repeated of ids.filter((one, at) => ids.indexOf(one) !== at))
    report(0, `"${repeated}" is there twice`)
  for (const { id: one, source } of [...factors, ...rules])
    if (!sources[source]) report(0, `${one}: there is no source "${source}"`)
  for (const { id: one, section } of factors)
    if (!sections.some((part) => part.id === section)) report(0, `${one}: there is no section "${section}"`)
  for (const { id: one } of sections)
    if (!factors.some(({ section }) => section === one)) report(0, `${one}: a section without a question`)
  for (const { id: one, when, requires, statement } of rules) {
    const factor = when.factor === undefined ? undefined : known.get(when.factor)
    if (when.factor !== undefined && !factor) report(0, `${one}: there is no factor "${when.factor}"`)
    const fields = new Set(factor?.fields.map(({ name }) => name))
    const asked = when.anyOf?.flatMap(({ field, unless }) => (unless ? [field, unless] : [field])) ?? []
    const filled = [...statement.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
    for (const name of [...requires, ...asked, ...filled])
      if (!fields.has(name)) report(0, `${one}: its factor has no field "${name}"`)
  }
}

function reportWording(one: string, text: string, report: Report): void {
  const passage = { title: '', text }
  const remarks = [...promises(passage), ...bannedIn(passage), ...longSentences('', text)]
  for (const { level, message } of remarks) if (level === 'error') report(0, `${one}: ${message}`)
}

/** Tries the rule with the patient and the tooth it names: one that this does not make hold, nothing does. */
function canHold(book: LibraryFactorBook, { id: one, when }: LibraryFactorBook['rules'][number]): boolean {
  const regions = when.regions ?? []
  const teeth = toothCodes.filter((fdi) => regionsOfTooth(fdi).some((region) => regions.includes(region)))
  const [first] = when.anyOf ?? []
  const value = first && ('atLeast' in first ? String(first.atLeast) : '2000-01-01')
  const fields = first && value !== undefined ? { [first.field]: value } : {}
  const facts = when.factor === undefined ? {} : { [when.factor]: { answer: 'yes' as const, fields } }
  const planned = {
    groups: when.groups === 'all' ? [] : when.groups,
    teeth,
    ageYears: when.ageMin ?? when.ageMax ?? 40,
    day: '2026-11-21',
  }
  return applyRiskRules(book, facts, planned).findings.some(({ rule }) => rule.id === one)
}
