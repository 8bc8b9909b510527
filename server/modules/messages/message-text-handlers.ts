import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { smsPartsOf } from '../../platform/sms/sms-parts.ts'
import { clinicOf, settingsOf, timeZoneOf } from '../clinics/index.ts'
import { withCodeWord } from './message-head.ts'
import { fill } from './message-rules.ts'
import {
  dayText,
  shippedText,
  textFaultsOf,
  textNames,
  type TextFault,
  type TextName,
  type Written,
} from './message-text-rules.ts'
import { ownTexts, removeOwnText, saveOwnText } from './message-text-store.ts'

const { changeText } = contract.messages

/** Every text with what the practice made of it. */
async function textsOf(scope: ClinicScope) {
  const own = await ownTexts(scope)
  return textNames.map((name) => {
    const { kind, channel, language } = name
    const written = own.find(
      (row) => row.kind === kind && row.channel === channel && row.language === language,
    )
    return {
      ...name,
      shipped: shippedText(name)!,
      own: written
        ? {
            subject: written.subject,
            text: written.text,
            at: written.at.toISOString(),
            by: written.byName,
          }
        : null,
    }
  })
}

const sayWords = ({ words }: TextFault): string => words.join(', ')

/** The words of a refusal, as whoever types the text reads them. */
const messageOf = (fault: TextFault): string =>
  changeText['~orpc'].meta.refusals[fault.reason]!.message.replaceAll('{words}', sayWords(fault))

/** What is not known yet stays as it was typed, and what is known is filled in. */
function previewOf({ subject, text }: Written, values: Record<string, string>): Written {
  const known = (whole: string) =>
    whole.replaceAll(/\{\{(\w+)\}\}/g, (typed, name: string) => (name in values ? typed : `{ {${name}} }`))
  return { subject: fill(known(subject), values), text: fill(known(text), values) }
}

/** Texts to patients, in the words of the practice. `address` is where their links lead. */
export function messageTextHandlers({ address }: { address: string }) {
  /** Values as a patient would get them; the link leads nowhere. */
  async function sampleValues(scope: ClinicScope, { language }: TextName) {
    const { name, phone } = await clinicOf(scope)
    const { linkDays } = await settingsOf(scope)
    return {
      practiceName: name,
      practicePhone: phone,
      link: `${address}/sign-consent/${'example'.repeat(7).slice(0, 43)}`,
      expires: dayText(language, new Date(scope.now.getTime() + linkDays * day_ms), await timeZoneOf(scope)),
      greetingName: '',
    }
  }

  return {
    texts: handle(contract.messages.texts, async (scope) => ({ answer: await textsOf(scope) })),

    checkText: handle(contract.messages.checkText, async (scope, { subject, text, ...name }) => {
      const faults = textFaultsOf(name, { subject, text })
      const filled = previewOf({ subject, text }, await sampleValues(scope, name))
      const { codeWord } = await settingsOf(scope)
      const preview = name.channel === 'sms' ? withCodeWord(filled, codeWord) : filled
      return {
        answer: {
          faults: faults.map((fault) => ({ ...fault, message: messageOf(fault) })),
          preview,
          sms: name.channel === 'sms' ? smsPartsOf(preview.text) : null,
        },
      }
    }),

    changeText: handle(changeText, async (scope, { subject, text, ...name }) => {
      const written = { subject: name.channel === 'sms' ? '' : subject, text }
      const [fault] = textFaultsOf(name, written)
      if (fault) return refuse(fault.reason, { words: sayWords(fault) })
      const before = await textsOf(scope)
      await saveOwnText(scope, name, written)
      return { answer: await textsOf(scope), details: name, before }
    }),

    resetText: handle(contract.messages.resetText, async (scope, name) => {
      if (!(await removeOwnText(scope, name))) return refuse('not-changed')
      return { answer: await textsOf(scope), details: name }
    }),
  }
}
