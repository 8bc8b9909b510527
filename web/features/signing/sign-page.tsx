import { useState, type FormEvent } from 'react'
import { signer_name_length_max } from '../../../contract/limits.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { CosignPage } from './cosign-page.tsx'
import type { DraftProps } from './draft-state.ts'
import { SignatureMethodFields, signatureId } from './signature-method-fields.tsx'
import { languageAttributes } from './wording-direction.tsx'
import { PatientPage } from './patient-page.tsx'
import { useIsSigningBlocked } from './question-thread.ts'
import { cosignersOf, buildSignatureInput, signerSignature } from './signature-body.ts'
import type { SignatureInput } from './signing-api.ts'
import { CosignerChoice, helpProblems, SigningHelp } from './signing-help.tsx'
import type { StepProps } from './step-props.ts'
import { agreedTitle } from './treatment-answers.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

const [nameId, crossId] = ['name', 'cross']

type SignPageProps = Omit<StepProps, 'onStep'> & DraftProps & { onSign: (body: SignatureInput) => void }

/**
 * Name and signature; then, on the same screen and one after the other, those who sign beside them. All signatures are
 * sent together, so that none stands without the others.
 */
export function SignPage({ onSign, ...given }: SignPageProps) {
  const { consent, draft, onDraft } = given
  const [signing, setSigning] = useState<'signer' | CosignerRole>('signer')
  const roles = cosignersOf(consent, draft)
  const order = ['signer' as const, ...roles]
  const signingIndex = order.indexOf(signing)

  function next() {
    const following = order[signingIndex + 1]
    if (following) return setSigning(following)
    const body = buildSignatureInput(consent, draft)
    if (body) onSign(body)
  }
  if (signing === 'signer' || signingIndex < 0)
    return <SignerPage {...given} isLast={roles.length === 0} onDone={next} />
  const others = roles.filter((role) => role !== signing).map((role) => draft.cosigners[role]?.name ?? '')
  const taken = [draft.name, ...(draft.help.kind === 'on-behalf' ? [draft.help.of] : []), ...others]
  return (
    <CosignPage
      key={signing}
      role={signing}
      takenNames={taken}
      isLast={signingIndex === order.length - 1}
      draft={draft}
      onDraft={onDraft}
      onBack={() => setSigning(order[signingIndex - 1] ?? 'signer')}
      onDone={next}
    />
  )
}

type SignerPageProps = Omit<SignPageProps, 'onSign'> & { isLast: boolean; onDone: () => void }

/** Whoever consents, or signs for them. */
function SignerPage({ consent, draft, onDraft, onBack, isLast, onDone }: SignerPageProps) {
  const { sign, cosigning, questions, page } = useWords()
  const isBlocked = useIsSigningBlocked(consent.id)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const title = agreedTitle(consent.content, draft.answers)
  const { kind } = draft.help

  function submit(event: FormEvent) {
    event.preventDefault()
    const isNamed = draft.name.trim() !== ''
    const isCross = kind === 'mark' && draft.markKind === 'typed'
    const hasMark = isCross ? /^\s*x\s*$/i.test(draft.cross) : signerSignature(draft) !== undefined
    const noMark = isCross
      ? { id: crossId, text: cosigning.noCross }
      : { id: signatureId, text: sign.noDrawing }
    const found: FieldProblem[] = [
      ...(isBlocked ? [{ text: questions.blockedTitle }] : []),
      ...helpProblems(draft, cosigning),
      ...(isNamed ? [] : [{ id: nameId, text: sign.noName }]),
      ...(hasMark || (!isNamed && draft.markKind === 'typed' && !isCross) ? [] : [noMark]),
    ]
    setProblems(found)
    if (found.length === 0) onDone()
  }

  return (
    <PatientPage
      title={sign.title}
      eyebrow={<bdi {...languageAttributes(title, consent.content)}>{title}</bdi>}
      onBack={onBack}
      problems={problems}
    >
      <form onSubmit={submit} noValidate className="mt-6 space-y-7">
        <SigningHelp draft={draft} onDraft={onDraft} problems={problems} />
        <TextField
          id={nameId}
          label={kind === 'on-behalf' ? cosigning.hand : sign.name}
          name="name"
          autoComplete={kind === 'on-behalf' ? 'off' : 'name'}
          dir="auto"
          maxLength={signer_name_length_max}
          error={errorOf(problems, nameId)}
          defaultValue={draft.name}
          onChange={(event) => onDraft({ name: event.target.value })}
        />
        {kind === 'mark' && <p className="text-muted">{cosigning.markHint}</p>}
        <SignatureMethodFields
          signature={draft}
          error={errorOf(problems, signatureId)}
          typed={
            kind === 'mark' ? (
              <TextField
                id={crossId}
                label={cosigning.cross}
                name="cross"
                autoComplete="off"
                maxLength={5}
                error={errorOf(problems, crossId)}
                defaultValue={draft.cross}
                onChange={(event) => onDraft({ cross: event.target.value })}
              />
            ) : (
              <p className="rounded-md bg-brand-soft p-4">{sign.typedHint}</p>
            )
          }
          onChange={onDraft}
        />
        <CosignerChoice consent={consent} draft={draft} onDraft={onDraft} />
        <p className="text-muted">{fillPlaceholders(sign.meaning, { treatment: title })}</p>
        <Button type="submit">{isLast ? sign.send : page.continue}</Button>
      </form>
    </PatientPage>
  )
}
