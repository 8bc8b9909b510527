import type { AdoptionState } from '../../../contract/adoptions.ts'
import type { FrozenContent } from '../../../contract/consents.ts'

/** A clinician as whom wording is adopted. */
export type Adopter = { name: string; gdcNumber: string }

/** How a practice stands to one version, and who last adopted or withdrew a version of that template. */
export type AdoptionStatus = {
  state: AdoptionState
  byName: string | null
  gdcNumber: string | null
  at: Date | null
  adoptedVersion: string | null
}

/** The same with who saved that version. */
export type WordingStatus = AdoptionStatus & { savedByName: string; savedAt: Date }

/** What is known of a person on the staff when they want to adopt. */
type Member = { isClinician: boolean; gdcNumber: string | null }

/** As whom somebody adopts: only a clinician with a GDC number can, whatever they may manage. */
export const adopterOf = (member: Member | undefined, name: string): Adopter | null =>
  member?.isClinician && member.gdcNumber ? { name, gdcNumber: member.gdcNumber } : null

/** Whether whoever sends has to confirm the wording: nobody in the practice stands behind it as it is. */
export const needsConfirmation = (state: AdoptionState): boolean => state === 'none' || state === 'outdated'

/** A SMOG grade is a school grade; children are five when they begin. */
const reading_age_offset_years = 5

/** The reading age in years, to one decimal. */
export const readingAgeOf = (grade: number | null): number | null =>
  grade === null ? null : Math.round((grade + reading_age_offset_years) * 10) / 10

export type WordingBy = NonNullable<FrozenContent['wordingBy']>
type Sender = { name: string; gdcNumber: string | null; now: Date }

/** Who stands behind the wording of a consent that is sent now; where nobody in the practice does, the sender. */
export function wordingByOf(
  { state, byName, gdcNumber, at, savedByName, savedAt }: WordingStatus,
  sender: Sender,
): WordingBy {
  if (state === 'own') return { kind: 'own', name: savedByName, gdcNumber: null, at: savedAt.toISOString() }
  if (state === 'adopted') return { kind: 'adopted', name: byName!, gdcNumber, at: at!.toISOString() }
  return {
    kind: 'confirmed',
    name: sender.name,
    gdcNumber: sender.gdcNumber,
    at: sender.now.toISOString(),
  }
}
