import { z } from 'zod'
import {
  applyRiskRules,
  factorsOfRule,
  regionsOfTooth,
  riskSeverities,
  toothRegions,
} from '../../contract/risk-rules.ts'
import { toothCodes } from '../../contract/teeth.ts'
import { findBannedWords, findPromises } from '../../wording/word-checks.ts'
import { longSentences } from '../../wording/reading-checks.ts'
import { type ContentFile, type Problem, type Report, nameOf, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'
import { line } from './library-schema.ts'
import type { LibraryFactorBook, LibraryProcedures } from './library-types.ts'
import { propertyNames } from './procedure-loader.ts'
import { sectionHtml } from './section-html.ts'
import type { LoadedTemplate } from './template-loader.ts'

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
  /** At what age, in whole years, it is asked. */
  ageMin: z.int().min(0).max(120).optional(),
  ageMax: z.int().min(0).max(120).optional(),
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

const condition = {
  field: line,
  unless: line.optional(),
  unlessNamed: z.strictObject({ field: line, words: z.array(line).min(1) }).optional(),
}
const ruleId = z.string().regex(/^R\d{3}$/)
const When = z.strictObject({
  factor: id.optional(),
  orFactors: z.array(id).min(1).optional(),
  withFactors: z.array(id).min(1).optional(),
  rulesHeld: z.strictObject({ among: z.array(ruleId).min(2), atLeast: z.int().min(2) }).optional(),
  properties: z.union([z.literal('all'), z.array(line).min(1)]),
  regions: z.array(z.enum(toothRegions)).min(1).optional(),
  ageMin: z.int().min(0).max(120).optional(),
  ageMax: z.int().min(0).max(120).optional(),
  anyOf: z
    .array(
      z.union([
        z.strictObject({ ...condition, atLeast: z.number() }),
        z.strictObject({ ...condition, olderThanDays: z.int().min(0) }),
        z.strictObject({ ...condition, longerThanYears: z.int().min(1), until: line.optional() }),
      ]),
    )
    .min(1)
    .optional(),
})

/** What a rule says in another section; `insteadOf` names blocks of shared wording that it takes the place of. */
const Change = z.strictObject({
  section: z.enum(['Alternatives', 'Aftercare Instructions']),
  says: line,
  insteadOf: z.array(line).default([]),
})

/** Risks of templates, by their labels, that happen as often as this band says to people of whom the rule holds. */
const BandChange = z.strictObject({
  risks: z.array(line).min(1),
  band: z.enum(['very common', 'common', 'uncommon', 'rare', 'very rare']),
})

const Rule = z.strictObject({
  id: ruleId,
  when: When,
  severity: z.enum(riskSeverities),
  requires: z.array(line).default([]),
  /** Rules that it contradicts: they do not hold beside it. */
  replaces: z.array(ruleId).default([]),
  statement: line,
  /** What the practice does or records. */
  forStaff: line.default(''),
  changes: z.array(Change).default([]),
  bands: z.array(BandChange).default([]),
  /** A template that belongs to it. */
  attach: line.optional(),
  action: z.enum(['offer-capacity-test']).optional(),
  source: line,
  /** The source says it; otherwise a clinical reviewer has still to confirm it. */
  isChecked: z.boolean(),
})

const FactorsFile = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  sources: z.record(z.string(), z.strictObject({ reference: line, note: line })),
  sections: z.array(z.strictObject({ id, title: line })).min(1),
  factors: z.array(Factor),
  rules: z.array(Rule),
})

/** Reads `content/patient-factors.yaml`: names that lead nowhere, rules that cannot hold and words we do not use are reported. */
export function loadFactors(
  file: ContentFile,
  { procedures, blocks, templates }: RelatedContent,
  problems: Problem[],
): LibraryFactorBook | null {
  const report = reporter(file, problems)
  const book = parseYaml(file.text, FactorsFile, report)
  if (!book || !procedures) return null
  reportNames(book, report)
  reportProperties(book, procedures, report)
  reportBandChanges(book, templates, report)
  for (const { id: one, patientReason } of book.factors) reportWording(one, patientReason, report)
  for (const rule of book.rules) {
    for (const text of [rule.statement, ...rule.changes.map(({ says }) => says)])
      reportWording(rule.id, text, report)
    if (!canRuleApply(book, rule)) report(0, `${rule.id}: nothing makes this rule hold`)
  }
  const nameOfTemplate = new Map(templates.map(({ shipped }) => [shipped.id, shipped.name]))
  return {
    ...book,
    rules: book.rules.map(({ attach, ...rule }) => ({
      ...resolveReplacedItems(rule, blocks, report),
      bands: rule.bands.map((change) => resolveBandAnchors(change, templates, report)),
      ...(attach !== undefined && { attach: nameOfTemplate.get(attach) }),
    })),
  }
}

/** What rules speak of in other files. */
type RelatedContent = {
  procedures: LibraryProcedures | null
  blocks: readonly ContentFile[]
  templates: readonly LoadedTemplate[]
}
type Book = z.infer<typeof FactorsFile>

/** A change of bands with the words by which the texts of templates tell its risks. */
function resolveBandAnchors(
  change: z.infer<typeof BandChange>,
  templates: readonly LoadedTemplate[],
  report: Report,
) {
  const known = templates.flatMap(({ linted }) => linted.risks)
  for (const label of change.risks)
    if (known.every((risk) => risk.label !== label)) report(0, `no template has the risk "${label}"`)
  const inText = known.filter(({ label }) => change.risks.includes(label)).map((risk) => risk.inText)
  return { ...change, inText: [...new Set(inText)] }
}

/** The blocks that a rule takes the place of, as the items of lists that they are in a text. */
function resolveReplacedItems(
  rule: Omit<Book['rules'][number], 'attach'>,
  blocks: readonly ContentFile[],
  report: Report,
) {
  const changes = rule.changes.map((change) => {
    const insteadOf = change.insteadOf.flatMap((name) => {
      const block = blocks.find((file) => nameOf(file) === name)
      if (!block) report(0, `${rule.id}: there is no block "${name}" in content/blocks`)
      return [...sectionHtml(block?.text ?? '').matchAll(/<li>.*?<\/li>/gs)].map(([item]) => item)
    })
    return { ...change, insteadOf }
  })
  return { ...rule, changes }
}

/** Every property that a rule names is one, and every property is named by a rule. */
function reportProperties({ rules, sources }: Book, procedures: LibraryProcedures, report: Report): void {
  const named = new Set(rules.flatMap(({ when }) => (when.properties === 'all' ? [] : when.properties)))
  const known = propertyNames(procedures)
  for (const { id: one, when } of rules)
    for (const name of when.properties === 'all' ? [] : when.properties)
      if (!known.includes(name))
        report(0, `${one}: there is no property "${name}" in content/procedures.yaml`)
  for (const name of Object.keys(procedures.properties))
    if (!named.has(name)) report(0, `no rule names the property "${name}" of content/procedures.yaml`)
  for (const { source } of Object.values(procedures.guidelines))
    if (!sources[source]) report(0, `content/procedures.yaml: there is no source "${source}"`)
}

function reportBandChanges({ rules }: Book, templates: readonly LoadedTemplate[], report: Report): void {
  for (const { id: one, attach } of rules)
    if (attach !== undefined && !templates.some(({ shipped }) => shipped.id === attach))
      report(0, `${one}: there is no template "${attach}" to attach`)
}

function reportNames({ factors, rules, sources, sections }: Book, report: Report): void {
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
  const ruleIds = new Set(rules.map(({ id: one }) => one))
  for (const { id: one, when, requires, replaces, statement } of rules) {
    const factor = when.factor === undefined ? undefined : known.get(when.factor)
    for (const name of factorsOfRule(when))
      if (!known.has(name)) report(0, `${one}: there is no factor "${name}"`)
    for (const other of [...replaces, ...(when.rulesHeld?.among ?? [])])
      if (!ruleIds.has(other)) report(0, `${one}: there is no rule "${other}"`)
    const fields = new Set(factor?.fields.map(({ name }) => name))
    const asked = when.anyOf?.flatMap(fieldsOfCondition) ?? []
    const filled = [...statement.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
    for (const name of [...requires, ...asked, ...filled])
      if (!fields.has(name)) report(0, `${one}: its factor has no field "${name}"`)
  }
}

const fieldsOfCondition = (
  condition: NonNullable<Book['rules'][number]['when']['anyOf']>[number],
): string[] =>
  [
    condition.field,
    condition.unless,
    condition.unlessNamed?.field,
    'until' in condition ? condition.until : undefined,
  ].filter((field) => field !== undefined)

function reportWording(one: string, text: string, report: Report): void {
  const passage = { title: '', text }
  const remarks = [...findPromises(passage), ...findBannedWords(passage), ...longSentences('', text)]
  for (const { level, message } of remarks) if (level === 'error') report(0, `${one}: ${message}`)
}

/**
 * Tries the rule with the patient and the tooth it names: one that this does not make hold, nothing does. What adds up
 * is tried with all that its parts name.
 */
function canRuleApply(book: Book, rule: Book['rules'][number]): boolean {
  const { id: one, when } = rule
  const regions = when.regions ?? []
  const teeth = toothCodes.filter((fdi) => regionsOfTooth(fdi).some((region) => regions.includes(region)))
  const [first] = when.anyOf ?? []
  const value = first && ('atLeast' in first ? String(first.atLeast) : '2000-01-01')
  const fields = first && value !== undefined ? { [first.field]: value } : {}
  const parts = [rule, ...book.rules.filter((part) => when.rulesHeld?.among.includes(part.id))]
  const named = parts.flatMap((part) => factorsOfRule(part.when))
  const facts = Object.fromEntries(named.map((name) => [name, { answer: 'yes' as const, fields }]))
  const planned = {
    properties: parts.flatMap((part) => (part.when.properties === 'all' ? [] : part.when.properties)),
    teeth,
    ageYears: when.ageMin ?? when.ageMax ?? 40,
    day: '2026-11-21',
  }
  return applyRiskRules(book, facts, planned).findings.some(({ rule }) => rule.id === one)
}
