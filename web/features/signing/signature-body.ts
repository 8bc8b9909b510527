import type { CosignerRole, PatientConsent } from '../../../contract/signing.ts'
import { isSignatureDrawn } from '../../../contract/drawn-strokes.ts'
import type { Drawing } from './signature-strokes.ts'
import type { CapturedSignature, SignatureInput, SignerRole } from './signing-api.ts'
import type { Draft } from './signing-memory.ts'
import { declinedOf } from './treatment-answers.ts'

/** What one person has put down of their signature. */
export type SignatureDraft = { name: string; markKind: 'drawn' | 'typed'; drawing: Drawing | undefined }
/** Somebody who signs beside the signer, as far as they have got. */
export type CosignerDraft = SignatureDraft & { capacity: string }
/** How the signer is helped, as far as it is said. */
export type HelpDraft = {
  kind: 'none' | 'mark' | 'on-behalf'
  why: NonNullable<SignatureInput['help']>['why'] | undefined
  of: string
  agreed: boolean
}

export const noHelp: HelpDraft = { kind: 'none', why: undefined, of: '', agreed: false }
export const noCosigner: CosignerDraft = { name: '', capacity: '', markKind: 'drawn', drawing: undefined }

/** In the order in which they sign. */
export const cosigningOrder = ['interpreter', 'witness'] as const

type Consent = Pick<PatientConsent, 'signers' | 'cosignersAsked' | 'content' | 'contentHash'>

/** As what the person signs: as they chose, or the one way there is; undefined while it is open or nobody may. */
export function signerRoleOf({ signers }: Pick<Consent, 'signers'>, draft: Draft): SignerRole | undefined {
  const roles = [...new Set(signers.map(({ signerRole }) => signerRole))]
  const chosen = roles.find((role) => role === draft.signerRole)
  return chosen ?? (roles.length === 1 ? roles[0] : undefined)
}

/** Whether somebody signs beside them because they have to: the practice asked, or the signer has help. */
export const isCosignerRequired = (
  role: CosignerRole,
  consent: Pick<Consent, 'cosignersAsked'>,
  draft: Draft,
): boolean => consent.cosignersAsked.includes(role) || (role === 'witness' && draft.help.kind !== 'none')

/** Who signs beside the signer, in order. */
export const cosignersOf = (consent: Pick<Consent, 'cosignersAsked'>, draft: Draft): CosignerRole[] =>
  cosigningOrder.filter((role) => isCosignerRequired(role, consent, draft) || draft.beside.includes(role))

/** A mark as it is sent; undefined while too little is drawn to be a signature. A typed name is its own mark. */
export function capturedSignatureOf(
  { markKind, drawing }: Omit<SignatureDraft, 'name'>,
  typed: string,
): CapturedSignature | undefined {
  if (markKind === 'typed') return typed === '' ? undefined : { kind: 'typed', typed }
  if (!drawing || !isSignatureDrawn(drawing.strokes)) return undefined
  const { width, height, strokes } = drawing
  return { kind: 'drawn', width, height, strokes }
}

/** The signer's own mark; who signs with a cross types an X in place of their name. */
export const signerSignature = (draft: Draft): CapturedSignature | undefined =>
  capturedSignatureOf(draft, draft.help.kind === 'mark' ? draft.cross.trim() : draft.name.trim())

function helpOf({ kind, why, of, agreed }: HelpDraft): SignatureInput['help'] {
  if (kind === 'none' || !why) return null
  return kind === 'mark' ? { kind, why } : { kind, why, of: of.trim(), agreed }
}

/** What else was said on the way: it may not have been sent, where the connection was lost. */
function statementsOf({ matters, leaning, additional }: Draft): SignatureInput['said'] {
  const keys = Object.keys(additional) as (keyof typeof additional)[]
  return {
    ...(matters && { matters }),
    ...(leaning !== undefined && { leaning }),
    additional: keys.map((key) => ({ key, answer: additional[key]! })),
  }
}

/** Everything that is sent, all signatures at once; undefined while one of them is missing. */
export function buildSignatureInput(consent: Consent, draft: Draft): SignatureInput | undefined {
  const mark = signerSignature(draft)
  const signerRole = signerRoleOf(consent, draft)
  const cosigners = cosignersOf(consent, draft).flatMap((role) => {
    const one = draft.cosigners[role] ?? noCosigner
    const [name, own] = [one.name.trim(), capturedSignatureOf(one, one.name.trim())]
    return own && name ? [{ role, name, capacity: one.capacity.trim(), mark: own }] : []
  })
  if (!mark || !signerRole || cosigners.length < cosignersOf(consent, draft).length) return undefined
  const { contentHash, content } = consent
  const declined = declinedOf(content, draft.answers)
  const [name, help] = [draft.name.trim(), helpOf(draft.help)]
  const statements = statementsOf(draft)
  return {
    contentHash,
    name,
    signerRole,
    confirmed: draft.confirmed,
    declined,
    mark,
    help,
    cosigners,
    said: statements,
  }
}
