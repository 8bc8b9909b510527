import { enquiry_length_max } from '../../../contract/limits.ts'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

export type Topic = { value: string; label: string }

/** What is said of a field that was left empty. */
export const missingWords = {
  name: 'Enter your name',
  email: 'Enter your e-mail address',
  topic: 'Choose a topic',
  message: 'Enter your message',
}

type ContactFieldsProps = { topics: readonly Topic[]; problems: readonly FieldProblem[] }

/** What is asked of somebody who writes to the platform; the same with and without a script. */
export function ContactFields({ topics, problems }: ContactFieldsProps) {
  return (
    <>
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
          hint="We will reply to this address."
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
          hint="Please do not include health details."
          rows={6}
          maxLength={enquiry_length_max}
          error={errorOf(problems, 'message')}
        />
      </div>
      <HoneypotField />
    </>
  )
}

/** Nobody sees, hears or reaches it, so whoever fills it in is a program. */
const HoneypotField = () => (
  <div aria-hidden className="sr-only">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" name="website" tabIndex={-1} autoComplete="off" />
  </div>
)
