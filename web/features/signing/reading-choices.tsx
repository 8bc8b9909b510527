import { useState } from 'react'
import type { PatientConsent } from '../../../contract/signing.ts'
import { settings } from './signing-device.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

const storageKey = 'candour:easy-layout'

/** Whether the text is laid out to be easier: as chosen on this device, else as the patient's record asks for. */
export function useEasyLayout({ format }: PatientConsent['content']) {
  const [isEasy, setEasy] = useState(
    () => (settings.get(storageKey) ?? String(format === 'easy-read')) === 'true',
  )
  function choose(easy: boolean) {
    settings.set(storageKey, String(easy))
    setEasy(easy)
  }
  return { isEasy, choose }
}

type EasyLayoutChoiceProps = ReturnType<typeof useEasyLayout> & {
  /** Says as well that words can be pressed: where the reading begins. */
  hint: boolean
}

/** How the text may be laid out. It never says that the words are easier, because they are the same. */
export function EasyLayoutChoice({ isEasy, choose, hint }: EasyLayoutChoiceProps) {
  const { readingAids } = useWords()
  return (
    <div className="mt-1">
      {isEasy && <p className="text-small text-muted">{readingAids.easy}</p>}
      <TextButton onClick={() => choose(!isEasy)}>
        {isEasy ? readingAids.easyOff : readingAids.easyOn}
      </TextButton>
      {hint && <p className="text-small text-muted">{readingAids.terms}</p>}
    </div>
  )
}
