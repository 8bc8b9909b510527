/** Something that is not as it was sealed: which part of the file, by its path and its name, and what is wrong with it. */
export type Finding = { path: string; title: string; problem: string }

export type Fact = { label: string; value: string }

/** What checking a file came to. */
export type Verdict = {
  kind: 'bundle' | 'document' | 'digest' | 'unknown'
  outcome: 'unchanged' | 'changed' | 'not-ours'
  /** The verdict in one sentence. */
  says: string
  /** Since when it is unchanged: the moment of the last seal, or of the last event. */
  since: Date | undefined
  findings: Finding[]
  facts: Fact[]
  /** What a practice's server may be asked about: the documents by their SHA-256, and the head of the chain. */
  ask: { documents: string[]; heads: string[] }
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  ...{ timeZone: 'Europe/London', timeZoneName: 'short' },
})

/** A moment as verdicts say it. */
export const formatTimestamp = (at: Date): string => timeFormat.format(at)

/** Collects what is found in a file, each thing once. */
export function createFindings() {
  const findings: Finding[] = []
  return {
    findings,
    add(path: string, title: string, problem: string): void {
      if (!findings.some((each) => each.path === path && each.problem === problem))
        findings.push({ path, title, problem })
    },
  }
}
export type Findings = ReturnType<typeof createFindings>

type CheckedFile = Omit<Verdict, 'outcome' | 'says'> & { kind: 'bundle' | 'document' | 'digest' }

/** The verdict on a file that was checked: unchanged where nothing was found. */
export function verdictOf(checked: CheckedFile): Verdict {
  const { findings, since } = checked
  if (findings.length === 0)
    return {
      ...checked,
      outcome: 'unchanged',
      says: since ? `Unchanged since ${formatTimestamp(since)}.` : 'Unchanged.',
    }
  const [first] = findings
  const more = findings.length > 1 ? ` and ${findings.length - 1} more` : ''
  return { ...checked, since: undefined, outcome: 'changed', says: `Changed: ${first!.title}${more}.` }
}

/** The verdict on a file that there is nothing to check in. */
export const unrecognisedFile = (says: string): Verdict => ({
  ...{ kind: 'unknown', outcome: 'not-ours', says, since: undefined },
  ...{ findings: [], facts: [], ask: { documents: [], heads: [] } },
})
