import { and, asc, eq } from 'drizzle-orm'
import type { AdditionalAnswer, Matters } from '../../../contract/matters.ts'
import type { Ids } from '../../platform/database/id-set.ts'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import { openRow, openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent, discussionsOf, type ConsentRecord } from '../consents/index.ts'
import { consents } from '../consents/consent-schema.ts'
import {
  additionalAnswersOf,
  matterDetails,
  matterHash,
  buildMattersView,
  unansweredMatters,
  type MatterEntry,
  type NewMatter,
} from './matter-rules.ts'
import { matterEntries } from './matter-schema.ts'

const entries = preparedQuery('matter_entries', (tx) =>
  tx
    .select()
    .from(matterEntries)
    .where(whereOwnIn(matterEntries, matterEntries.consentId, 'consentIds'))
    .orderBy(asc(matterEntries.consentId), asc(matterEntries.number)),
)

/** All that a patient told about a consent and its answers, in order. */
export const listMatterEntries = (scope: TenantScope, consentId: string): Promise<MatterEntry[]> =>
  listMatterEntriesOfConsents(scope, [consentId])

/** The same of several consents at once. */
export const listMatterEntriesOfConsents = async (
  scope: TenantScope,
  consentIds: Ids,
): Promise<MatterEntry[]> => openRows(scope, matterEntries, await entries(scope, { consentIds }))

/** How much of what matters to the patient has no answer yet. */
export const countUnanswered = async (scope: TenantScope, consentId: string): Promise<number> =>
  unansweredMatters(await listMatterEntries(scope, consentId)).length

/** When a patient who thinks about it wants to be reminded; undefined where they do not. */
export async function findRequestedReminder(
  scope: TenantScope,
  consentId: string,
): Promise<{ at: Date; days: number } | undefined> {
  const thought = (await listMatterEntries(scope, consentId)).findLast(({ kind }) => kind === 'thinking')
  return thought && thought.remindDays !== null ? { at: thought.at, days: thought.remindDays } : undefined
}

/** What the practice noted of it in conversations: the last that says something. */
async function findDiscussionNote(scope: TenantScope, consentId: string): Promise<string> {
  const discussions = await discussionsOf(scope, consentId)
  return discussions.findLast(({ whatMatters }) => whatMatters !== '')?.whatMatters ?? ''
}

/** Where a patient stands with a consent. */
export const mattersView = async (
  scope: TenantScope,
  { id, content }: Pick<ConsentRecord, 'id' | 'content'>,
  entries: readonly MatterEntry[],
): Promise<Matters> => buildMattersView(entries, { content, noted: await findDiscussionNote(scope, id) })

const authorOf = (scope: ClinicScope | PatientScope) =>
  scope.audience === 'clinic'
    ? { staffId: scope.staffId, byName: scope.actor.name }
    : { staffId: null, byName: '' }

const emptyEntry = { about: '', text: '', answersId: null, mode: null, talkedAt: null, remindDays: null }

/** Adds entries behind those of a locked consent and says so in its chain. Answers all entries there are now. */
export async function insertMatters(
  scope: ClinicScope | PatientScope,
  consentId: string,
  before: readonly MatterEntry[],
  written: readonly NewMatter[],
): Promise<MatterEntry[]> {
  const { clinicId, now: at } = scope
  const entries = [...before]
  for (const one of written) {
    const placed = { ...emptyEntry, ...one, ...authorOf(scope), consentId, number: entries.length + 1 }
    const row = sealRow(scope, matterEntries, { ...placed, clinicId, at, hash: matterHash(placed) })
    const [inserted] = await scope.tx.insert(matterEntries).values(row).returning()
    const made = openRow(scope, matterEntries, inserted!)
    await appendEvent(scope, consentId, `matter.${one.kind}`, matterDetails(made))
    entries.push(made)
  }
  if (written.length > 0) scope.enqueue('matter.changed', { clinicId, consentId })
  return entries
}

/** What a patient agreed to besides treatments, as last said in any of their consents. */
export async function listAdditionalOfPatient(
  scope: ClinicScope,
  patientId: string,
): Promise<(AdditionalAnswer & { consentId: string })[]> {
  const asked = await scope.tx
    .select({ id: consents.id, content: consents.content })
    .from(consents)
    .where(and(eq(consents.clinicId, scope.clinicId), eq(consents.patientId, patientId)))
  const entries = await listMatterEntriesOfConsents(
    scope,
    asked.filter(({ content }) => content?.additionalConsents).map(({ id }) => id),
  )
  const answers = asked.flatMap(({ id, content }) =>
    additionalAnswersOf(
      entries.filter(({ consentId }) => consentId === id),
      content,
    ).map((answer) => ({ ...answer, consentId: id })),
  )
  const last = new Map(
    answers.toSorted((one, other) => one.at.localeCompare(other.at)).map((one) => [one.key, one]),
  )
  return [...last.values()]
}
