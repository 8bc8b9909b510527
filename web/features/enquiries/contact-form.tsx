import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { EnquiryTopic } from '../../../contract/enquiries.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary } from '../../ui/plain/error-summary.tsx'
import {
  createCaptchaContext,
  fieldErrorWhere,
  trimmedFieldValue,
  useFormTask,
  useSignInMethods,
} from '../identity/index.ts'
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
  const ways = useSignInMethods()
  const openedAt = usePageOpenedAt()
  // What is sent again after a failure is one enquiry; what was written anew after a success is another form.
  const [key] = useState(() => crypto.randomUUID() as string)
  const { busy, problems, send } = useFormTask(fieldOf)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const written = {
      name: trimmedFieldValue(form, 'name'),
      email: trimmedFieldValue(form, 'email'),
      practice: trimmedFieldValue(form, 'practice'),
      topic: trimmedFieldValue(form, 'topic') as EnquiryTopic,
      message: trimmedFieldValue(form, 'message'),
      website: trimmedFieldValue(form, 'website'),
    }
    const missing = [
      ...fieldErrorWhere(written.name === '', 'name', missingWords.name),
      ...fieldErrorWhere(written.email === '', 'email', missingWords.email),
      ...fieldErrorWhere(!written.topic, 'topic', missingWords.topic),
      ...fieldErrorWhere(written.message === '', 'message', missingWords.message),
    ]
    await send(missing, async () => {
      const seconds = (performance.now() - openedAt.current) / 1000
      await api.enquiries.send({ key, ...written, seconds }, { context: await createCaptchaContext(ways) })
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
function usePageOpenedAt() {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return openedAt
}
