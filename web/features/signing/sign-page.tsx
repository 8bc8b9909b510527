import { useState, type FormEvent } from 'react'
import { signature_points_min, signer_name_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { DraftProps } from './draft-state.ts'
import { asWritten } from './wording-direction.tsx'
import { PatientPage } from './patient-page.tsx'
import { useIsBlocked } from './question-thread.ts'
import { SignatureField } from './signature-field.tsx'
import { pointCount } from './signature-strokes.ts'
import type { Mark, SignatureInput } from './signing-api.ts'
import type { Draft } from './signing-memory.ts'
import type { StepProps } from './step-props.ts'
import { agreedTitle, declinedOf } from './treatment-answers.ts'
import { useWords } from './words-context.tsx'
import { fill } from './words-text.ts'

const nameId = 'name'
const signatureId = 'signature'

type SignPageProps = Omit<StepProps, 'onStep'> & DraftProps & { onSign: (body: SignatureInput) => void }

/** Name and signature, drawn or typed: two ways of the same worth. */
export function SignPage({ consent, draft, onDraft, onBack, onSign }: SignPageProps) {
  const { sign, questions } = useWords()
  const isBlocked = useIsBlocked(consent.id)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const title = agreedTitle(consent.content, draft.answers)

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = draft.name.trim()
    const mark = markOf(draft, name)
    const found: FieldProblem[] = [
      ...(isBlocked ? [{ text: questions.blockedTitle }] : []),
      ...(name === '' ? [{ id: nameId, text: sign.noName }] : []),
      ...(mark === undefined ? [{ id: signatureId, text: sign.noDrawing }] : []),
    ]
    setProblems(found)
    if (found.length > 0 || mark === undefined) return
    const { confirmed, answers, signerRole = 'patient' } = draft
    const said = saidIn(draft)
    const declined = declinedOf(consent.content, answers)
    onSign({ contentHash: consent.contentHash, name, signerRole, confirmed, declined, mark, said })
  }

  return (
    <PatientPage
      title={sign.title}
      eyebrow={<bdi {...asWritten(title, consent.content)}>{title}</bdi>}
      onBack={onBack}
      problems={problems}
    >
      <form onSubmit={submit} noValidate className="mt-6 space-y-7">
        <TextField
          id={nameId}
          label={sign.name}
          name="name"
          autoComplete="name"
          dir="auto"
          maxLength={signer_name_length_max}
          error={errorOf(problems, nameId)}
          defaultValue={draft.name}
          onChange={(event) => onDraft({ name: event.target.value })}
        />
        <RadioGroup
          name="markKind"
          legend={sign.how}
          inline
          value={draft.markKind}
          options={[
            { value: 'drawn', label: sign.draw },
            { value: 'typed', label: sign.type },
          ]}
          onChange={(kind) => onDraft({ markKind: kind as Draft['markKind'] })}
        />
        {draft.markKind === 'drawn' ? (
          <SignatureField
            id={signatureId}
            drawing={draft.drawing}
            error={errorOf(problems, signatureId)}
            onDrawing={(drawing) => onDraft({ drawing })}
          />
        ) : (
          <p className="rounded-md bg-brand-soft p-4">{sign.typedHint}</p>
        )}
        <p className="text-muted">{fill(sign.meaning, { treatment: title })}</p>
        <Button type="submit">{sign.send}</Button>
      </form>
    </PatientPage>
  )
}

/** What else was said on the way: it may not have been sent, where the connection was lost. */
function saidIn({ matters, leaning, additional }: Draft): SignatureInput['said'] {
  const keys = Object.keys(additional) as (keyof typeof additional)[]
  return {
    ...(matters && { matters }),
    ...(leaning !== undefined && { leaning }),
    additional: keys.map((key) => ({ key, answer: additional[key]! })),
  }
}

/** The mark as it is sent; undefined while too little is drawn to be a signature. A typed name is its own mark. */
function markOf({ markKind, drawing }: Draft, name: string): Mark | undefined {
  if (markKind === 'typed') return { kind: 'typed', typed: name }
  if (!drawing || pointCount(drawing) < signature_points_min) return undefined
  const { width, height, strokes } = drawing
  return { kind: 'drawn', width, height, strokes }
}
