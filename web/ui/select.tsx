import type { FieldText } from './plain/field.tsx'
import { SelectField, type SelectOption } from './plain/select-field.tsx'

type SelectProps = FieldText & {
  options: readonly SelectOption[]
  name?: string | undefined
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
  disabled?: boolean | undefined
}

/** A choice that does something at once, such as a filter. The device's own picker: known to all, and it weighs nothing. */
export function Select({ onChange, ...field }: SelectProps) {
  return (
    <SelectField {...field} className="font-medium" onChange={(event) => onChange?.(event.target.value)} />
  )
}
