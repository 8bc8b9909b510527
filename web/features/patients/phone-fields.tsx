import { useState } from 'react'
import { phoneWarning, parsePhones, smsNumber } from '../../../contract/phone-number.ts'
import { TextField } from '../../ui/plain/text-field.tsx'

/** What is said of numbers as typed that no text message can reach; undefined where one takes them, or none is read. */
function writtenPhoneWarning(written: string): string | undefined {
  const read = parsePhones(written)
  if ('problem' in read) return undefined
  const takesTexts = read.phones.some(({ number }) => smsNumber(number) !== '')
  return takesTexts ? undefined : (phoneWarning(read.phones[0].number) ?? undefined)
}

type Detail = {
  id: string
  name: string
  defaultValue: string | undefined
  error: string | undefined
  autoComplete: string
}
type PhoneFieldsProps = {
  detail: (name: 'phone' | 'phoneNote' | 'otherPhone' | 'otherPhoneNote') => Detail
}

/** Two phones of somebody, each with a note of whose or where it is. */
export function PhoneFields({ detail }: PhoneFieldsProps) {
  return (
    <>
      <PhoneField phone={detail('phone')} note={detail('phoneNote')} label="Phone" />
      <PhoneField phone={detail('otherPhone')} note={detail('otherPhoneNote')} label="Another phone" />
    </>
  )
}

function PhoneField({ phone, note, label }: { phone: Detail; note: Detail; label: string }) {
  const [warning, setWarning] = useState(() => writtenPhoneWarning(phone.defaultValue ?? ''))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...phone}
        type="tel"
        label={label}
        optional
        hint={warning && `${warning}.`}
        maxLength={200}
        onBlur={(event) => setWarning(writtenPhoneWarning(event.target.value))}
      />
      <TextField
        {...note}
        label={`${label}: note`}
        optional
        dir="auto"
        placeholder="Mum, work, ext 21"
        maxLength={120}
      />
    </div>
  )
}
