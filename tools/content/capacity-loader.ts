import { z } from 'zod'
import {
  capacityForms,
  type CapacityForms,
  type CapacityCondition,
  type CapacityForm,
  type CapacityFormPart,
  type CapacityQuestion,
} from '../../contract/capacity-rules.ts'
import { nations } from '../../contract/retention-rules.ts'
import { findBannedWords } from '../../wording/word-checks.ts'
import { type ContentFile, type Problem, type Report, nameOf, reporter } from './content-file.ts'
import { parseYaml } from './front-matter.ts'

const line = z.string().trim().min(1)
const name = z.string().regex(/^[a-z]\w*$/)
const code = z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/)
const answerCodes = z.array(code).min(1)
const Condition = z.union([
  z.strictObject({ any: z.array(name).min(1), is: answerCodes }),
  z.strictObject({ none: z.array(name).min(1), is: answerCodes }),
])
const conditionList = z.array(Condition).default([])

const Question = z.strictObject({
  kind: z.enum(['text', 'day', 'one', 'several', 'people', 'ways']),
  ask: line,
  help: line.default(''),
  options: z.record(code, line).default({}),
  note: line.default(''),
  noteFor: z.union([z.literal('always'), z.array(code).min(1)]).default('always'),
  isOptional: z.boolean().default(false),
  when: conditionList,
  fromAge: z.int().nullable().default(null),
  belowAge: z.int().nullable().default(null),
  source: line,
})

const Questions = z.strictObject({
  sources: z.record(z.string(), z.strictObject({ reference: line, note: line })),
  questions: z.record(name, Question),
})
type Questions = z.infer<typeof Questions>

const Finding = z.strictObject({ id: code, when: z.array(Condition).min(1), says: line })
const Part = z.strictObject({
  title: line,
  lead: line,
  sections: z
    .array(
      z.strictObject({
        id: code,
        title: line,
        lead: line.default(''),
        when: conditionList,
        questions: z.array(z.union([name, z.strictObject({ use: name, when: conditionList })])).min(1),
      }),
    )
    .min(1),
  stops: z.array(Finding).min(1),
  remarks: z.array(Finding),
})
type Part = z.infer<typeof Part>

const Form = z.strictObject({
  id: z.enum(capacityForms),
  version: z.string().regex(/^\d+\.\d+$/),
  law: line,
  nations: z.array(z.enum(nations)).min(1),
  checkedOn: z.iso.date(),
  reviewDue: z.iso.date(),
  assessment: Part,
  decision: Part,
})

const Nation = z.strictObject({ law: line, says: z.array(line).min(1) })
const Under16 = z.strictObject({
  title: line,
  england: Nation,
  wales: Nation,
  scotland: Nation,
  'northern-ireland': Nation,
})

const questionsFile = 'questions'
const under16File = 'under-16'

/** Reads `content/capacity/`: the questions, the form of each law that asks them, and what is said under 16; null where one is wrong. */
export function loadCapacity(files: ContentFile[], problems: Problem[]): CapacityForms | null {
  const fileOf = (wanted: string) => files.find((file) => nameOf(file) === wanted)
  const read = <T>(wanted: string, schema: z.ZodType<T>): T | null => {
    const file = fileOf(wanted)
    if (!file) throw new Error(`content/capacity/${wanted}.yaml is missing`)
    return parseYaml(file.text, schema, reporter(file, problems))
  }
  const asked = read(questionsFile, Questions)
  const under16 = read(under16File, Under16)
  if (!asked || !under16) return null
  const report = reporter(fileOf(questionsFile)!, problems)
  reportQuestions(asked, report)
  const forms = files.flatMap((file) => readForm(file, asked, problems) ?? [])
  if (forms.length !== capacityForms.length) report(0, 'each law has one form')
  reportUnused(asked, forms, report)
  const { title, ...byNation } = under16
  return { forms, under16: { title, nations: byNation } }
}

function readForm(file: ContentFile, asked: Questions, problems: Problem[]): CapacityForm | null {
  if ([questionsFile, under16File].includes(nameOf(file))) return null
  const report = reporter(file, problems)
  const form = parseYaml(file.text, Form, report)
  if (!form) return null
  if (form.id !== nameOf(file)) report(0, 'a form is called as its file is')
  const { id, version, law } = form
  const parts = {
    assessment: buildPart(form.assessment, asked, report),
    decision: buildPart(form.decision, asked, report),
  }
  return { id, version, law, nations: form.nations, ...parts }
}

/** A part with its questions written out; what leads nowhere is reported. */
function buildPart(
  { title, lead, sections, stops, remarks }: Part,
  asked: Questions,
  report: Report,
): CapacityFormPart {
  const before = new Map<string, CapacityQuestion>()
  const whole = sections.map((section) => ({
    id: section.id,
    title: section.title,
    lead: section.lead,
    questions: section.questions.flatMap((used) => {
      const { use, when: only } = typeof used === 'string' ? { use: used, when: [] } : used
      const question = buildQuestion(use, [...section.when, ...only], asked)
      if (!question) report(0, `there is no question "${use}"`)
      if (before.has(use)) report(0, `"${use}" is asked twice`)
      if (!question) return []
      reportConditions(use, question.when, before, report)
      before.set(use, question)
      return [question]
    }),
  }))
  for (const finding of [...stops, ...remarks]) {
    reportConditions(finding.id, finding.when, before, report)
    for (const { level, message } of findBannedWords({ title: '', text: finding.says }))
      if (level === 'error') report(0, `${finding.id}: ${message}`)
  }
  return { title, lead, sections: whole, stops, remarks }
}

function buildQuestion(id: string, also: CapacityCondition[], asked: Questions): CapacityQuestion | null {
  const question = asked.questions[id]
  if (!question) return null
  const { reference } = asked.sources[question.source] ?? { reference: '' }
  const options = Object.entries(question.options).map(([option, label]) => ({ id: option, label }))
  return { ...question, id, options, when: [...also, ...question.when], source: reference }
}

/** Conditions name questions that come before, and answers that these have. */
function reportConditions(
  what: string,
  conditions: readonly CapacityCondition[],
  before: ReadonlyMap<string, CapacityQuestion>,
  report: Report,
): void {
  for (const condition of conditions)
    for (const id of 'any' in condition ? condition.any : condition.none) {
      const question = before.get(id)
      const answers = question?.kind === 'people' ? ['some', 'none'] : question?.options.map((one) => one.id)
      if (!answers) report(0, `${what}: "${id}" is not asked before`)
      else if (!condition.is.some((answer) => answers.includes(answer)))
        report(0, `${what}: "${id}" has none of the answers ${condition.is.join(', ')}`)
    }
}

function reportQuestions({ questions, sources }: Questions, report: Report): void {
  for (const [id, { kind, options, source, note, noteFor }] of Object.entries(questions)) {
    const count = Object.keys(options).length
    if ((kind === 'one' || kind === 'several') !== count > 0) report(0, `${id}: answers do not fit its kind`)
    if (!sources[source]) report(0, `${id}: there is no source "${source}"`)
    if (noteFor === 'always') continue
    if (note === '') report(0, `${id}: nothing is said of what to write beside it`)
    for (const answer of noteFor) if (!options[answer]) report(0, `${id}: there is no answer "${answer}"`)
  }
}

function reportUnused({ questions }: Questions, forms: readonly CapacityForm[], report: Report): void {
  const used = new Set(
    forms.flatMap(({ assessment, decision }) =>
      [assessment, decision].flatMap(({ sections }) =>
        sections.flatMap((section) => section.questions.map(({ id }) => id)),
      ),
    ),
  )
  for (const id of Object.keys(questions)) if (!used.has(id)) report(0, `${id}: no form asks it`)
}
