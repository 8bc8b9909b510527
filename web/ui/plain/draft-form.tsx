import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { useFormDraft, type FoundDraft } from './form-draft.ts'

export type DraftFormProps = Omit<ComponentProps<'form'>, 'ref'> & {
  /** Names what is typed here: the form, and the record it is about. */
  draft: string
  formRef?: RefObject<HTMLFormElement | null> | undefined
  /** Says that a draft was found. */
  notice?: ((found: FoundDraft) => ReactNode) | undefined
}

/** A form that loses nothing: what is typed is kept until it is sent or discarded. */
export function DraftForm({ draft, formRef, notice, children, ...form }: DraftFormProps) {
  const own = useRef<HTMLFormElement>(null)
  const ref = formRef ?? own
  const found = useFormDraft(ref, draft)
  return (
    <form ref={ref} {...form}>
      {found && notice?.(found)}
      {children}
    </form>
  )
}
