import type { Api } from '../../api.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'

export type CheckedText = Awaited<ReturnType<Api['messages']['checkText']>>

type MessagePreviewProps = {
  /** Null until it was checked for the first time. */
  checked: CheckedText | null
  channel: 'email' | 'sms'
  language: string
  direction: 'ltr' | 'rtl'
}

/** What is wrong with a text as it is written, and how a patient would get it. */
export function MessagePreview({ checked, channel, language, direction }: MessagePreviewProps) {
  if (!checked) return <p className="text-muted">Checking the text</p>
  const { faults, preview, sms } = checked
  return (
    <div className="space-y-4">
      <div role="status">
        {faults.length > 0 ? (
          <InlineMessage tone="bad" title="This text cannot be used yet">
            <ul className="list-disc ps-5">
              {faults.map(({ reason, message }) => (
                <li key={reason}>{message}</li>
              ))}
            </ul>
          </InlineMessage>
        ) : (
          <InlineMessage tone="ok">This text contains no health information.</InlineMessage>
        )}
      </div>
      <section aria-labelledby="message-preview-title" className="rounded-lg border border-line p-4">
        <h3 id="message-preview-title">Preview for the patient</h3>
        {channel === 'email' && (
          <p dir={direction} lang={language} className="mt-2 font-semibold break-words">
            {preview.subject}
          </p>
        )}
        <p dir={direction} lang={language} className="mt-2 break-words whitespace-pre-line">
          {preview.text}
        </p>
        {sms && <SmsCount {...sms} />}
      </section>
    </div>
  )
}

const SmsCount = ({ parts, letters, isPlain }: NonNullable<CheckedText['sms']>) => (
  <p className="mt-3 text-small text-muted">
    {parts === 1 ? 'One part' : `${parts} parts`}, {letters} letters.
    {!isPlain && ' Some characters shorten each part from 160 to 70 characters.'}
  </p>
)
