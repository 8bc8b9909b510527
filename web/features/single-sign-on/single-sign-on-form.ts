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

/** What the form of a connection holds with these levels, or what is wrong with it. */
function parseWithLevels<Levels extends object>(typed: FormData, levels: Levels | string) {
  const isSaml = typed.get('protocol') === 'saml'
  const metadata = textOf(typed, 'metadata')
  const ofProtocol: Record<string, string> = !isSaml ? requiredOfOidc : metadata ? {} : requiredOfSaml
  const errors: FieldProblem[] = Object.entries({ ...required, ...ofProtocol })
    .filter(([name]) => textOf(typed, name) === '')
    .map(([id, text]) => ({ id, text }))
  if (typeof levels === 'string') errors.push({ id: 'groupLevels', text: levels })
  if (errors.length > 0 || typeof levels === 'string') return errors
  const policy = {
    name: textOf(typed, 'name'),
    trustsEmails: typed.has('trustsEmails'),
    countsSecondFactor: typed.has('countsSecondFactor'),
    groupClaim: textOf(typed, 'groupClaim'),
    ...levels,
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

/** The form of a practice's connection. */
export function parseConnectionForm(typed: FormData) {
  const groupLevels = parseGroupLevels(textOf(typed, 'groupLevels'))
  const level = textOf(typed, 'defaultLevel')
  return parseWithLevels(
    typed,
    groupLevels
      ? { groupLevels, defaultLevel: level ? Number(level) : null }
      : 'Enter one group a line, such as “Dentists = 2”, with a level from 1 to 4',
  )
}

type Practice = { id: string; name: string }
type PracticeLevel = { group: string; practiceId: string; level: number }

/** One group a line, with a practice and a level: 'Harbour dentists = Harbour Dental, 2'. */
export const formatPracticeLevels = (
  levels: readonly PracticeLevel[],
  practices: readonly Practice[],
): string =>
  levels
    .map(({ group, practiceId, level }) => {
      const practice = practices.find(({ id }) => id === practiceId)
      return `${group} = ${practice?.name ?? ''}, ${level}`
    })
    .join('\n')

/** A group may hold an equals sign, as the name in a directory does (`CN=Dentists,DC=example`); a practice's name has none. */
const practiceLine = /^(.*\S)\s*=\s*(.+?)\s*,\s*([1-4])$/

/** The groups that were typed, each with its practice; or what is wrong with a line. */
export function parsePracticeLevels(typed: string, practices: readonly Practice[]): PracticeLevel[] | string {
  const levels: PracticeLevel[] = []
  for (const line of typed.split('\n').map((one) => one.trim())) {
    if (!line) continue
    const [, group = '', name = '', level] = practiceLine.exec(line) ?? []
    if (!group)
      return 'Enter one group a line with a practice and a level, such as “Harbour dentists = Harbour Dental, 2”'
    const named = practices.filter((one) => one.name.toLowerCase() === name.toLowerCase())
    if (named.length === 0) return `No practice of the group is called “${name}”`
    if (named.length > 1) return `More than one practice of the group is called “${name}”`
    levels.push({ group, practiceId: named[0]!.id, level: Number(level) })
  }
  return levels
}

/** The form of a group's connection. */
export function parseGroupConnectionForm(typed: FormData, practices: readonly Practice[]) {
  const levels = parsePracticeLevels(textOf(typed, 'groupLevels'), practices)
  return parseWithLevels(typed, typeof levels === 'string' ? levels : { practiceLevels: levels })
}
