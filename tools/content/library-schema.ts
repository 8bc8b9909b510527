import { z } from 'zod'
import { phraseFields } from '../../contract/phrases.ts'
import { certainties, countedUnits } from '../../contract/risk-basis.ts'
import { seedFactKeys } from '../../wording/seed-facts.ts'

/** What a treatment mainly is: lists of the library show it. */
const families = [
  'admin',
  'aesthetics',
  'cleaning',
  'crown-bridge',
  'endo',
  'extraction',
  'ga',
  'imaging',
  'implant',
  'impression',
  'la',
  'ortho',
  'perio',
  'prevention',
  'removable',
  'restorative',
  'sedation',
  'splint',
  'surgery',
  'whitening',
] as const

/** What checks of the wording go by; risks go by `content/procedures.yaml`. */
const checkedGroups = [
  'admin',
  'aesthetics',
  'amalgam',
  'cleaning',
  'endo',
  'extraction',
  'ga',
  'implant',
  'prevention',
  'sedation',
  'surgery',
  'whitening',
] as const

export const line = z.string().trim().min(1)
const day = z.iso.date()

const Answer = z.union([z.strictObject({ right: line }), z.strictObject({ wrong: line })])

/** What may be answered to a question of an understanding check, as it is written: one answer is right. */
export const Answers = z
  .array(Answer)
  .min(2)
  .max(4)
  .refine(
    (answers) => answers.filter((answer) => 'right' in answer).length === 1,
    'exactly one answer is right',
  )
  .transform((answers) =>
    answers.map((answer) =>
      'right' in answer ? { text: answer.right, right: true } : { text: answer.wrong, right: false },
    ),
  )

const Question = z.strictObject({ question: line, answers: Answers, explanation: line })

const Risk = z.strictObject({
  label: line,
  band: z.enum(['very common', 'common', 'uncommon', 'rare', 'very rare', 'varies']),
  serious: z.boolean(),
  source: line,
  /** Which finding of a published source; absent for sources without findings. */
  finding: line.optional(),
  /** When a published figure was looked for in vain, and by which terms: '2026-11-29: dry socket incidence'. */
  searched: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d: \S/, "must be a day and the terms searched: '2026-11-29: dry socket incidence'")
    .optional(),
  /** Words of the section 'Risks and Complications' that tell this risk to the patient. */
  inText: line,
})

/** The fields at the head of a template's file. `source` names a key of `content/templates/sources.yaml` or of `content/sources/`. */
export const TemplateFields = z.strictObject({
  name: line,
  description: line.max(160),
  treatmentType: line,
  treatmentSubtype: line,
  group: z.enum(families),
  groups: z.array(z.enum(checkedGroups)).default([]),
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
  /** How far a signature is asked for: by law or guidance, by good practice, or by what is proportionate to the care. */
  writtenConsent: z.enum(['required', 'recommended', 'proportionate']),
  /** Hours between a patient's first reading and the treatment that the catalogue advises. */
  reflectionHours: z.int().min(0).max(720),
  version: z.string().regex(/^\d+\.\d+$/, "must be a quoted number such as '1.0'"),
  author: line,
  clinicalApprover: z.string(),
  checkedOn: day,
  reviewDue: day,
  seedFacts: z.array(z.enum(seedFactKeys)),
  cautions: z.array(line).min(1),
  evidence: z.array(z.strictObject({ claim: line, source: line })).min(1),
  risks: z.array(Risk).min(1),
  questions: z.array(Question).min(3).max(5),
  /** Usual phrases for the gaps of its text, most usual first. */
  suggestions: z.partialRecord(z.enum(phraseFields), z.array(line)).default({}),
})
export type TemplateFields = z.infer<typeof TemplateFields>

/** A source that was withdrawn, or whose publisher has a newer one: its templates are to be reviewed. */
const OutdatedSource = z
  .strictObject({
    state: z.enum(['withdrawn', 'superseded']),
    on: day,
    /** The key of what replaces it; a superseded source has one. */
    replacedBy: line.optional(),
    note: line.optional(),
  })
  .refine(({ state, replacedBy }) => state === 'withdrawn' || replacedBy !== undefined, {
    path: ['replacedBy'],
    message: 'name the source that supersedes it',
  })
export type OutdatedSource = z.infer<typeof OutdatedSource>

/** `content/templates/sources.yaml`: what is printed beside a claim, and what a reviewer should know. */
export const GeneralSources = z.record(
  z.string(),
  z.strictObject({ reference: line, note: line, outdated: OutdatedSource.optional() }),
)

const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens')
const percentage = z.number().min(0).max(100)

const Finding = z.strictObject({
  /** What was found, in our own words. */
  finding: line,
  /** What is counted. */
  per: z.enum(countedUnits),
  /** The lowest and the highest rate in 100; absent where the source gives none. */
  in100: z
    .tuple([percentage, percentage])
    .refine(([low, high]) => low <= high, 'the lower figure comes first')
    .optional(),
  within: line.optional(),
  certainty: z.enum(certainties),
})

/** Nothing that dentistry of today rests on is older. */
const oldestYear = 1950

const PublishedSource = z
  .strictObject({
    /** Printed beside a risk; no longer than the source of a risk that a practice writes. */
    reference: line.max(300),
    year: z.int().min(oldestYear),
    /** How many were studied, and where. */
    setting: line,
    /** How much of it was read; a summary is a page that reports it. */
    read: z.enum(['abstract', 'full text', 'summary']),
    url: z.url({ protocol: /^https$/, hostname: z.regexes.domain }),
    checkedOn: day,
    note: line.optional(),
    outdated: OutdatedSource.optional(),
    findings: z
      .record(key, Finding)
      .refine((findings) => Object.keys(findings).length > 0, 'needs at least one finding'),
  })
  .refine(({ year, checkedOn }) => year <= Number(checkedOn.slice(0, 4)), {
    path: ['year'],
    message: 'is after the day on which it was read',
  })
  .refine(({ year, outdated }) => !outdated || year <= Number(outdated.on.slice(0, 4)), {
    path: ['outdated', 'on'],
    message: 'is before the year of the source',
  })
export type PublishedSource = z.infer<typeof PublishedSource>

/** A file of `content/sources/`: published sources that were read, with what each found. */
export const PublishedSources = z.record(key, PublishedSource)
