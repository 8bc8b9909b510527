import type { Consent } from '../../../contract/consents.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { describeEasyRead } from './easy-read-words.ts'

type EasyReadNoticeProps = {
  consent: Pick<Consent, 'inEasyRead' | 'content'>
  /** Whether the patient is to read in Easy Read. */
  isChosen: boolean
  className?: string | undefined
}

/** Which treatments of a draft can be read in Easy Read, and what that text is not, before it is sent. */
export function EasyReadNotice({ consent, isChosen, className }: EasyReadNoticeProps) {
  const said = describeEasyRead(consent, isChosen)
  if (!said) return null
  return (
    <InlineMessage tone={said.tone} title="Easy Read" className={className}>
      <p>{said.text}</p>
      {isChosen && consent.inEasyRead.length > 0 && (
        <p className="mt-1">
          English only. No clinician has reviewed it, and people with a learning disability have not tested
          it. The patient signs the full form.
        </p>
      )}
    </InlineMessage>
  )
}
