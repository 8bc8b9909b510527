import { useState, type FormEvent } from 'react'
import { signer_name_length_max } from '../../../contract/limits.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { detectLanguage } from '../../../contract/language-detection.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { DraftProps } from './draft-state.ts'
import { SignatureMethodFields, signatureId } from './signature-method-fields.tsx'
import { PatientPage } from './patient-page.tsx'
import { capturedSignatureOf, noCosigner, type CosignerDraft } from './signature-body.ts'
import { useEnglishWords, useWords } from './words-context.tsx'

const [nameId, capacityId] = ['name', 'capacity']

type CosignPageProps = DraftProps & {
  role: CosignerRole
  /** Names that are taken: nobody bears witness to themselves. */
  takenNames: readonly string[]
  isLast: boolean
  onBack: () => void
  onDone: () => void
}

const isSameName = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()

/** Somebody else signs on the same screen: who they are, what they confirm, and their own signature. */
export function CosignPage({ role, takenNames, isLast, draft, onDraft, onBack, onDone }: CosignPageProps) {
  const { cosigning, sign, page } = useWords()
  const english = useEnglishWords().cosigning
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const own = draft.cosigners[role] ?? noCosigner
  const change = (part: Partial<CosignerDraft>) =>
    onDraft({ cosigners: { ...draft.cosigners, [role]: { ...own, ...part } } })

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = own.name.trim()
    const isTaken = name !== '' && takenNames.some((other) => isSameName(other, name))
    const found: FieldProblem[] = [
      ...(name === '' ? [{ id: nameId, text: sign.noName }] : []),
      ...(isTaken ? [{ id: nameId, text: cosigning.same }] : []),
      ...(own.capacity.trim() === '' ? [{ id: capacityId, text: cosigning.noCapacity }] : []),
      ...(capturedSignatureOf(own, name) || name === '' ? [] : [{ id: signatureId, text: sign.noDrawing }]),
    ]
    setProblems(found)
    if (found.length === 0) onDone()
  }
  const statement = english.statements[role]
  return (
    <PatientPage title={cosigning.titles[role]} onBack={onBack} problems={problems}>
      <p className="mt-3">{cosigning.handOver}</p>
      <form onSubmit={submit} noValidate className="mt-6 space-y-7">
        <TextField
          id={nameId}
          label={sign.name}
          name="name"
          autoComplete="off"
          dir="auto"
          maxLength={signer_name_length_max}
          error={errorOf(problems, nameId)}
          defaultValue={own.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          id={capacityId}
          label={cosigning.capacity[role]}
          name="capacity"
          autoComplete="off"
          dir="auto"
          maxLength={200}
          error={errorOf(problems, capacityId)}
          defaultValue={own.capacity}
          onChange={(event) => change({ capacity: event.target.value })}
        />
        <div>
          <p>{cosigning.confirms}</p>
          <p className="mt-2 rounded-lg bg-brand-soft px-4 py-4">
            <bdi {...detectLanguage(statement)} className="block">
              {statement}
            </bdi>
            {cosigning !== english && (
              <span className="mt-1 block text-muted">{cosigning.statements[role]}</span>
            )}
          </p>
        </div>
        <SignatureMethodFields
          signature={own}
          error={errorOf(problems, signatureId)}
          typed={<p className="rounded-md bg-brand-soft p-4">{sign.typedHint}</p>}
          onChange={change}
        />
        <Button type="submit">{isLast ? sign.send : page.continue}</Button>
      </form>
    </PatientPage>
  )
}
