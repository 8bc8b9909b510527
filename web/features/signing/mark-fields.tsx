import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import type { ReactNode } from 'react'
import type { MarkDraft } from './sign-body.ts'
import { SignatureField } from './signature-field.tsx'
import { useWords } from './words-context.tsx'

export const signatureId = 'signature'

type MarkFieldsProps = {
  mark: Omit<MarkDraft, 'name'>
  error: string | undefined
  /** What stands in the place of the drawing for those who type. */
  typed: ReactNode
  onMark: (change: Partial<Omit<MarkDraft, 'name'>>) => void
}

/** A signature, drawn or typed: two ways of the same worth. */
export function MarkFields({ mark: { markKind, drawing }, error, typed, onMark }: MarkFieldsProps) {
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
        onChange={(kind) => onMark({ markKind: kind as MarkDraft['markKind'] })}
      />
      {markKind === 'drawn' ? (
        <SignatureField
          id={signatureId}
          drawing={drawing}
          error={error}
          onDrawing={(next) => onMark({ drawing: next })}
        />
      ) : (
        typed
      )}
    </>
  )
}
