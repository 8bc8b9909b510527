import type { PatientConsent } from '../../../contract/signing.ts'

type Kind = PatientConsent['documents'][number]['kind']
type ToldKind = Exclude<Kind, 'resealed' | 'annex-resealed'>

/** What a patient is told of a document: one with a newer seal is the same form, or the same annex. */
export function documentWord(words: Record<ToldKind, string>, kind: Kind): string {
  if (kind === 'resealed') return words.signed
  if (kind === 'annex-resealed') return words.annex
  return words[kind]
}
