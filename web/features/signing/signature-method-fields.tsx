import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { ReactNode } from 'react'
import type { SignatureDraft } from './signature-body.ts'
import { SignatureField } from './signature-field.tsx'
import { useWords } from './words-context.tsx'

export const signatureId = 'signature'

type SignatureMethodFieldsProps = {
  signature: Omit<SignatureDraft, 'name'>
  error: string | undefined
  /** What stands in the place of the drawing for those who type. */
  typed: ReactNode
  onChange: (change: Partial<Omit<SignatureDraft, 'name'>>) => void
}

/** A signature, drawn or typed: two ways of the same worth. */
export function SignatureMethodFields({
  signature: { markKind, drawing },
  error,
  typed,
  onChange,
}: SignatureMethodFieldsProps) {
  const { sign } = useWords()
  return (
    <>
      <RadioGroup
        name="markKind"
        legend={sign.how}
        inline
        value={markKind}
        options={[
          { value: 'drawn', label: sign.draw },
          { value: 'typed', label: sign.type },
        ]}
        onChange={(kind) => onChange({ markKind: kind as SignatureDraft['markKind'] })}
      />
      {markKind === 'drawn' ? (
        <SignatureField
          id={signatureId}
          drawing={drawing}
          error={error}
          onDrawing={(next) => onChange({ drawing: next })}
        />
      ) : (
        typed
      )}
    </>
  )
}
