import { clsx } from 'clsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

type NameFieldsProps = {
  firstName: string
  lastName: string
  problems: readonly FieldProblem[]
  className?: string
}

/** First and last name of whoever registers, as far as they are known. */
export function NameFields({ firstName, lastName, problems, className }: NameFieldsProps) {
  return (
    <div className={clsx('grid gap-5 sm:grid-cols-2', className)}>
      <TextField
        id="firstName"
        name="firstName"
        label="First name"
        autoComplete="given-name"
        dir="auto"
        maxLength={80}
        defaultValue={firstName}
        required
        error={errorOf(problems, 'firstName')}
      />
      <TextField
        id="lastName"
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        dir="auto"
        maxLength={80}
        defaultValue={lastName}
        required
        error={errorOf(problems, 'lastName')}
      />
    </div>
  )
}
