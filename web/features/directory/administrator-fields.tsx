import { validateEmail } from '../../../contract/email-address.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { trimmedFieldValue } from './reason-field.tsx'

type Administrator = { firstName: string; lastName: string; email: string }

/** Who is invited, as typed. */
export const parseAdministrator = (typed: FormData): Administrator => ({
  firstName: trimmedFieldValue(typed, 'firstName'),
  lastName: trimmedFieldValue(typed, 'lastName'),
  email: trimmedFieldValue(typed, 'administratorEmail'),
})

/** What is missing to invite them. */
export function validateAdministrator({ firstName, lastName, email }: Administrator): FieldProblem[] {
  const errors: FieldProblem[] = []
  if (!firstName) errors.push({ id: 'administrator-firstName', text: 'Enter their first name' })
  if (!lastName) errors.push({ id: 'administrator-lastName', text: 'Enter their last name' })
  const problem = validateEmail(email)
  if (problem !== null) errors.push({ id: 'administrator-email', text: problem })
  return errors
}

/** Who is invited to look after a practice. */
export function AdministratorFields({ errors }: { errors: readonly FieldProblem[] }) {
  const name = { maxLength: 80, autoComplete: 'off' } as const
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          id="administrator-firstName"
          name="firstName"
          label="First name"
          {...name}
          error={errorOf(errors, 'administrator-firstName')}
        />
        <TextField
          id="administrator-lastName"
          name="lastName"
          label="Last name"
          {...name}
          error={errorOf(errors, 'administrator-lastName')}
        />
      </div>
      <TextField
        id="administrator-email"
        name="administratorEmail"
        label="Their e-mail address"
        hint="We send the invitation there. It must not belong to an existing account."
        type="email"
        maxLength={320}
        autoComplete="off"
        error={errorOf(errors, 'administrator-email')}
      />
    </>
  )
}
