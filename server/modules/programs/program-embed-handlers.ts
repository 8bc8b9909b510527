import { contract } from '../../../contract/index.ts'
import type { EmbedView } from '../../../contract/embeds.ts'
import { embed_origins_max } from '../../../contract/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClinicScope, JobScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { entitlements } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { entriesOfConsents, questionsFrom } from '../questions/index.ts'
import { staffName } from '../staff/index.ts'
import {
  countOrigins,
  findFrame,
  findOrigin,
  findShownConsentPatient,
  findShownConsents,
  findView,
  insertEmbed,
  insertOrigin,
  isKnownAddress,
  listOrigins,
  lockOrigins,
  openEmbed,
  removeOrigin,
  type Embed,
} from './program-embed-store.ts'
import { findStandingPatient, resolvePatient } from './program-patients.ts'
import { actingScope } from './program-scope.ts'

const { createEmbed } = contract.programs
const { embeds } = contract

type Deps = { database: Database; runJob: RunJob; address: string }

const written = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** What a frame shows now; null once the record of its patient is gone. */
async function viewOf(scope: JobScope, embed: Embed): Promise<EmbedView | null> {
  const { shownConsentId } = embed
  // Records may have become one since the address was made: a consent names its patient itself.
  const patientId =
    shownConsentId === null ? embed.shownPatientId : await findShownConsentPatient(scope, shownConsentId)
  const patient = patientId === undefined ? null : await findStandingPatient(scope, patientId)
  if (!patient) return null
  const consents = await findShownConsents(scope, { shownPatientId: patient.id, shownConsentId })
  const entries = await entriesOfConsents(
    scope,
    consents.map(({ id }) => id),
  )
  const entriesByConsent = Map.groupBy(entries, ({ consentId }) => consentId)
  return {
    origin: embed.origin,
    patientName: [patient.firstName, patient.lastName].filter(Boolean).join(' '),
    shows: shownConsentId === null ? 'patient' : 'consent',
    consents: consents.map(({ clinician, ...consent }) => {
      const questions = questionsFrom(entriesByConsent.get(consent.id) ?? [])
      return {
        ...consent,
        clinician: staffName(clinician),
        createdAt: consent.createdAt.toISOString(),
        sentAt: written(consent.sentAt),
        viewedAt: written(consent.viewedAt),
        signedAt: written(consent.signedAt),
        expiresAt: written(consent.expiresAt),
        reconfirmSince: written(consent.reconfirmSince),
        questions: {
          open: questions.filter(({ state }) => state === 'open').length,
          all: questions.length,
        },
      }
    }),
  }
}

const originView = ({ id, origin, addedAt, adder }: Awaited<ReturnType<typeof listOrigins>>[number]) => ({
  ...{ id, origin, addedBy: staffName(adder) },
  addedAt: addedAt.toISOString(),
})

/** Whom an address shows: the patient of a consent, or a patient as programs name them; in the record that stands today. */
async function shownBy(
  scope: ClinicScope,
  {
    consentId,
    ...named
  }: {
    consentId?: string | undefined
    patientId?: string | undefined
    patientIdentifier?: string | undefined
  },
) {
  const isPatientNamed = named.patientId !== undefined || named.patientIdentifier !== undefined
  if (consentId !== undefined) {
    if (isPatientNamed) return 'consent-and-patient'
    const consent = await findConsent(scope, consentId)
    return consent ? { shownPatientId: consent.patientId, shownConsentId: consent.id } : 'not-found'
  }
  const resolved = await resolvePatient(scope, named)
  if (typeof resolved === 'string') return resolved
  const patient = await findStandingPatient(scope, resolved.patientId)
  return patient ? { shownPatientId: patient.id, shownConsentId: null } : 'patient-not-found'
}

/** Views of consents in the frames of other programs (`contract/embeds.ts`). */
export const embedHandlers = ({ database, runJob, address }: Deps) => ({
  create: handle(createEmbed, async (program, { origin, ...given }) => {
    const scope = actingScope(program, await findKeyCreator(program))
    const originId = await findOrigin(scope, origin)
    if (originId === undefined) return refuse('origin-not-listed')
    const shown = await shownBy(scope, given)
    if (typeof shown === 'string') return refuse(shown)
    const made = await insertEmbed(scope, { ...shown, keyId: program.keyId, originId })
    return {
      // Behind the hash, which no browser sends to a server and no log of one holds.
      answer: {
        url: `${address}/embed/${originId}#${made.token}`,
        expiresAt: made.expiresAt.toISOString(),
      },
      subject: shown.shownConsentId ?? shown.shownPatientId,
      details: { origin },
    }
  }),

  operations: {
    listOrigins: handle(embeds.listOrigins, async (scope) => ({
      answer: (await listOrigins(scope)).map(originView),
    })),

    addOrigin: handle(embeds.addOrigin, async (scope, { origin }) => {
      if (!(await entitlements(scope)).hasIntegrations) return refuse('not-in-plan')
      await lockOrigins(scope)
      if ((await countOrigins(scope)) >= embed_origins_max) return refuse('too-many')
      if (!(await insertOrigin(scope, origin))) return refuse('already-there')
      const added = (await listOrigins(scope)).find((listed) => listed.origin === origin)!
      return { answer: originView(added), subject: added.id, details: { origin } }
    }),

    removeOrigin: handle(embeds.removeOrigin, async (scope, { originId }) => {
      const origin = await removeOrigin(scope, originId)
      if (origin === undefined) return refuse('not-found')
      return { answer: {}, subject: originId, details: { origin } }
    }),

    open: handle(embeds.open, async (_scope, { frameId, token }) => {
      const frame = await findFrame(database, frameId)
      if (!frame) return refuse('embed-over')
      const by = { clinicId: frame.clinicId }
      const { opened, isOwn } = await runJob(frame.clinicId, async (scope) => {
        const found = await openEmbed(scope, { frameId, token })
        const view = found && (await viewOf(scope, found.embed))
        return { opened: view && { ...found, view }, isOwn: await isKnownAddress(scope, token) }
      })
      // Whoever knows a frame writes nothing into its practice's log by an address that was never given out.
      if (!opened) return isOwn ? refuse('embed-over', {}, by) : refuse('embed-over')
      const { embed, viewToken, view } = opened
      return {
        answer: { viewToken, view },
        subject: embed.shownConsentId ?? embed.shownPatientId,
        details: { key: embed.keyName, origin: embed.origin },
        by,
      }
    }),

    read: handle(embeds.read, async (_scope, { frameId, viewToken }) => {
      const frame = await findFrame(database, frameId)
      const view =
        frame &&
        (await runJob(frame.clinicId, async (scope) => {
          const embed = await findView(scope, { frameId, viewToken })
          return embed && viewOf(scope, embed)
        }))
      return view ? { answer: view } : refuse('embed-over')
    }),
  },
})
