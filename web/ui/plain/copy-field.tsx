import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Field, type FieldText } from './field.tsx'

type CopyFieldProps = Pick<FieldText, 'id' | 'label' | 'hint' | 'hideLabel' | 'className'> & {
  value: string
  copy?: string | undefined
  copied?: string | undefined
}

/** A text to hand on, such as an address: shown whole, copied in one press. */
export function CopyField({ value, copy, copied, ...text }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field {...text}>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            ref={input}
            type="text"
            readOnly
            dir="ltr"
            value={value}
            onFocus={(event) => event.target.select()}
            className="field min-w-0 flex-1 bg-paper text-muted"
          />
          <CopyButton
            text={value}
            label={copy}
            copied={copied}
            onFailed={() => input.current?.select()}
            className="w-auto shrink-0"
          />
        </div>
      )}
    </Field>
  )
}
