import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { EnquiryTopic } from '../../../contract/enquiries.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary } from '../../ui/plain/error-summary.tsx'
import { captchaContext, faultWhere, typed, useFormTask, useWays } from '../identity/index.ts'
import { ContactFields, missingWords, type Topic } from './contact-fields.tsx'

type ContactFormProps = { topics: readonly Topic[]; onSent: (email: string) => void }

const fieldOf = {
  name: 'name',
  email: 'email',
  'invalid-email': 'email',
  practice: 'practice',
  topic: 'topic',
  message: 'message',
}

/** Writes to whoever runs the platform. What was written stays when it could not be sent. */
export function ContactForm({ topics, onSent }: ContactFormProps) {
  const ways = useWays()
  const openedAt = useOpenedAt()
  // What is sent again after a failure is one enquiry; what was written anew after a success is another form.
  const [key] = useState(() => crypto.randomUUID() as string)
  const { busy, problems, send } = useFormTask(fieldOf)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const written = {
      name: typed(form, 'name'),
      email: typed(form, 'email'),
      practice: typed(form, 'practice'),
      topic: typed(form, 'topic') as EnquiryTopic,
      message: typed(form, 'message'),
      website: typed(form, 'website'),
    }
    const missing = [
      ...faultWhere(written.name === '', 'name', missingWords.name),
      ...faultWhere(written.email === '', 'email', missingWords.email),
      ...faultWhere(!written.topic, 'topic', missingWords.topic),
      ...faultWhere(written.message === '', 'message', missingWords.message),
    ]
    await send(missing, async () => {
      const seconds = (performance.now() - openedAt.current) / 1000
      await api.enquiries.send({ key, ...written, seconds }, { context: await captchaContext(ways) })
      onSent(written.email)
    })
  }

  return (
    // Until its page has been taken over, and without a script for good, the server takes it as it is posted.
    <form method="post" action="/contact" noValidate onSubmit={submit}>
      <ErrorSummary errors={problems} className="mb-6" />
      <ContactFields topics={topics} problems={problems} />
      <Button type="submit" busy={busy} size="large" className="mt-7">
        Send
      </Button>
    </form>
  )
}

/** When the page was there for somebody to write on: it is drawn before it can be used, and written on as soon as it can. */
function useOpenedAt() {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return openedAt
}
