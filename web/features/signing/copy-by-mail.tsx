import { useRef, useState } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { useApiRequest } from './api-request.ts'
import { emailCopy } from './signing-api.ts'
import { useWords } from './words-context.tsx'
import { fillPlaceholders } from './words-text.ts'

/** The link to the copy, sent to the address on file: nobody types where it goes. */
export function CopyByMail({ consentId, onLapsed }: { consentId: string; onLapsed: () => void }) {
  const { sharing } = useWords()
  const { busy, problems, run } = useApiRequest(onLapsed)
  const [to, setTo] = useState<string>()
  const key = useRef('')

  const send = () =>
    run(async () => {
      // The same wish until it is answered: a lost answer sends one message.
      key.current ||= crypto.randomUUID()
      setTo((await emailCopy(consentId, key.current)).to)
    })

  if (to !== undefined) {
    return (
      <InlineMessage tone="ok" role="status" className="mt-4">
        {/* An address is read from left to right in every language. */}
        {fillPlaceholders(sharing.copySent, { address: `\u2066${to}\u2069` })}
      </InlineMessage>
    )
  }
  return (
    <>
      {problems.map(({ text }) => (
        <InlineMessage key={text} tone="bad" role="alert" className="mt-4">
          {text}
        </InlineMessage>
      ))}
      <Button variant="quiet" className="mt-4" busy={busy} onClick={() => void send()}>
        {sharing.copyByMail}
      </Button>
    </>
  )
}
