import { audit_action_days, policy_reminder_days } from '../../../contract/limits.ts'
import type { JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { dayAt, addCalendarDays } from '../../platform/zoned-time.ts'
import { timeZoneOf, todayOf } from '../clinics/index.ts'
import { queueMessage } from '../messages/index.ts'
import { listActiveStaff } from '../staff/index.ts'
import { checklist, sampleAudit } from './compliance-checklist.ts'
import { boundsOf, spanOfMonth } from './compliance-rules.ts'
import { insertSourced } from './improvement-action-store.ts'
import { policyVersionsOf } from './policy-store.ts'
import {
  tallyCriteria,
  drawSample,
  consentsBelow,
  monthText,
  sampledConsentOf,
  seedOf,
} from './sample-audit-rules.ts'
import {
  finalisedConsentIds,
  insertSampleAudit,
  findItemResults,
  type SampleAuditRecord,
} from './sample-audit-store.ts'
import { trainingHolderOf } from './training-handlers.ts'
import { trainingStatusOn } from './training-rules.ts'
import { activeTrainings } from './training-store.ts'

/** By which wording a sample is drawn and looked at: another one is another audit of the same month. */
export const auditVersion = `${checklist.version}.${sampleAudit.version}`

/** Who answers for the practice, and so for what nobody has taken on yet. */
const ownerOf = async (scope: StaffScope): Promise<string | null> => {
  const people = await listActiveStaff(scope)
  const found = people.find(({ isOwner }) => isOwner) ?? people.find(({ role }) => role === 'clinic_admin')
  return found?.id ?? null
}

const formatShare = (count: number, of: number) =>
  `${count} of ${of} sampled ${of === 1 ? 'consent' : 'consents'}`

/**
 * Draws the sample of a month and looks at it; what falls short becomes an action for each criterion. Undefined where that
 * month was audited already. A month without consents is kept as such.
 */
export async function createSampleAudit(
  scope: StaffScope,
  month: string,
  madeBy: string,
): Promise<SampleAuditRecord | undefined> {
  const timeZone = await timeZoneOf(scope)
  const time = { timeZone, bounds: boundsOf([spanOfMonth(month)], timeZone) }
  const ids = await finalisedConsentIds(scope, time)
  const seed = seedOf({ clinicId: scope.clinicId, month, version: auditVersion })
  const sample = (await findItemResults(scope, time, drawSample(ids, seed))).map(sampledConsentOf)
  const audit = await insertSampleAudit(scope, {
    ...{ month, version: auditVersion, seed, population: ids.length, sample, madeBy },
  })
  if (!audit) return undefined
  const [ownerId, dueOn] = [
    await ownerOf(scope),
    addCalendarDays(dayAt(scope.now, timeZone), audit_action_days),
  ]
  const actions = tallyCriteria(sample).flatMap(({ id, item, says, met, of }) =>
    met === of
      ? []
      : [
          {
            ...{
              item,
              ownerId,
              dueOn,
              source: `audit:${audit.id}:${id}`,
              consentIds: consentsBelow(sample, id),
            },
            title: `${says}: not so on ${formatShare(of - met, of)} of ${monthText(month)}`,
          },
        ],
  )
  await insertSourced(scope, actions, madeBy)
  return audit
}

/** Months end at most so many days apart: what is due before the next job comes, and some weeks after, is told now. */
const due_window_days = 31

/**
 * Actions for what will be due: policies that are to be looked at again, and trainings that run out. Each comes once, and
 * whose it is is told of it then.
 */
export async function createDueActions(scope: JobScope, madeBy: string): Promise<void> {
  const today = await todayOf(scope)
  const until = addCalendarDays(today, policy_reminder_days + due_window_days)
  const versions = await policyVersionsOf(scope)
  const inForce = versions.filter(({ policy }, at) => versions[at - 1]?.policy !== policy)
  const people = await listActiveStaff(scope)
  const trained = await activeTrainings(scope)
  const ownerId = await ownerOf(scope)
  const reviews = inForce
    .filter(({ reviewOn }) => reviewOn <= until)
    .map(({ id, title, reviewOn, staffId }) => ({
      ...{ item: 'CQ34', source: `policy:${id}`, dueOn: reviewOn, consentIds: [] },
      ownerId: people.some((person) => person.id === staffId) ? staffId : ownerId,
      title: `Review the policy “${title}”`,
    }))
  const refreshers = people
    .map((person) => trainingStatusOn(trainingHolderOf(person), trained, today))
    .flatMap(({ id, takesConsent, until: ends, name }) =>
      takesConsent && ends !== null && ends <= until
        ? [
            {
              ...{ item: 'CQ32', source: `training:${id}:${ends}`, dueOn: ends, consentIds: [], ownerId: id },
              title: `Refresh the training of ${name} in consent and mental capacity`,
            },
          ]
        : [],
    )
  const owners = new Set(await insertSourced(scope, [...reviews, ...refreshers], madeBy))
  for (const { id: aboutId, email: recipient, registered } of people)
    if (registered && owners.has(aboutId))
      await queueMessage(scope, { kind: 'review-due', aboutId, recipient })
}
