import qrcode from 'qrcode'
import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { settingsOf } from '../clinics/index.ts'
import { actionRules, findConsent } from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { listConsentMessages } from './consent-messages.ts'
import { sendLink } from './link-messages.ts'
import { linkExpiry } from './signing-rules.ts'
import {
  findLink,
  insertLink,
  listLinkViews,
  linkView,
  listPatientMessages,
  updateLink,
} from './signing-store.ts'

/** The clinic's side of links: hand over, send again, revoke. */
export function linkHandlers({ address }: { address: string }) {
  return {
    listLinks: handle(contract.signing.listLinks, async (scope, { consentId }) => {
      if (!(await findConsent(scope, consentId))) return refuse('not-found')
      return { answer: await listLinkViews(scope, consentId) }
    }),

    createLink: handle(contract.signing.createLink, async (scope, { consentId, withoutCode }) => {
      const consent = await findConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const unlinkable = actionRules.link({ ...consent, now: scope.now })
      if (unlinkable) return refuse(unlinkable)
      const { link, token } = await insertLink(scope, {
        consentId,
        withoutCode,
        expiresAt: linkExpiry(scope.now, consent, await settingsOf(scope)),
      })
      const url = `${address}/sign-consent/${token}`
      const qrSvg = await qrcode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
      return {
        answer: { link: linkView(link, null), url, qrSvg },
        subject: consentId,
        details: { linkId: link.id, ...(withoutCode ? { withoutCode } : {}) },
      }
    }),

    listMessages: handle(contract.signing.listMessages, async (scope, { consentId }) => {
      if (!(await findConsent(scope, consentId))) return refuse('not-found')
      return { answer: await listConsentMessages(scope, consentId) }
    }),

    resendLink: handle(contract.signing.resendLink, async (scope, { consentId, by }) => {
      const consent = await findConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const unlinkable = actionRules.link({ ...consent, now: scope.now })
      if (unlinkable) return refuse(unlinkable)
      const sent = await sendLink(scope, consent, by)
      if (typeof sent === 'string') return refuse(sent)
      return { answer: { queued: true as const, by: sent.by }, subject: consentId, details: { by: sent.by } }
    }),

    messagesOfPatient: handle(contract.signing.messagesOfPatient, async (scope, { patientId }) => {
      if (!(await findPatient(scope, patientId))) return refuse('not-found')
      return { answer: await listPatientMessages(scope, patientId) }
    }),

    revokeLink: handle(contract.signing.revokeLink, async (scope, { consentId, linkId }) => {
      const link = await findLink(scope, consentId, linkId)
      if (!link) return refuse('not-found')
      const revokedAt = link.revokedAt ?? scope.now
      await updateLink(scope, linkId, { revokedAt })
      return { answer: linkView({ ...link, revokedAt }, null), subject: consentId, details: { linkId } }
    }),
  }
}
