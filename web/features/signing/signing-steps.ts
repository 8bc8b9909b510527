/**
 * The way through a consent that waits for its answer: 'summary', 'matters', 'part-1' … 'part-n' (or 'everything'),
 * 'options', 'check-1' … 'check-n' where questions are asked (the last for the person's own words), 'confirm', 'sign'; with side doors 'share', 'later', 'call', 'decline' and 'about-n', which asks about part n or, with 0, about the whole. A step is a word, so that it fits history and storage.
 */
export type Step =
  | `part-${number}`
  | `check-${number}`
  | `about-${number}`
  | 'summary'
  | 'matters'
  | 'everything'
  | 'options'
  | 'confirm'
  | 'sign'
  | 'share'
  | 'later'
  | 'call'
  | 'decline'

const sideSteps: readonly string[] = ['everything', 'share', 'later', 'call', 'decline']

/** What a text has that decides which steps there are. */
export type StepConfig = { parts: number; hasOptions: boolean; checks: number }

/** The way that a text takes. Options are compared where there are two of them; own words come after the questions. */
export const stepConfigOf = ({
  sections,
  options = [],
  understanding,
}: {
  sections: readonly unknown[]
  options?: readonly unknown[] | undefined
  understanding?: { questions: readonly unknown[] } | undefined
}): StepConfig => ({
  parts: sections.length,
  hasOptions: options.length > 1,
  checks: understanding ? understanding.questions.length + 1 : 0,
})

/** The steps from the summary to the signature, in order; what has nothing to show is left out. */
const stepsOf = ({ parts, hasOptions, checks }: StepConfig): Step[] => [
  'summary',
  'matters',
  ...Array.from({ length: parts }, (_, at): Step => `part-${at + 1}`),
  ...(hasOptions ? (['options'] as const) : []),
  ...Array.from({ length: checks }, (_, at): Step => `check-${at + 1}`),
  'confirm',
  'sign',
]

/** The number of the part that a step shows, from 1; undefined for any other step. */
export function partOf(step: Step): number | undefined {
  const match = /^part-(\d+)$/.exec(step)
  return match ? Number(match[1]) : undefined
}

/** The number of the page of the understanding check that a step shows, from 1; undefined for any other step. */
export function checkOf(step: Step): number | undefined {
  const match = /^check-(\d+)$/.exec(step)
  return match ? Number(match[1]) : undefined
}

/** The number of the part that a step asks about, nought for the whole; undefined for any other step. */
export function aboutOf(step: Step): number | undefined {
  const match = /^about-(\d+)$/.exec(step)
  return match ? Number(match[1]) : undefined
}

/** The step that was kept, or the summary where it names none of this way. */
export function restoreStep(kept: string | null, way: StepConfig): Step {
  if (kept === null) return 'summary'
  if (sideSteps.includes(kept)) return kept as Step
  const about = aboutOf(kept as Step)
  if (about !== undefined && about <= way.parts) return `about-${about}`
  return stepsOf(way).find((step) => step === kept) ?? 'summary'
}

/** Where 'Continue' leads from a step of this way. */
export function stepAfter(step: Step, way: StepConfig): Step {
  const steps = stepsOf(way)
  if (step === 'everything') return stepAfter(way.parts > 0 ? `part-${way.parts}` : 'matters', way)
  return steps[steps.indexOf(step) + 1] ?? 'sign'
}

/** Where 'Back' leads when the browser's history holds nothing of ours; undefined at the start. */
export function stepBefore(step: Step, way: StepConfig): Step | undefined {
  if (step === 'summary') return undefined
  const about = aboutOf(step)
  if (about) return `part-${about}`
  const steps = stepsOf(way)
  return steps[steps.indexOf(step) - 1] ?? 'summary'
}
