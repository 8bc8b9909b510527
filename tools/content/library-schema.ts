import { z } from 'zod'
import { phraseFields } from '../../contract/phrases.ts'
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
  band: z.enum(['very common', 'common', 'uncommon', 'rare', 'varies']),
  serious: z.boolean(),
  source: line,
  /** Words of the section 'Risks and Complications' that tell this risk to the patient. */
  inText: line,
})

/** The fields at the head of a template's file. `source` names a key of `content/templates/sources.yaml`. */
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

/** `content/templates/sources.yaml`: what is printed beside a claim, and what a reviewer should know. */
export const Sources = z.record(z.string(), z.strictObject({ reference: line, note: line }))
export type Sources = z.infer<typeof Sources>
