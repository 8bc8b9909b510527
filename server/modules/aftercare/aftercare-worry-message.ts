import { clinicContactOf } from '../clinics/index.ts'
import { messageText, type Composer } from '../messages/index.ts'
import { findStaff } from '../staff/index.ts'
import { openWorriesOf } from './aftercare-worry-store.ts'

/** Composes the message that a patient needs somebody; it says nothing of whom or what, and is not sent once nobody waits. */
export const worryComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    const isWaiting = (await openWorriesOf(scope)).some(({ level }) => level === 'red')
    if (!member || !isWaiting) return null
    const { name } = await clinicContactOf(scope)
    return messageText('worry', {
      practiceName: name,
      link: `${address}/clinic`,
      greetingName: member.firstName,
    })
  }
