import type { DecisionRow } from '../authority/index.ts'
import type { MomentFormat } from '../../platform/moment-format.ts'

/** What the record says of who may sign, as the practice decided it before the signature. */
export type RecordedAuthority = {
  title: string
  why: string
  /** Whom it is about; empty where it is the patient. */
  person: string
  seen: string
  reason: string
  sources: readonly string[]
  by: string
  at: Date
}

/** The decision that held when it was signed; undefined where nobody had to decide. Newest first, as they are read. */
export function authorityBefore(
  before: Date,
  decisions: readonly DecisionRow[],
): RecordedAuthority | undefined {
  const held = decisions.find(({ kind, at }) => kind !== 'not-this-person' && at <= before)
  if (!held) return undefined
  const { title, why, person, seen, reason, sources, byName, gdcNumber, at } = held
  return {
    ...{ title, why, seen, reason, sources, at },
    person: person ? `${person.name}, ${person.relationship}` : '',
    by: gdcNumber ? `${byName} (GDC ${gdcNumber})` : byName,
  }
}

/** The same in what the Typst file prints. */
export const describeAuthority = ({ at, ...said }: RecordedAuthority, minute: MomentFormat) => ({
  ...said,
  sources: said.sources.join('; '),
  at: minute.format(at),
})

const reasonWords: Record<string, string> = {
  sight: 'they cannot see well enough',
  movement: 'they cannot use their hands well enough',
  reading: 'reading or writing is hard for them',
  other: 'another reason',
}

type SigningHelp = { kind: 'mark' | 'on-behalf'; why: string; of?: string }

/** How the signer was helped, in a sentence; empty where nobody needed help. */
export function describeSigningHelp(help: SigningHelp | null): string {
  if (!help) return ''
  const why = reasonWords[help.why] ?? help.why
  return help.kind === 'mark'
    ? `Signed with a mark in the presence of a witness. Reason: ${why}.`
    : `Signed on behalf of ${help.of ?? ''}, who agreed to it in the presence of the signer and a witness. Reason: ${why}.`
}
