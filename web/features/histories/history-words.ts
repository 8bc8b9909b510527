import type { HistoryFact, HistoryReview, KnownFact } from '../../../contract/histories.ts'
import type { LibraryFactor } from '../../../build/content/types.d.ts'
import { toothText, type ToothNotation } from '../../../contract/teeth.ts'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export const answerWords = { yes: 'Yes', no: 'No', unknown: 'Not known' } as const satisfies Record<
  HistoryFact['answer'],
  string
>

/** On whose word an answer stands, as a choice and behind 'Told by'. */
export const sourceWords = {
  patient: { choice: 'The patient', by: 'the patient' },
  clinician: { choice: 'Clinician’s finding', by: 'a clinician’s finding' },
  letter: { choice: 'Letter or record', by: 'a letter or record' },
  import: { choice: 'Imported records', by: 'imported records' },
  merge: { choice: 'Another record of this patient', by: 'another record, merged with this one' },
} as const satisfies Record<KnownFact['source'], { choice: string; by: string }>

/** What somebody at the desk chooses from; imported records bring their own. */
export const sourceChoices = (['patient', 'clinician', 'letter'] as const).map((value) => ({
  value,
  label: sourceWords[value].choice,
}))

/** 'The patient, 21 Nov 2026, written by Tom Hughes'. */
export function formatProvenance({
  source,
  at,
  byName,
}: Pick<KnownFact, 'source' | 'at' | 'byName'>): string {
  const { by } = sourceWords[source]
  return `${by[0]!.toUpperCase()}${by.slice(1)}, ${dayText(at)}, written by ${byName}`
}

/** How a history stands to its last review. */
export function formatReviewStatus({ state, at, byName }: HistoryReview): {
  tone: Tone
  badge: string
  text: string
} {
  if (state === 'never' || at === null)
    return {
      tone: 'neutral',
      badge: 'Not reviewed yet',
      text: 'Not yet reviewed with the patient.',
    }
  const text = `Reviewed with the patient on ${dayText(at)} by ${byName}.`
  return state === 'due'
    ? { tone: 'warn', badge: 'Check again', text: `${text} This review is overdue.` }
    : { tone: 'ok', badge: 'Reviewed', text }
}

type Asked = Pick<LibraryFactor, 'fields' | 'perTooth'>

/** What is known besides the answer itself, in few words: 'INR: 2.6; teeth 48, 38'. */
export function formatFactDetails(
  { answer, fields, teeth }: HistoryFact,
  asked: Asked | undefined,
  notation: ToothNotation,
): string {
  if (answer !== 'yes') return ''
  const details = (asked?.fields ?? []).flatMap(({ name, label, kind }) => {
    const value = fields[name] ?? ''
    if (value === '') return []
    return `${label}: ${kind === 'date' ? calendarDayText(value) : value}`
  })
  return [...details, ...(asked?.perTooth ? [teethText(teeth, notation)] : [])].join('; ')
}

function teethText(teeth: readonly string[] | null, notation: ToothNotation): string {
  if (!teeth) return 'every tooth that is treated'
  return teeth.map((fdi) => toothText(notation, fdi)).join(', ')
}
