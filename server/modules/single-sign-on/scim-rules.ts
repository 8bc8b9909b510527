import type { ScimOperation } from '../../../contract/scim.ts'

/** `userName eq "name@example.org"`: the only form of filter that providers send. */
const filterForm = /^\s*(\w+(?:\.\w+)?)\s+eq\s+"([^"\\]*)"\s*$/i

/** What a filter asks for; null where it is another. Names of attributes are read without regard to case. */
export function parseFilter(filter: string): { attribute: string; value: string } | null {
  const found = filterForm.exec(filter)
  return found && { attribute: found[1]!.toLowerCase(), value: found[2]! }
}

/** What a change of a user comes to; of each attribute that it does not name, nothing. */
export type UserChange = {
  userName?: string
  externalId?: string
  active?: boolean
  givenName?: string
  familyName?: string
}

const attributes: Record<string, (value: unknown) => UserChange | null> = {
  username: (value) => (typeof value === 'string' ? { userName: value.trim() } : null),
  externalid: (value) => (typeof value === 'string' ? { externalId: value.slice(0, 200) } : null),
  active(value) {
    const text = String(value).toLowerCase()
    return text === 'true' || text === 'false' ? { active: text === 'true' } : null
  },
  'name.givenname': (value) => (typeof value === 'string' ? { givenName: value.trim().slice(0, 80) } : null),
  'name.familyname': (value) =>
    typeof value === 'string' ? { familyName: value.trim().slice(0, 80) } : null,
}

/** One attribute of a user; what Candour does not keep, such as roles and passwords, is no change. Null: not understood. */
const attributeChange = (name: string, value: unknown): UserChange | null =>
  attributes[name.toLowerCase()]?.(value) ?? (attributes[name.toLowerCase()] ? null : {})

/** The attributes of a value without a path, `name` one level deeper. */
function flattened(value: object): [string, unknown][] {
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] =>
    name.toLowerCase() === 'name' && typeof inner === 'object' && inner !== null
      ? Object.entries(inner).map(([part, text]) => [`name.${part}`, text])
      : [[name, inner]],
  )
}

/** What the operations of a PATCH come to; null where a value is not understood. */
export function userChangeOf(operations: readonly ScimOperation[]): UserChange | null {
  const change: UserChange = {}
  for (const { op, path, value } of operations) {
    // An attribute that is taken away is left as it is: none of those that are kept can be missing.
    if (op === 'remove') continue
    const named = path ? [[path, value] as [string, unknown]] : isObject(value) ? flattened(value) : null
    if (!named) return null
    for (const [name, given] of named) {
      const one = attributeChange(name, given)
      if (!one) return null
      Object.assign(change, one)
    }
  }
  return change
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const oneMember = /^members\[value eq "([^"]+)"\]$/i

/** The ids in a list of members; null where one is none. */
function membersIn(value: unknown): string[] | null {
  const list = [value ?? []].flat()
  const ids = list.map((one: unknown) => (isObject(one) ? (one as { value?: unknown }).value : undefined))
  return ids.every((one): one is string => typeof one === 'string' && uuid.test(one)) ? ids : null
}

export type GroupState = { displayName: string; externalId: string | null; members: string[] }

/** A group after the operations of a PATCH; null where one is not understood. */
export function patchedGroup(before: GroupState, operations: readonly ScimOperation[]): GroupState | null {
  let group = before
  for (const operation of operations) {
    const next = patchedOnce(group, operation)
    if (!next) return null
    group = next
  }
  return group
}

function patchedOnce(group: GroupState, { op, path = '', value }: ScimOperation): GroupState | null {
  const [, single] = oneMember.exec(path) ?? []
  if (single)
    return op === 'remove' ? { ...group, members: group.members.filter((one) => one !== single) } : null
  if (path.toLowerCase() === 'members') return withMembers(group, op, value)
  if (path.toLowerCase() === 'displayname')
    return typeof value === 'string' && value.trim()
      ? { ...group, displayName: value.trim().slice(0, 200) }
      : null
  if (path.toLowerCase() === 'externalid')
    return typeof value === 'string' ? { ...group, externalId: value.slice(0, 200) } : null
  if (path || !isObject(value)) return null
  const parts = Object.entries(value).filter(([name]) => name !== 'id' && name !== 'schemas')
  return patchedGroup(
    group,
    parts.map(([name, part]) => ({ op, path: name, value: part as unknown })),
  )
}

function withMembers(group: GroupState, op: ScimOperation['op'], value: unknown): GroupState | null {
  const ids = membersIn(value)
  if (!ids) return null
  const { members } = group
  if (op === 'add') return { ...group, members: [...new Set([...members, ...ids])] }
  if (op === 'replace') return { ...group, members: [...new Set(ids)] }
  return { ...group, members: value === undefined ? [] : members.filter((one) => !ids.includes(one)) }
}
