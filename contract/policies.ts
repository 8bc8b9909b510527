import { z } from 'zod'
import { aborted, id, instant, isoDate, invalidArgument, notFound, operation, text } from './kit.ts'
import { policy_text_length_max, policy_title_length_max } from './limits.ts'

/** The wording of the practice’s group; null where the group shares none, or there is no group. */
const GroupOffer = z.object({
  group: z.string(),
  number: z.int(),
  at: instant,
  /** The practice follows this version as it is. */
  isAdopted: z.boolean(),
  /** The practice has adopted an earlier wording. */
  isNew: z.boolean(),
})

const PolicyRow = z.object({
  /** Which policy; its versions have it in common. */
  policy: z.string(),
  title: z.string(),
  /** Of the wording in force; null where the practice has adopted none yet. */
  version: z
    .object({
      id,
      number: z.int(),
      reviewOn: isoDate,
      isOverdue: z.boolean(),
      by: z.string(),
      at: instant,
      /** Active staff who have read it, of how many. */
      readers: z.int(),
      staff: z.int(),
      hasRead: z.boolean(),
      /** The group’s version that was adopted as it was; null for another wording. */
      groupNumber: z.int().nullable(),
    })
    .nullable(),
  offer: GroupOffer.nullable(),
})
export type PolicyRow = z.infer<typeof PolicyRow>

/** A policy with its wording: the practice's own, or the one to begin with: the group's, else the library's. */
const Policy = PolicyRow.extend({
  text: z.string(),
  offer: GroupOffer.extend({ title: z.string(), text: z.string() }).nullable(),
  /** When the suggested wording would be looked at again. */
  suggestedReviewOn: isoDate,
  people: z.array(z.object({ name: z.string(), readAt: instant.nullable() })),
  earlier: z.array(z.object({ number: z.int(), by: z.string(), at: instant })),
})
export type Policy = z.infer<typeof Policy>

/** What a policy is called in addresses. */
export const policyKey = z
  .string()
  .regex(/^[a-z\d]+(-[a-z\d]+)*$/)
  .max(80)
const path = '/api/clinic/policies'
const noPolicy = { 'not-found': notFound('Policy') }

/** The practice's policies: their wording, when each is looked at again, and who has read it. */
export const policies = {
  list: operation({
    method: 'GET',
    path,
    summary: 'The practice’s policies, and those that it has not adopted yet',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.array(PolicyRow),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: `${path}/{policy}`,
    summary: 'One policy with its wording, and who has read it',
    access: 'clinic',
    audit: null,
    input: z.object({ policy: policyKey }),
    output: Policy,
    refusals: noPolicy,
    example: { policy: 'consent' },
  }),
  adopt: operation({
    method: 'PUT',
    path: `${path}/{policy}`,
    summary: 'Adopt a wording as the next version of a policy; everybody reads it anew',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'policy.adopted' },
    validatesOnlyChanges: true,
    input: z.object({
      policy: policyKey,
      title: text(policy_title_length_max),
      text: text(policy_text_length_max),
      reviewOn: isoDate,
      /** The version that it follows: 0 for the first one. */
      after: z.int().min(0),
    }),
    output: Policy,
    refusals: {
      'stale-version': aborted('Another version has been adopted. Reload to see it.'),
      'review-passed': invalidArgument('Enter a review date within the next three years.'),
      'too-many': aborted('You already have 50 policies, which is the limit.'),
    },
    example: {
      policy: 'interpreters',
      title: 'Interpreters',
      text: 'We book an interpreter whenever one is needed.',
      reviewOn: '2027-12-31',
      after: 0,
    },
  }),
  acknowledge: operation({
    method: 'POST',
    path: `${path}/{policy}/readings`,
    summary: 'Say that one has read the version in force',
    access: 'clinic',
    audit: { done: 'policy.read' },
    input: z.object({ policy: policyKey, versionId: id }),
    output: Policy,
    refusals: {
      ...noPolicy,
      'stale-version': aborted('There is a newer version of this policy. Reload to read it.'),
    },
    example: { policy: 'records', versionId: ':policyVersionId' },
  }),
}
