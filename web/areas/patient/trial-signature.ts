import type { InferContractRouterInputs } from '@orpc/contract'
import type { PatientConsent, signing } from '../../../contract/signing.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { sha256 } from '../../../verification/bytes.ts'
import { RequestRefusedError } from '../../features/signing/index.ts'
import type { TrialDeps } from './trial-handlers.ts'

type Inputs = InferContractRouterInputs<typeof signing>

const normalizeName = (name: string) => name.trim().toLowerCase()

/** Why the signature is not taken, of what the pages leave to the server to say. */
function refusalReason({ record }: TrialDeps, { contentHash, name, help, cosigners = [] }: Inputs['sign']) {
  if (contentHash !== record.read().contentHash) return 'stale-version'
  if (record.state.questions.some(({ isBlocking }) => isBlocking)) return 'question-open'
  if (help?.kind === 'on-behalf' && !help.agreed) return 'not-agreed'
  const names = [name, ...(help?.kind === 'on-behalf' ? [help.of] : []), ...cosigners.map((one) => one.name)]
  return new Set(names.map(normalizeName)).size < names.length ? 'cosigner-same' : null
}

/** Takes the signature in, linked into the chain with a hash of what was drawn or typed. */
export async function signForm(deps: TrialDeps, input: Inputs['sign']): Promise<PatientConsent> {
  const { record, refusals } = deps
  const refusal = refusalReason(deps, input)
  if (refusal) throw new RequestRefusedError(refusals[refusal]!)
  const { name, signerRole, mark, declined = [], help = null } = input
  const strokesHash = await sha256(toCanonicalText(mark))
  await record.close()
  await record.tell('consent.signed', { name, kind: mark.kind, contentHash: input.contentHash, strokesHash })
  const at = record.now().toISOString()
  const signature = { kind: mark.kind, name, signerRole, at, strokesHash, declined, help }
  record.state.mark = mark
  record.state.consent = { ...record.read(), status: 'signed', signature }
  return record.read()
}

/** Takes a no: the reason stands with the practice, and the record is closed. */
export async function declineForm({ record }: TrialDeps): Promise<PatientConsent> {
  await record.close()
  await record.tell('consent.declined')
  record.state.consent = { ...record.read(), status: 'declined' }
  return record.read()
}
