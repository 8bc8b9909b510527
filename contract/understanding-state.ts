/**
 * Where an understanding check stands: what follows from the answers given so far. Import-free, so that browsers may use
 * it as a value: a page that has lost its connection goes by the same rule as the server.
 */

/** Wrong this often, a question is explained and asked no more by itself: the check goes on and keeps a gap. */
const attempts_max = 2

/** What a patient answers or says, and what a clinician notes afterwards. */
export const checkEntryKinds = ['answered', 'talk', 'finished', 'explained'] as const
export type CheckEntryKind = (typeof checkEntryKinds)[number]

/** One entry as far as the rule needs it. `question` is null where all of the check is meant. */
export type CheckStep = { kind: CheckEntryKind; question: string | null; isRight: boolean | null }

/**
 * `open`: not answered yet. `again`: wrong once, explained, asked once more. `right`: answered rightly in the end. `gap`:
 * wrong twice. `talk`: the patient would rather talk about it.
 */
export const questionStates = ['open', 'again', 'right', 'gap', 'talk'] as const
export type QuestionState = (typeof questionStates)[number]

/** Where one question stands after these steps, in order. */
export function questionStateOf(question: string, steps: readonly CheckStep[]): QuestionState {
  const own = steps.filter((step) => step.question === question)
  const last = own.at(-1)
  if (!last) return steps.some(isGeneralDiscussion) ? 'talk' : 'open'
  if (last.kind === 'talk') return 'talk'
  if (last.isRight) return 'right'
  if (own.filter(({ isRight }) => isRight === false).length >= attempts_max) return 'gap'
  return steps.some(isGeneralDiscussion) ? 'talk' : 'again'
}

const isGeneralDiscussion = ({ kind, question }: CheckStep): boolean => kind === 'talk' && question === null

/** Whether a question waits for an answer. */
export const isAwaitingAnswer = (standing: QuestionState): boolean =>
  standing === 'open' || standing === 'again'

/** What a patient has been through with these questions. */
export function summarizeCheck(questions: readonly string[], steps: readonly CheckStep[]) {
  const standings = questions.map((question) => questionStateOf(question, steps))
  const explainedAt = steps.findLastIndex(({ kind }) => kind === 'explained')
  const unexplained = steps.slice(explainedAt + 1)
  /** What nobody has talked through since: by question, and the wish to talk about all of it. */
  const toTalkThrough = questions.filter((question, place) => {
    const standing = standings[place]
    const isGap = standing === 'gap' || standing === 'talk'
    return isGap && unexplained.some((step) => step.question === question || isGeneralDiscussion(step))
  })
  return {
    standings,
    hasBegun: steps.some(({ kind }) => kind !== 'explained'),
    /** Gone through to its end, however the answers came out. */
    isDone: standings.every((standing) => !isAwaitingAnswer(standing)),
    right: standings.filter((standing) => standing === 'right').length,
    toTalkThrough,
    needsTalk: toTalkThrough.length > 0 || unexplained.some(isGeneralDiscussion),
    isExplained: explainedAt >= 0,
  }
}
export type CheckSummary = ReturnType<typeof summarizeCheck>
