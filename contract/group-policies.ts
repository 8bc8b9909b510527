import { z } from 'zod'
import { aborted, id, instant, isoDate, notFound, operation, text } from './kit.ts'
import { policy_text_length_max, policy_title_length_max, reserved_policy_key } from './limits.ts'
import { policyKey } from './policies.ts'
import { groupRoles, GroupUse } from './practice-groups.ts'

const SharedPolicyRow = z.object({
  /** Which policy; its versions have it in common, and so has the practices’ own. */
  policy: z.string(),
  title: z.string(),
  /** Of the wording that the group shares; null where it shares none. */
  version: z.object({ number: z.int(), at: instant }).nullable(),
  /** Practices that show their policies and follow the group’s newest wording as it is. */
  onNewest: z.int(),
  /** Practices whose review of this policy is overdue. */
  overdue: z.int(),
})
export type SharedPolicyRow = z.infer<typeof SharedPolicyRow>

const SharedPolicies = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  /** Who shows the group the state of their policies. */
  use: GroupUse,
  policies: z.array(SharedPolicyRow),
})
export type SharedPolicies = z.infer<typeof SharedPolicies>

/** Where one practice of the group stands with one policy: numbers and dates, and nobody’s name. */
const PolicyPractice = z.object({
  id,
  name: z.string(),
  /** It agreed that the group sees the state of its policies. */
  isShown: z.boolean(),
  /** What it has adopted; null for nothing yet, or where it is not shown. */
  adopted: z
    .object({
      number: z.int(),
      at: instant,
      /** The group’s version that it adopted as it was; null for a wording of the practice’s own. */
      groupNumber: z.int().nullable(),
      reviewOn: isoDate,
      isOverdue: z.boolean(),
    })
    .nullable(),
})
export type PolicyPractice = z.infer<typeof PolicyPractice>

const SharedPolicy = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  policy: z.string(),
  title: z.string(),
  /** The group’s wording, or the one to begin with: the library’s, or the group’s last where the library has none. */
  text: z.string(),
  /** The library has a wording of it. */
  isOfLibrary: z.boolean(),
  /** Null where the group shares no wording now. */
  version: z.object({ number: z.int(), by: z.string(), at: instant }).nullable(),
  /** The number that the next version follows: also of one that is shared no longer. */
  after: z.int(),
  earlier: z.array(z.object({ number: z.int(), by: z.string(), at: instant })),
  practices: z.array(PolicyPractice),
})
export type SharedPolicy = z.infer<typeof SharedPolicy>

const path = '/api/group/policies'
const noPolicy = { 'not-found': notFound('Policy') }
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}

/** Policies that a group of practices words once: each practice adopts them, reviews them and has them read. */
export const groupPolicies = {
  list: operation({
    method: 'GET',
    path,
    summary: 'The policies that the group words for its practices, and those that it could',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: SharedPolicies,
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: `${path}/{policy}`,
    summary: 'One policy with the group’s wording, and which version each practice has adopted',
    access: 'group',
    audit: null,
    input: z.object({ policy: policyKey }),
    output: SharedPolicy,
    refusals: noPolicy,
    example: { policy: 'consent' },
  }),
  share: operation({
    method: 'PUT',
    path: `${path}/{policy}`,
    summary:
      'Share a wording as the group’s next version of a policy; each practice decides whether it adopts it',
    access: 'group',
    audit: { done: 'group.policy_shared', refused: 'group.refused' },
    input: z.object({
      policy: policyKey.refine((key) => key !== reserved_policy_key, { error: 'Enter a longer title' }),
      title: text(policy_title_length_max),
      text: text(policy_text_length_max),
      /** The version that it follows: 0 for the first one. */
      after: z.int().min(0),
    }),
    output: SharedPolicy,
    refusals: {
      ...onlyGroupAdministrators,
      'stale-version': aborted('Another version has been shared. Reload to see it.'),
      'title-used': aborted(
        'The group has a policy with this title. Open it in the list to share a new version.',
      ),
      'too-many': aborted('The group already has 50 policies, which is the limit.'),
    },
    example: {
      policy: 'lone-working',
      title: 'Lone working',
      text: 'Nobody works alone at the practice.',
      after: 0,
    },
  }),
  remove: operation({
    method: 'DELETE',
    path: `${path}/{policy}`,
    summary: 'Stop sharing a policy; practices that adopted it keep its wording',
    access: 'group',
    audit: { done: 'group.policy_withdrawn', refused: 'group.refused' },
    input: z.object({ policy: policyKey }),
    output: SharedPolicies,
    refusals: { ...onlyGroupAdministrators, ...noPolicy },
    example: { policy: ':groupPolicy' },
  }),
}
