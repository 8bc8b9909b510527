import type { StaffScope } from '../../platform/database/transaction.ts'
import { composeMail, fillTemplate, type ComposedMessage, type MessageValues } from './message-rules.ts'
import { directionOf, shippedText, type FixedTextName, type TextName } from './message-text-rules.ts'
import { findOwnText } from './message-text-store.ts'

/**
 * What a patient is sent: in the practice's own words where it wrote some, else as shipped, in their language where
 * there is a text in it, else in English. To a phone it is the text alone.
 */
export async function composePatientMessage(
  scope: StaffScope,
  name: TextName,
  values: MessageValues,
): Promise<ComposedMessage> {
  const inEnglish: TextName = { ...name, language: 'en' }
  const written =
    (await findOwnText(scope, name)) ??
    shippedText(name) ??
    (await findOwnText(scope, inEnglish)) ??
    shippedText(inEnglish)
  if (!written) throw new Error(`No ${name.channel} text is of the kind ${name.kind}`)
  if (name.channel === 'sms') return { subject: '', text: fillTemplate(written.text, values), html: '' }
  return composeMail(written, values, { lang: name.language, dir: directionOf(name.language) })
}

/** What no practice words in its own way, since its words guard the way in: as shipped, in their language or in English. */
export function composeFixedMessage(
  name: FixedTextName,
  values: Readonly<Record<string, string>>,
): ComposedMessage {
  const written = shippedText(name) ?? shippedText({ ...name, language: 'en' })
  if (!written) throw new Error(`No ${name.channel} text is of the kind ${name.kind}`)
  if (name.channel === 'sms') return { subject: '', text: fillTemplate(written.text, values), html: '' }
  return composeMail(written, values, { lang: name.language, dir: directionOf(name.language) })
}
