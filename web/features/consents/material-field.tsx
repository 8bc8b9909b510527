import { TextField } from '../../ui/plain/text-field.tsx'

type MaterialFieldProps = {
  id: string
  optional?: boolean
  value: string
  onChange: (changes: { material: string }) => void
  error: string | undefined
}

/** What a treatment is made of, in the practice's words. */
export const MaterialField = ({ onChange, ...field }: MaterialFieldProps) => (
  <TextField
    {...field}
    label="Material"
    hint="For example, tooth-coloured filling"
    autoComplete="off"
    maxLength={120}
    dir="auto"
    onChange={(event) => onChange({ material: event.target.value })}
  />
)
