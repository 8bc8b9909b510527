import { fieldErrorWhere, validateUsername } from '../identity/index.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type RegistrationLink = Awaited<ReturnType<Api['registration']['open']>>
type FinishInput = Omit<Parameters<Api['registration']['finish']>[0], 'token'>

/** Where the faults and refusals of the server belong on the form. */
export const fieldByErrorCode: Record<string, string> = {
  firstName: 'firstName',
  lastName: 'lastName',
  username: 'username',
  password: 'password',
  'practice.name': 'practiceName',
  'practice.phone': 'practicePhone',
  'practice.timeZone': 'timeZone',
  'username-taken': 'username',
  'weak-password': 'password',
  'practice-missing': 'practiceName',
}

/** What the account of a proved address may do with the link: set up a practice, or join the one that is named. */
export type AccountUse = { email: string; as: 'practice' | 'staff'; joins: string | null }

type Named = Pick<FinishInput, 'firstName' | 'lastName'>

/** Which names are missing. */
export const validateNames = ({ firstName, lastName }: Named): FieldProblem[] => [
  ...fieldErrorWhere(firstName === '', 'firstName', 'Enter your first name'),
  ...fieldErrorWhere(lastName === '', 'lastName', 'Enter your last name'),
]

/** A new practice as it is sent, and what stops it. */
export function parsePractice(typed: (name: string) => string): {
  practice: NonNullable<FinishInput['practice']>
  problems: FieldProblem[]
} {
  const name = typed('practiceName')
  // The server knows the names of time zones; a browser offers those that it knows.
  const timeZone = typed('timeZone') as NonNullable<FinishInput['practice']>['timeZone']
  return {
    practice: { name, phone: typed('practicePhone'), timeZone },
    problems: fieldErrorWhere(name === '', 'practiceName', 'Enter the name of the practice.'),
  }
}

/** The form as it is sent, and what stops it; `passwordProblem` judges the password by the policy. */
export function parseRegistration(
  typed: (name: string) => string,
  as: RegistrationLink['as'],
  passwordProblem: (password: string) => string | undefined,
): { input: FinishInput; problems: FieldProblem[] } {
  const [firstName, lastName, username] = [typed('firstName'), typed('lastName'), typed('username')]
  const password = typed('password')
  const { practice, problems: ofPractice } = parsePractice(typed)
  const wrongPassword = passwordProblem(password)
  const wrongUsername = validateUsername(username)
  const isPractice = as === 'practice'
  const problems = [
    ...validateNames({ firstName, lastName }),
    ...fieldErrorWhere(wrongUsername !== undefined, 'username', wrongUsername ?? ''),
    ...fieldErrorWhere(wrongPassword !== undefined, 'password', wrongPassword ?? ''),
    ...(isPractice ? ofPractice : []),
  ]
  return { input: { firstName, lastName, username, password, ...(isPractice && { practice }) }, problems }
}
