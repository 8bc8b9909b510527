import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { EnquiryTopic } from '../../../contract/enquiries.ts'
import { enquiry_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { captchaContext, faultWhere, typed, useFormTask, useWays } from '../identity/index.ts'

type Topic = { value: string; label: string }
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
      ...faultWhere(written.name === '', 'name', 'Enter your name'),
      ...faultWhere(written.email === '', 'email', 'Enter your e-mail address'),
      ...faultWhere(!written.topic, 'topic', 'Choose what it is about'),
      ...faultWhere(written.message === '', 'message', 'Write your message'),
    ]
    await send(missing, async () => {
      const seconds = (performance.now() - openedAt.current) / 1000
      await api.enquiries.send({ key, ...written, seconds }, { context: await captchaContext(ways) })
      onSent(written.email)
    })
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="noscript:hidden">
      <ErrorSummary errors={problems} className="mb-6" />
      <div className="space-y-5">
        <TextField
          id="name"
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={120}
          error={errorOf(problems, 'name')}
        />
        <TextField
          id="email"
          name="email"
          type="email"
          label="E-mail address"
          hint="We answer there."
          autoComplete="email"
          error={errorOf(problems, 'email')}
        />
        <TextField
          id="practice"
          name="practice"
          label="Practice"
          optional
          autoComplete="organization"
          maxLength={160}
          error={errorOf(problems, 'practice')}
        />
        <SelectField
          id="topic"
          name="topic"
          label="What is it about?"
          empty="Choose one"
          defaultValue=""
          options={topics}
          error={errorOf(problems, 'topic')}
        />
        <TextareaField
          id="message"
          name="message"
          label="Your message"
          hint="Please write nothing about anybody’s health."
          rows={6}
          maxLength={enquiry_length_max}
          error={errorOf(problems, 'message')}
        />
      </div>
      <HiddenField />
      <Button type="submit" busy={busy} size="large" className="mt-7">
        Send
      </Button>
    </form>
  )
}

/** When the page was there for somebody to write on: it is drawn before it can be used. */
function useOpenedAt() {
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return openedAt
}

/** Nobody sees, hears or reaches it, so whoever fills it in is a program. */
const HiddenField = () => (
  <div aria-hidden className="sr-only">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
)
