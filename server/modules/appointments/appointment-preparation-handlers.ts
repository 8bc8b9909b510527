import { contract } from '../../../contract/index.ts'
import type { PreparedConsent } from '../../../contract/prepared-consents.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { localTimeAt } from '../../platform/zoned-time.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { draftGapsOf, findDrafts, type DraftGap } from '../consents/index.ts'
import { agreedChannelsOf, contactDetailsOf, patientName } from '../patients/index.ts'
import { staffName } from '../staff/index.ts'
import { gatherPreparedDay, type PreparedAppointment } from './appointment-preparation-facts.ts'
import { coursesToPrepare, discardPreparedDay, prepareDay } from './appointment-preparation.ts'
import { hasConsent, settledReason } from './appointment-preparation-rules.ts'

/** What consents ask of modules below them, injected. */
export type PreparationDeps = Parameters<typeof draftGapsOf>[2]

type DraftStanding = { gaps: DraftGap[]; isUntouched: boolean }

/** How the drafts of a day stand: what each lacks, by the rules that would refuse to send it. */
async function standingOfDrafts(
  scope: ClinicScope,
  rows: readonly PreparedAppointment[],
  deps: PreparationDeps,
): Promise<Map<string, DraftStanding>> {
  const drafts = await findDrafts(
    scope,
    rows.flatMap(({ standing }) => standing?.id ?? []),
    deps,
  )
  const standings = new Map<string, DraftStanding>()
  // One after the other: what each asks together is one statement, as when it is sent.
  for (const { consent, isUntouched } of drafts)
    standings.set(consent.id, { gaps: await draftGapsOf(scope, consent, deps), isUntouched })
  return standings
}

type Standing = Pick<PreparedConsent, 'state' | 'skipReason'>

function stateOf({ standing, skipReason }: PreparedAppointment, draft: DraftStanding | undefined): Standing {
  if (draft) return { state: draft.gaps.length > 0 ? 'incomplete' : 'ready', skipReason: '' }
  if (standing) {
    const settled = settledReason(standing)
    if (!settled) return { state: 'sent', skipReason: '' }
    return { state: hasConsent(standing) ? 'has-consent' : 'skipped', skipReason: settled }
  }
  return skipReason === null ? { state: 'to-prepare', skipReason: '' } : { state: 'skipped', skipReason }
}

function rowView(
  row: PreparedAppointment,
  draft: DraftStanding | undefined,
  first: PreparedAppointment | undefined,
  { now, zone }: { now: Date; zone: string },
): PreparedConsent {
  const { appointment, patient, clinician, facts, standing } = row
  const planned = standing?.treatments ?? facts.treatments
  return {
    appointmentId: appointment.id,
    time: localTimeAt(appointment.startsAt, zone).time,
    patientName: patientName(patient),
    clinicianName: staffName(clinician),
    treatments: planned.map(({ title, teeth, area }) => ({ title, teeth, area })),
    consentId: standing?.id ?? null,
    preparedWith: first && first !== row ? first.appointment.id : null,
    ...stateOf(row, draft),
    gaps: draft?.gaps ?? [],
    sendBy: agreedChannelsOf(contactDetailsOf(patient, now))[0] ?? null,
    takesTeethOut: planned.some(({ isExtraction, teeth }) => isExtraction && teeth.length > 0),
    isUntouched: draft?.isUntouched ?? false,
  }
}

/** The operations of `contract/prepared-consents.ts`. */
export const preparationHandlers = (deps: PreparationDeps) => ({
  prepared: handle(contract.appointments.prepared, async (scope, asked) => {
    const [zone, { rows }] = await Promise.all([timeZoneOf(scope), gatherPreparedDay(scope, asked)])
    const drafts = await standingOfDrafts(scope, rows, deps)
    const courses = coursesToPrepare(rows)
    const shown = { now: scope.now, zone }
    return {
      answer: {
        day: asked.day,
        rows: rows.map((row) =>
          rowView(row, row.standing && drafts.get(row.standing.id), courses.get(row), shown),
        ),
      },
    }
  }),

  prepareConsents: handle(contract.appointments.prepareConsents, async (scope, asked) => {
    const { prepared, rows } = await prepareDay(scope, asked)
    const skipped = rows.flatMap(({ appointment, patient, skipReason }) =>
      skipReason === null
        ? []
        : { appointmentId: appointment.id, patientName: patientName(patient), reason: skipReason },
    )
    const consents = prepared.map(({ consentId }) => consentId)
    return {
      answer: { prepared, skipped },
      details: { day: asked.day, consents },
      ...(prepared.length === 0 && { as: 'nothing' as const }),
    }
  }),

  discardPrepared: handle(contract.appointments.discardPrepared, async (scope, asked) => {
    const discarded = await discardPreparedDay(scope, asked, deps)
    return {
      answer: { discarded },
      details: { day: asked.day, consents: discarded },
      ...(discarded.length === 0 && { as: 'nothing' as const }),
    }
  }),
})
