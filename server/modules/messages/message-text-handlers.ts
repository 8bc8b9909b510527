import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { countSmsSegments } from '../../platform/sms/sms-parts.ts'
import { clinicContactOf, settingsOf, timeZoneOf } from '../clinics/index.ts'
import { withCodeWord } from './message-header.ts'
import { fillTemplate } from './message-rules.ts'
import {
  dayText,
  shippedText,
  validateText,
  textNames,
  type TextError,
  type TextName,
  type WrittenText,
} from './message-text-rules.ts'
import { listOwnTexts, deleteOwnText, saveOwnText } from './message-text-store.ts'

const { changeText } = contract.messages

/** Every text with what the practice made of it. */
async function listTexts(scope: ClinicScope) {
  const own = await listOwnTexts(scope)
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

const joinWords = ({ words }: TextError): string => words.join(', ')

/** The words of a refusal, as whoever types the text reads them. */
const textErrorMessage = (fault: TextError): string =>
  changeText['~orpc'].meta.refusals[fault.reason]!.message.replaceAll('{words}', joinWords(fault))

/** What is not known yet stays as it was typed, and what is known is filled in. */
function previewOf({ subject, text }: WrittenText, values: Record<string, string>): WrittenText {
  const known = (whole: string) =>
    whole.replaceAll(/\{\{(\w+)\}\}/g, (typed, name: string) => (name in values ? typed : `{ {${name}} }`))
  return { subject: fillTemplate(known(subject), values), text: fillTemplate(known(text), values) }
}

/** Texts to patients, in the words of the practice. `address` is where their links lead. */
export function messageTextHandlers({ address }: { address: string }) {
  /** Values as a patient would get them; the link leads nowhere. */
  async function sampleValues(scope: ClinicScope, { language }: TextName) {
    const { name, phone } = await clinicContactOf(scope)
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
    texts: handle(contract.messages.texts, async (scope) => ({ answer: await listTexts(scope) })),

    checkText: handle(contract.messages.checkText, async (scope, { subject, text, ...name }) => {
      const faults = validateText(name, { subject, text })
      const filled = previewOf({ subject, text }, await sampleValues(scope, name))
      const { codeWord } = await settingsOf(scope)
      const preview = name.channel === 'sms' ? withCodeWord(filled, codeWord) : filled
      return {
        answer: {
          faults: faults.map((fault) => ({ ...fault, message: textErrorMessage(fault) })),
          preview,
          sms: name.channel === 'sms' ? countSmsSegments(preview.text) : null,
        },
      }
    }),

    changeText: handle(changeText, async (scope, { subject, text, ...name }) => {
      const written = { subject: name.channel === 'sms' ? '' : subject, text }
      const [fault] = validateText(name, written)
      if (fault) return refuse(fault.reason, { words: joinWords(fault) })
      const before = await listTexts(scope)
      await saveOwnText(scope, name, written)
      return { answer: await listTexts(scope), details: name, before }
    }),

    resetText: handle(contract.messages.resetText, async (scope, name) => {
      if (!(await deleteOwnText(scope, name))) return refuse('not-changed')
      return { answer: await listTexts(scope), details: name }
    }),
  }
}
