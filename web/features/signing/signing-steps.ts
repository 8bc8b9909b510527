/**
 * The way through a consent that waits for its answer: 'summary', 'part-1' … 'part-n' (or 'everything'), 'confirm',
 * 'sign'; with side doors 'share', 'later', 'decline' and 'about-n', which asks about part n or, with 0, about the whole. A step is a word, so that it fits history and storage.
 */
export type Step =
  `part-${number}` | `about-${number}` | 'summary' | 'everything' | 'confirm' | 'sign' | 'share' | 'later' | 'decline'

const others: readonly string[] = ['summary', 'everything', 'confirm', 'sign', 'share', 'later', 'decline']

/** The number of the part that a step shows, from 1; undefined for any other step. */
export function partOf(step: Step): number | undefined {
  const match = /^part-(\d+)$/.exec(step)
  return match ? Number(match[1]) : undefined
}

/** The number of the part that a step asks about, nought for the whole; undefined for any other step. */
export function aboutOf(step: Step): number | undefined {
  const match = /^about-(\d+)$/.exec(step)
  return match ? Number(match[1]) : undefined
}

/** The step that was kept, or the summary where it names none of a text with this many parts. */
export function restoreStep(kept: string | null, parts: number): Step {
  if (kept === null) return 'summary'
  if (others.includes(kept)) return kept as Step
  const [part, about] = [partOf(kept as Step), aboutOf(kept as Step)]
  if (about !== undefined && about <= parts) return `about-${about}`
  return part !== undefined && part >= 1 && part <= parts ? `part-${part}` : 'summary'
}

/** Where 'Continue' leads from a step of a text with this many parts. */
export function stepAfter(step: Step, parts: number): Step {
  const part = partOf(step)
  if (part !== undefined) return part < parts ? `part-${part + 1}` : 'confirm'
  if (step === 'summary') return parts > 0 ? 'part-1' : 'confirm'
  return step === 'everything' ? 'confirm' : 'sign'
}

/** Where 'Back' leads when the browser's history holds nothing of ours; undefined at the start. */
export function stepBefore(step: Step, parts: number): Step | undefined {
  const part = partOf(step)
  if (step === 'summary') return undefined
  const about = aboutOf(step)
  if (about) return `part-${about}`
  if (part !== undefined) return part > 1 ? `part-${part - 1}` : 'summary'
  if (step === 'sign') return 'confirm'
  return step === 'confirm' && parts > 0 ? `part-${parts}` : 'summary'
}
