import { usernameProblem } from '../identity/index.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type RegistrationLink = Awaited<ReturnType<Api['registration']['open']>>
type FinishInput = Omit<Parameters<Api['registration']['finish']>[0], 'token'>

/** Where the faults and refusals of the server belong on the form. */
export const fieldOfFault: Record<string, string> = {
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

/** The form as it is sent, and what stops it; `passwordProblem` judges the password by the policy. */
export function readRegistration(
  typed: (name: string) => string,
  as: RegistrationLink['as'],
  passwordProblem: (password: string) => string | undefined,
): { input: FinishInput; problems: FieldProblem[] } {
  const [firstName, lastName, username] = [typed('firstName'), typed('lastName'), typed('username')]
  const password = typed('password')
  const name = typed('practiceName')
  const wrongPassword = passwordProblem(password)
  const wrongUsername = usernameProblem(username)
  const problems: (FieldProblem | false)[] = [
    firstName === '' && { id: 'firstName', text: 'Enter your first name' },
    lastName === '' && { id: 'lastName', text: 'Enter your last name' },
    wrongUsername !== undefined && { id: 'username', text: wrongUsername },
    wrongPassword !== undefined && { id: 'password', text: wrongPassword },
    as === 'practice' && name === '' && { id: 'practiceName', text: 'Enter the name of the practice.' },
  ]
  const practice = { name, phone: typed('practicePhone'), timeZone: typed('timeZone') }
  // The server knows the names of time zones; a browser offers those that it knows.
  const input = { firstName, lastName, username, password, ...(as === 'practice' && { practice }) }
  return { input: input as FinishInput, problems: problems.filter((problem) => problem !== false) }
}
