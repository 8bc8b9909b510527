/**
 * How urgent a worry is: red needs an ambulance, amber the practice on that day, green what the patient can do alone.
 * Import-free, so that the patient's page can say so without a connection, by the same rule as the server.
 */
export const worryLevels = ['red', 'amber', 'green'] as const
export type WorryLevel = (typeof worryLevels)[number]

/** A worry that somebody can choose: what is asked, one yes after the other, and what it comes to. */
export type Worry = {
  id: string
  asks: readonly { id: string; yes: WorryLevel }[]
  otherwise: WorryLevel
  /** It says nothing without words of the patient. */
  tell: boolean
}

export type WorryAnswers = Readonly<Record<string, boolean>>

/** The question that is asked next; null once an answer has decided, or all are answered. */
export function nextConcernQuestion({ asks }: Worry, answers: WorryAnswers): string | null {
  for (const { id } of asks) {
    const answer = answers[id]
    if (answer === undefined) return id
    if (answer) return null
  }
  return null
}

/** How urgent it is by these answers; null while something is still to be asked. */
export function urgencyOf(worry: Worry, answers: WorryAnswers): WorryLevel | null {
  if (nextConcernQuestion(worry, answers) !== null) return null
  return worry.asks.find(({ id }) => answers[id])?.yes ?? worry.otherwise
}

/** The questions that were asked on the way, in order. */
export const askedQuestionsOf = ({ asks }: Worry, answers: WorryAnswers): string[] => {
  const decided = asks.findIndex(({ id }) => answers[id])
  return asks.slice(0, decided === -1 ? asks.length : decided + 1).map(({ id }) => id)
}
