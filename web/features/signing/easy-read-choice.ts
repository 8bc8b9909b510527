import { useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { settings } from './signing-device.ts'
import { wholeLanguageAttributes } from './wording-direction.tsx'
import { useWordSource } from './words-context.tsx'

type Content = PatientConsent['content']

const storageKey = (consentId: string) => `candour:easy-read:${consentId}`

export const hasEasyRead = ({ sections }: Content): boolean => sections.some(({ easyRead }) => easyRead)

/**
 * Whether the text is read in Easy Read: as chosen for it on this device, else wherever it was given. It is in English, so whoever
 * reads the pages in another language begins with the full text.
 */
export function useEasyReadChoice({ id, content }: Pick<PatientConsent, 'id' | 'content'>) {
  const { language } = useWordSource()
  const isOffered = hasEasyRead(content)
  const isFirst = language === 'en' && wholeLanguageAttributes(content).lang === 'en'
  const [isChosen, setChosen] = useState(() => (settings.get(storageKey(id)) ?? String(isFirst)) === 'true')
  function choose(easyRead: boolean) {
    settings.set(storageKey(id), String(easyRead))
    setChosen(easyRead)
  }
  return { isOffered, isChosen: isOffered && isChosen, isEnglishOnly: language !== 'en', choose }
}
