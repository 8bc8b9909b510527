import { z } from 'zod'
import { provisioningScope } from './integration-scopes.ts'
import { aborted, id, invalidArgument, notFound, route } from './kit.ts'
import { scim_members_max, scim_page_max } from './limits.ts'

const access = 'integration'
const scope = provisioningScope
const bodyBytesMax = 256 * 1024

/** Providers write true and false as they like. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
const line = (max: number) => z.string().trim().max(max)

/** Of a user no more is read than this: no role, no password, no right. */
const ScimUser = z.object({
  userName: line(320).min(3),
  externalId: line(200).optional(),
  active: flag.default(true),
  name: z.object({ givenName: line(80).optional(), familyName: line(80).optional() }).optional(),
  displayName: line(160).optional(),
})
export type ScimUser = z.infer<typeof ScimUser>

const Member = z.object({ value: id })
const ScimGroup = z.object({
  displayName: line(200).min(1),
  externalId: line(200).optional(),
  members: z.array(Member).max(scim_members_max).default([]),
})
export type ScimGroup = z.infer<typeof ScimGroup>

const PatchRequest = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(200).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(100),
})
export type ScimOperation = z.infer<typeof PatchRequest>['Operations'][number]

const Search = z.object({
  filter: z.string().max(400).optional(),
  startIndex: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
  count: z.coerce.number().int().min(0).max(scim_page_max).catch(scim_page_max).default(scim_page_max),
})

const badFilter = invalidArgument(
  'Only filters such as userName eq "name@example.org", externalId eq and displayName eq are understood.',
)
const userRefusals = {
  'not-found': notFound('User'),
  'other-domain': aborted('The userName must be an e-mail address in a verified domain of the practice.'),
  'name-fixed': aborted('The userName of a user cannot be changed. End this user and add another.'),
  'cannot-end': aborted(
    'The owner of the practice and its emergency administrator cannot be ended this way.',
  ),
  'bad-value': invalidArgument('A value of the change is not understood.'),
}
const userExists = { 'user-exists': aborted('This userName is on the staff of the practice.') }
const groupRefusals = {
  'not-found': notFound('Group'),
  'bad-value': invalidArgument('A value of the change is not understood.'),
}
const userExample = { userName: 'joiner@harbour.example.org', name: { givenName: 'Nia', familyName: 'Owen' } }

/** SCIM 2.0 as identity providers speak it: staff who join and leave, and the groups that give their levels. */
export const scimRoutes = {
  configuration: route('scim', {
    path: '/api/scim/v2/ServiceProviderConfig',
    summary: 'What this SCIM server can do',
    access,
    scope,
    audit: null,
    params: z.object({}),
    example: {},
  }),
  resourceTypes: route('scim', {
    path: '/api/scim/v2/ResourceTypes',
    summary: 'What there is to provision: users and groups',
    access,
    scope,
    audit: null,
    params: z.object({}),
    example: {},
  }),
  users: route('scim', {
    path: '/api/scim/v2/Users',
    summary: 'The staff of the practice, by page or by one name',
    access,
    scope,
    audit: { done: 'scim.users_read' },
    params: Search,
    refusals: { 'bad-filter': badFilter },
    example: { count: 10 },
  }),
  user: route('scim', {
    path: '/api/scim/v2/Users/:id',
    summary: 'One member of staff',
    access,
    scope,
    audit: { done: 'scim.users_read' },
    params: z.object({ id }),
    refusals: userRefusals,
    example: { id: ':provisionedId' },
  }),
  addUser: route('scim', {
    method: 'POST',
    path: '/api/scim/v2/Users',
    summary: 'Put somebody on the staff: they sign in with single sign-on',
    access,
    scope,
    audit: { done: 'scim.user_added', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ body: ScimUser }),
    refusals: { ...userRefusals, ...userExists },
    example: { body: userExample },
  }),
  replaceUser: route('scim', {
    method: 'PUT',
    path: '/api/scim/v2/Users/:id',
    summary: 'Change somebody’s name, or whether they are active',
    access,
    scope,
    audit: { done: 'scim.user_changed', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ id, body: ScimUser }),
    refusals: userRefusals,
    example: { id: ':provisionedId', body: userExample },
  }),
  patchUser: route('scim', {
    method: 'PATCH',
    path: '/api/scim/v2/Users/:id',
    summary: 'Change a part of somebody: their sessions end when they are no longer active',
    access,
    scope,
    audit: { done: 'scim.user_changed', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ id, body: PatchRequest }),
    refusals: userRefusals,
    example: { id: ':provisionedId', body: { Operations: [{ op: 'replace', value: { active: true } }] } },
  }),
  endUser: route('scim', {
    method: 'DELETE',
    path: '/api/scim/v2/Users/:id',
    summary: 'End somebody’s access; what they did stays on the record',
    access,
    scope,
    audit: { done: 'scim.user_ended', refused: 'scim.refused' },
    params: z.object({ id }),
    refusals: userRefusals,
    example: { id: ':provisionedId' },
  }),
  groups: route('scim', {
    path: '/api/scim/v2/Groups',
    summary: 'The groups of the provider, by page or by name',
    access,
    scope,
    audit: { done: 'scim.groups_read' },
    params: Search.extend({ excludedAttributes: z.string().max(200).optional() }),
    refusals: { 'bad-filter': badFilter },
    example: { count: 10 },
  }),
  group: route('scim', {
    path: '/api/scim/v2/Groups/:id',
    summary: 'One group and who is in it',
    access,
    scope,
    audit: { done: 'scim.groups_read' },
    params: z.object({ id, excludedAttributes: z.string().max(200).optional() }),
    refusals: groupRefusals,
    example: { id: ':scimGroupId' },
  }),
  addGroup: route('scim', {
    method: 'POST',
    path: '/api/scim/v2/Groups',
    summary: 'Add a group: its people get the level that the practice has given it',
    access,
    scope,
    audit: { done: 'scim.group_added', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ body: ScimGroup }),
    refusals: { ...groupRefusals, 'group-exists': aborted('A group of this name exists.') },
    example: { body: { displayName: 'Dentists', members: [] } },
  }),
  replaceGroup: route('scim', {
    method: 'PUT',
    path: '/api/scim/v2/Groups/:id',
    summary: 'Change a group and who is in it',
    access,
    scope,
    audit: { done: 'scim.group_changed', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ id, body: ScimGroup }),
    refusals: groupRefusals,
    example: { id: ':scimGroupId', body: { displayName: 'Nurses', members: [] } },
  }),
  patchGroup: route('scim', {
    method: 'PATCH',
    path: '/api/scim/v2/Groups/:id',
    summary: 'Put people into a group, or take them out',
    access,
    scope,
    audit: { done: 'scim.group_changed', refused: 'scim.refused' },
    bodyBytesMax,
    params: z.object({ id, body: PatchRequest }),
    refusals: groupRefusals,
    example: { id: ':scimGroupId', body: { Operations: [{ op: 'add', path: 'members', value: [] }] } },
  }),
  removeGroup: route('scim', {
    method: 'DELETE',
    path: '/api/scim/v2/Groups/:id',
    summary: 'Remove a group; its people stay',
    access,
    scope,
    audit: { done: 'scim.group_removed', refused: 'scim.refused' },
    params: z.object({ id }),
    refusals: groupRefusals,
    example: { id: ':scimGroupId' },
  }),
}
