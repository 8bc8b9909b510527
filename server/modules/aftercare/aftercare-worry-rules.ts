import words from '../../../build/content/words.en.json' with { type: 'json' }
import { worries_a_day_max } from '../../../contract/limits.ts'
import {
  askedQuestionsOf,
  urgencyOf,
  type Worry,
  type WorryAnswers,
  type WorryLevel,
} from '../../../contract/worry-levels.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import { aftercareLibrary } from './aftercare-rules.ts'
import type { AskedQuestion, worries } from './aftercare-schema.ts'

export type WorryRow = Opened<typeof worries.$inferSelect>

type WorryWords = { name: string; help?: string; asks?: Record<string, string> }
const worryTexts = words.aftercare.worries as Record<string, WorryWords>

export const findWorry = (id: string): Worry | undefined =>
  aftercareLibrary.worries.find((worry) => worry.id === id)

/** A worry as its page names it. */
export const worryName = (id: string): string => worryTexts[id]?.name ?? id

export type TriagedWorry = { level: WorryLevel; asked: AskedQuestion[]; shown: string }

/** What was shown for a level, in the words of the page. */
function adviceTextFor(id: string, level: WorryLevel): string {
  const { title, body } = words.aftercare.levels[level]
  const help = level === 'green' ? (worryTexts[id]?.help ?? '') : ''
  return [title, body, help].filter(Boolean).join(' ')
}

/** How urgent a worry is, with what was asked and shown on the way; or what is missing to say so. */
export function triageWorry(
  worry: Worry,
  answers: WorryAnswers,
  text: string,
): TriagedWorry | 'unanswered' | 'text-missing' {
  const level = urgencyOf(worry, answers)
  if (level === null) return 'unanswered'
  if (worry.tell && text === '') return 'text-missing'
  const asked = askedQuestionsOf(worry, answers).map((id) => ({
    id,
    question: worryTexts[worry.id]?.asks?.[id] ?? id,
    answer: answers[id]!,
  }))
  return { level, asked, shown: adviceTextFor(worry.id, level) }
}

/** Whether a patient has told so much within a day that a person must look; never of what is urgent. */
export const hasTooManyWorries = (
  level: WorryLevel,
  reported: readonly Pick<WorryRow, 'at'>[],
  now: Date,
): boolean =>
  level !== 'red' &&
  reported.filter(({ at }) => now.getTime() - at.getTime() < day_ms).length >= worries_a_day_max

/** The hash of a worry: all that was asked, answered, written and shown. */
export const worryHash = ({
  consentId,
  key,
  worry,
  level,
  asked,
  shown,
  text,
  language,
  toldAt,
}: Pick<
  WorryRow,
  'consentId' | 'key' | 'worry' | 'level' | 'asked' | 'shown' | 'text' | 'language' | 'toldAt'
>): string =>
  sha256(toCanonicalText([consentId, key, worry, level, asked, shown, text, language, toldAt.toISOString()]))

/** The task that a level makes; green makes none. */
export const taskKindByLevel = { red: 'urgent-worry', amber: 'worry', green: null } as const satisfies Record<
  WorryLevel,
  string | null
>

/** When the patient says they pressed; what a wrong clock says of the future is now. */
export const reportedAt = (clientTime: string, now: Date): Date => {
  const at = new Date(clientTime)
  return at > now ? now : at
}
