import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

const textOf = (typed: FormData, name: string): string => {
  const value = typed.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

type Level = 1 | 2 | 3 | 4
type GroupLevel = { group: string; level: Level }

/** One group a line, with its level behind an equals sign: 'Dentists = 2'. */
export const formatGroupLevels = (groups: readonly { group: string; level: number }[]): string =>
  groups.map(({ group, level }) => `${group} = ${level}`).join('\n')

const groupLine = /^(.+?)\s*=\s*([1-4])$/

/** The groups that were typed; null where a line is none. */
export function parseGroupLevels(typed: string): GroupLevel[] | null {
  const lines = typed.split('\n').map((line) => line.trim())
  const groups = lines.filter(Boolean).map((line) => groupLine.exec(line))
  if (groups.includes(null)) return null
  return groups.map((found) => ({ group: found![1]!, level: Number(found![2]) as Level }))
}

const required: Record<string, string> = {
  name: 'Enter a name for the sign-in button',
  groupClaim: 'Enter where the provider names the groups',
}
const requiredOfOidc = { issuer: 'Enter the issuer address', clientId: 'Enter the client ID' }
const requiredOfSaml = {
  samlIssuer: 'Enter the provider’s entity ID, or paste its metadata',
  signInAddress: 'Enter the provider’s sign-in address, or paste its metadata',
  certificates: 'Enter a signing certificate, or paste the provider’s metadata',
}

/** What the form of a connection holds, or what is wrong with it. */
export function parseConnectionForm(typed: FormData) {
  const isSaml = typed.get('protocol') === 'saml'
  const metadata = textOf(typed, 'metadata')
  const ofProtocol: Record<string, string> = !isSaml ? requiredOfOidc : metadata ? {} : requiredOfSaml
  const errors: FieldProblem[] = Object.entries({ ...required, ...ofProtocol })
    .filter(([name]) => textOf(typed, name) === '')
    .map(([id, text]) => ({ id, text }))
  const groupLevels = parseGroupLevels(textOf(typed, 'groupLevels'))
  if (!groupLevels)
    errors.push({
      id: 'groupLevels',
      text: 'Enter one group a line, such as “Dentists = 2”, with a level from 1 to 4',
    })
  if (errors.length > 0 || !groupLevels) return errors
  const level = textOf(typed, 'defaultLevel')
  const policy = {
    name: textOf(typed, 'name'),
    trustsEmails: typed.has('trustsEmails'),
    countsSecondFactor: typed.has('countsSecondFactor'),
    groupClaim: textOf(typed, 'groupClaim'),
    groupLevels,
    defaultLevel: level ? Number(level) : null,
  }
  if (!isSaml)
    return {
      oidc: {
        ...policy,
        issuer: textOf(typed, 'issuer'),
        clientId: textOf(typed, 'clientId'),
        clientSecret: textOf(typed, 'clientSecret'),
      },
    }
  return {
    saml: {
      ...policy,
      metadata,
      issuer: textOf(typed, 'samlIssuer'),
      signInAddress: textOf(typed, 'signInAddress'),
      certificates: textOf(typed, 'certificates'),
    },
  }
}
