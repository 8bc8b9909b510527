import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { assessDraft } from './consent-freezing.ts'
import type { ConsentRecord } from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

/** What a draft lacks: a detail of its text by its placeholder, or what the refusal of sending it would say. */
export type DraftGap = { placeholder: string | null; text: string }

const { refusals: refusalTexts } = contract.consents.send['~orpc'].meta
type Refusal = Awaited<ReturnType<typeof assessDraft>>['refusals'][number] | 'questions-unasked'

/** The details that a refusal is about: the first names it, and none is named a second time. */
const placeholdersOfRefusal: Partial<Record<Refusal, readonly string[]>> = {
  'diagnosis-required': ['diagnosis'],
  'tooth-required': ['tooth', 'toothName'],
}

/** Everything that a draft lacks before it can be sent as it stands, by the rules that would refuse it; none where it is ready. */
export async function draftGapsOf(
  scope: ClinicScope,
  consent: ConsentRecord,
  { findPictures }: Pick<ConsentDeps, 'findPictures'>,
): Promise<DraftGap[]> {
  // What patients declare when they sign decides nothing here.
  const parts = { findPictures, statements: [], wordingConfirmed: false }
  const { refusals, missing, unasked } = await assessDraft(scope, consent, parts)
  const reasons: Refusal[] = refusals.filter((reason) => reason !== 'placeholder-missing')
  const named = reasons.flatMap((reason) => placeholdersOfRefusal[reason] ?? [])
  if (unasked.length > 0) reasons.push('questions-unasked')
  return [
    ...reasons.map((reason) => ({
      placeholder: placeholdersOfRefusal[reason]?.[0] ?? null,
      text: refusalTexts[reason]!.message.replace('{questions}', unasked.join(' ')),
    })),
    ...missing
      .filter((name) => !named.includes(name))
      .map((placeholder) => ({ placeholder, text: refusalTexts['placeholder-missing']!.message })),
  ]
}
