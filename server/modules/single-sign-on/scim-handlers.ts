import { files } from '../../../contract/index.ts'
import { scim_page_max } from '../../../contract/limits.ts'
import { defaultLevel } from '../../../contract/permissions.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { IntegrationScope } from '../../platform/database/transaction.ts'
import { handleRoute, type HandledRoute } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { ResponseFormat } from '../../platform/http/route-endpoints.ts'
import { normalizeEmail } from '../identity/index.ts'
import {
  insertJoiner,
  listProvisioned,
  lockProvisioned,
  updateProvisioned,
  type ProvisionedStaff,
} from '../staff/index.ts'
import { httpStatusByCode } from '../../../contract/errors.ts'
import { parseFilter, patchedGroup, userChangeOf, type GroupState, type UserChange } from './scim-rules.ts'
import {
  deleteGroup,
  endStaffSessions,
  findIdsByExternalId,
  findProvisioningPolicy,
  insertGroup,
  listExternalIds,
  listGroups,
  listGroupsOf,
  listProvisionableDomains,
  lockGroup,
  saveExternalId,
  updateGroup,
  type ScimGroupRow,
} from './scim-store.ts'
import { domainOf, levelOfGroups } from './single-sign-on-rules.ts'

const routes = files.scim
const schemas = 'urn:ietf:params:scim:schemas:core:2.0'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const errorExtension = 'urn:candour:params:scim:error'

/** What SCIM calls a refusal, where it has a word for it (RFC 7644, 3.12). */
const scimTypes: Record<string, string> = {
  'bad-filter': 'invalidFilter',
  'bad-value': 'invalidValue',
  'invalid-input': 'invalidValue',
  'user-exists': 'uniqueness',
  'group-exists': 'uniqueness',
}

/** How SCIM's routes write what they answer and refuse. */
export const scimResponseFormat: ResponseFormat = {
  prefix: '/api/scim',
  type: 'application/scim+json; charset=utf-8',
  refusal({ code, message, details }) {
    const scimType = scimTypes[details.reason ?? '']
    return {
      schemas: [`${messages}:Error`],
      status: String(httpStatusByCode[code]),
      detail: message,
      ...(scimType ? { scimType } : {}),
      // What support asks for; SCIM has no place for it.
      [errorExtension]: { code, ...details },
    }
  },
}

/** Staff and groups as a provider looks after them. */
export function scimHandlers({ address }: { address: string }): HandledRoute[] {
  const base = `${address}/api/scim/v2`

  const userView = (member: ProvisionedStaff, externalId: string | null | undefined) => ({
    schemas: [`${schemas}:User`],
    id: member.id,
    ...(externalId ? { externalId } : {}),
    userName: member.email,
    name: { givenName: member.firstName, familyName: member.lastName },
    displayName: `${member.firstName} ${member.lastName}`.trim(),
    emails: [{ value: member.email, type: 'work', primary: true }],
    active: member.status === 'active',
    meta: metaOf('User', member),
  })

  const groupView = (group: ScimGroupRow, excluded = '') => ({
    schemas: [`${schemas}:Group`],
    id: group.id,
    ...(group.externalId ? { externalId: group.externalId } : {}),
    displayName: group.displayName,
    ...(excluded.includes('members') ? {} : { members: group.members.map((value) => ({ value })) }),
    meta: metaOf('Group', group),
  })

  function metaOf(
    resourceType: 'User' | 'Group',
    { id, createdAt, updatedAt }: { id: string; createdAt: Date; updatedAt: Date },
  ) {
    return {
      resourceType,
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/${resourceType}s/${id}`,
    }
  }

  const userAnswer = async (scope: IntegrationScope, member: ProvisionedStaff, status: 200 | 201 = 200) => {
    const known = await listExternalIds(scope, [member.id])
    return { document: userView(member, known.get(member.id)), status }
  }

  async function change(scope: IntegrationScope, id: string, wanted: UserChange) {
    const member = await lockProvisioned(scope, id)
    if (!member) return refuse('not-found')
    if (wanted.userName !== undefined && normalizeEmail(wanted.userName) !== member.email)
      return refuse('name-fixed')
    if (wanted.active === false && (await isNeeded(scope, member))) return refuse('cannot-end')
    const status = wanted.active === undefined ? member.status : wanted.active ? 'active' : 'inactive'
    // Before anything is written: where tables are spread, a function with its owner's rights could not ask after it.
    if (status === 'inactive') await endStaffSessions(scope, id)
    const after = await updateProvisioned(scope, id, {
      firstName: wanted.givenName ?? member.firstName,
      lastName: wanted.familyName ?? member.lastName,
      status,
    })
    if (wanted.externalId) await saveExternalId(scope, id, wanted.externalId)
    const details = { before: member.status, after: status }
    return { answer: await userAnswer(scope, after), subject: id, details }
  }

  return [
    handleRoute(routes.configuration, async () => ({ answer: { document: configuration } })),
    handleRoute(routes.resourceTypes, async () => ({ answer: { document: listOf(resourceTypes, 1, 2) } })),

    handleRoute(routes.users, async (scope, { filter, startIndex, count }) => {
      const asked = filter === undefined ? {} : await userSearch(scope, filter)
      if (!asked) return refuse('bad-filter')
      const { rows, total } = await listProvisioned(scope, asked, sliceFrom(startIndex, count))
      const known = await listExternalIds(
        scope,
        rows.map(({ id }) => id),
      )
      const resources = rows.map((member) => userView(member, known.get(member.id)))
      return { answer: { document: listOf(resources, startIndex, total) } }
    }),

    handleRoute(routes.user, async (scope, { id }) => {
      const { rows } = await listProvisioned(scope, { ids: [id] }, { limit: 1, offset: 0 })
      return rows[0] ? { answer: await userAnswer(scope, rows[0]), subject: id } : refuse('not-found')
    }),

    handleRoute(
      routes.addUser,
      async (scope, { body: { userName, name = {}, displayName, active, externalId } }) => {
        const email = normalizeEmail(userName)
        if (!email || !(await listProvisionableDomains(scope)).includes(domainOf(email)))
          return refuse('other-domain')
        const policy = await findProvisioningPolicy(scope)
        // Until a group or their first sign-in says more, they get the least.
        const level = policy ? (levelOfGroups([], policy) ?? defaultLevel) : defaultLevel
        const { givenName = displayName || email, familyName = '' } = name
        const joiner = { email, firstName: givenName, lastName: familyName, level, isActive: active }
        const id = await insertJoiner(scope, joiner)
        if (!id) return refuse('user-exists')
        if (externalId) await saveExternalId(scope, id, externalId)
        const member = (await lockProvisioned(scope, id))!
        return { answer: await userAnswer(scope, member, 201), subject: id, details: { level } }
      },
    ),

    handleRoute(routes.replaceUser, async (scope, { id, body }) => {
      const { userName, active, externalId, name = {} } = body
      const { givenName, familyName } = name
      return change(scope, id, {
        ...{ userName, active },
        ...(externalId === undefined ? {} : { externalId }),
        ...(givenName === undefined ? {} : { givenName }),
        ...(familyName === undefined ? {} : { familyName }),
      })
    }),

    handleRoute(routes.patchUser, async (scope, { id, body }) => {
      const wanted = userChangeOf(body.Operations)
      return wanted ? change(scope, id, wanted) : refuse('bad-value')
    }),

    handleRoute(routes.endUser, async (scope, { id }) => {
      const ended = await change(scope, id, { active: false })
      return 'answer' in ended ? { ...ended, answer: { document: null } } : ended
    }),

    handleRoute(routes.groups, async (scope, { filter, startIndex, count, excludedAttributes }) => {
      const asked = filter === undefined ? null : parseFilter(filter)
      if (filter !== undefined && asked?.attribute !== 'displayname') return refuse('bad-filter')
      const { rows, total } = await listGroups(scope, asked?.value, sliceFrom(startIndex, count))
      const resources = rows.map((group) => groupView(group, excludedAttributes))
      return { answer: { document: listOf(resources, startIndex, total) } }
    }),

    handleRoute(routes.group, async (scope, { id, excludedAttributes }) => {
      const group = await lockGroup(scope, id)
      if (!group) return refuse('not-found')
      return { answer: { document: groupView(group, excludedAttributes) }, subject: id }
    }),

    handleRoute(routes.addGroup, async (scope, { body: { displayName, externalId = null, members } }) => {
      const wanted = { displayName, externalId, members: members.map(({ value }) => value) }
      if (!(await areOnStaff(scope, wanted.members))) return refuse('bad-value')
      const group = await insertGroup(scope, wanted)
      if (!group) return refuse('group-exists')
      const levels = await applyLevels(scope, group.members)
      return {
        answer: { document: groupView(group), status: 201 },
        subject: group.id,
        details: { displayName, levels },
      }
    }),

    handleRoute(routes.replaceGroup, async (scope, { id, body: { displayName, externalId, members } }) =>
      changeGroup(scope, id, (before) => ({
        displayName,
        externalId: externalId ?? before.externalId,
        members: [...new Set(members.map(({ value }) => value))],
      })),
    ),

    handleRoute(routes.patchGroup, async (scope, { id, body }) =>
      changeGroup(scope, id, (before) => patchedGroup(before, body.Operations)),
    ),

    handleRoute(routes.removeGroup, async (scope, { id }) => {
      const group = await lockGroup(scope, id)
      if (!group) return refuse('not-found')
      await deleteGroup(scope, id)
      const levels = await applyLevels(scope, group.members)
      return { answer: { document: null }, subject: id, details: { displayName: group.displayName, levels } }
    }),
  ]

  async function changeGroup(
    scope: IntegrationScope,
    id: string,
    next: (before: GroupState) => GroupState | null,
  ) {
    const before = await lockGroup(scope, id)
    if (!before) return refuse('not-found')
    const { displayName, externalId, members } = before
    const wanted = next({ displayName, externalId, members })
    if (!wanted) return refuse('bad-value')
    const joined = wanted.members.filter((one) => !members.includes(one))
    if (!(await areOnStaff(scope, joined))) return refuse('bad-value')
    const group = await updateGroup(scope, id, wanted)
    const levels = await applyLevels(scope, [...new Set([...members, ...wanted.members])])
    const details = { displayName: group.displayName, levels }
    return { answer: { document: groupView(group) }, subject: id, details }
  }
}

/** Whether all of these are staff of the practice: no group names somebody of another. */
async function areOnStaff(scope: IntegrationScope, ids: readonly string[]): Promise<boolean> {
  const { total } = await listProvisioned(scope, { ids }, { limit: 0, offset: 0 })
  return total === new Set(ids).size
}

/** Gives people the highest level of their groups, where one has a level. Administrators are made by people. */
async function applyLevels(scope: IntegrationScope, ids: readonly string[]): Promise<Record<string, number>> {
  const policy = await findProvisioningPolicy(scope)
  const given: Record<string, number> = {}
  for (const id of policy ? ids : []) {
    const member = await lockProvisioned(scope, id)
    const groups = await listGroupsOf(scope, id)
    // Who is in no group with a level any more has what people in none of them have.
    const level = levelOfGroups(groups, policy!) ?? defaultLevel
    if (member?.role !== 'clinic_staff' || member.permissionLevel === level) continue
    await updateProvisioned(scope, id, { permissionLevel: level })
    given[id] = level
  }
  return given
}

/** Whether the practice cannot do without somebody: its owner, and who signs in in an emergency. */
const isNeeded = async (scope: IntegrationScope, { id, isOwner }: ProvisionedStaff): Promise<boolean> =>
  isOwner || (await findProvisioningPolicy(scope))?.breakGlassId === id

/** Which of the staff a filter asks for; null where it is not understood. */
async function userSearch(scope: IntegrationScope, filter: string) {
  const asked = parseFilter(filter)
  if (asked?.attribute === 'username' || asked?.attribute === 'emails.value')
    return { email: asked.value.toLowerCase() }
  if (asked?.attribute === 'externalid') return { ids: await findIdsByExternalId(scope, asked.value) }
  return null
}

const sliceFrom = (startIndex: number, count: number): Slice => ({ limit: count, offset: startIndex - 1 })

const listOf = (resources: readonly object[], startIndex: number, total: number) => ({
  schemas: [`${messages}:ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const configuration = {
  schemas: [`${schemas}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scim_page_max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A key for staff accounts, made in Settings, Single sign-on',
    },
  ],
}

const resourceTypes = ['User', 'Group'].map((name) => ({
  schemas: [`${schemas}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${schemas}:${name}`,
}))
