import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { clinicContactOf, timeZoneOf } from '../clinics/index.ts'
import { messageText, type Composer } from '../messages/index.ts'
import { lockHomeLink, expireOlderLinks, updateHomeLink } from './patient-home-store.ts'

const momentText = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment)

/**
 * Composes the message with the link to a patient's own page. The token is made with it, so that it is nowhere kept,
 * and stands behind the '#', which no browser sends to a server. Made again, the token of the attempt before is dead.
 */
export const homeComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const link = await lockHomeLink(scope, aboutId)
    if (!link || link.usedAt || link.expiresAt <= scope.now) return null
    const token = newToken()
    await updateHomeLink(scope, link.id, { tokenHash: hashToken(token) })
    await expireOlderLinks(scope, link)
    const { name, phone } = await clinicContactOf(scope)
    return messageText('patient-home', {
      practiceName: name,
      practicePhone: phone,
      link: `${address}/patient#${token}`,
      expires: momentText(link.expiresAt, await timeZoneOf(scope)),
      greetingName: '',
    })
  }
