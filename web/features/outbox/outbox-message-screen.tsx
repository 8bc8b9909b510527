import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Api } from '../../api.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'

type Message = Awaited<ReturnType<Api['outbox']['read']>>

const typeOf = { email: 'message/rfc822', sms: 'text/plain' }

/** The whole message as a file of this page, for as long as it is open. */
function useObjectUrl({ content, kind }: Message): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: typeOf[kind] }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content, kind])
  return address
}

/** One message that was never sent, as its text: nothing in it runs, loads or leads anywhere. */
export function OutboxMessageScreen({ message }: { message: Message }) {
  const { name, to, at, headers, text } = message
  const address = useObjectUrl(message)
  return (
    <div className="mt-6 space-y-6">
      <InlineMessage tone="warn">
        This message was not sent. It may contain a link to a patient’s form, so do not share it. Your viewing
        is recorded in the audit log.
      </InlineMessage>
      <Panel
        title="Text"
        actions={
          <a href={address} download={name} className="btn btn-quiet">
            <Download className="size-4.5" aria-hidden />
            Download {name.endsWith('.eml') ? '.eml' : 'file'}
          </a>
        }
      >
        <DescriptionList
          items={[
            { term: 'To', detail: to },
            { term: 'Created', detail: momentText(at) },
          ]}
        />
        <p className="mt-5 max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line" dir="auto">
          {text || 'No text.'}
        </p>
      </Panel>
      <Disclosure summary="All headers">
        <DescriptionList
          items={headers.map(({ name: term, value: detail }) => ({
            term,
            detail: <span className="wrap-anywhere">{detail}</span>,
          }))}
        />
      </Disclosure>
    </div>
  )
}
