import type { Consent } from '../../../contract/consents.ts'

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** What staff are told of the Easy Read of a draft; nothing where there is none and nobody chose it. */
export function describeEasyRead(
  { inEasyRead, content }: Pick<Consent, 'inEasyRead' | 'content'>,
  isChosen: boolean,
): { tone: 'info' | 'warn'; text: string } | null {
  const having = [...new Set(inEasyRead)]
  const treatments = content.treatments?.map(({ title }) => title) ?? [content.title]
  const missing = [...new Set(treatments)].filter((title) => !having.includes(title))
  if (having.length === 0)
    return isChosen
      ? {
          tone: 'warn',
          text: 'There is no Easy Read of this form. The patient reads the full text, a sentence a line.',
        }
      : null
  if (!isChosen)
    return { tone: 'info', text: `Available for ${names.format(having)}. Choose it under Delivery options.` }
  return missing.length > 0
    ? { tone: 'warn', text: `For ${names.format(having)}, and not for ${names.format(missing)}.` }
    : { tone: 'info', text: `The patient can read ${names.format(having)} in Easy Read.` }
}
