import { Panel } from '../../ui/plain/panel.tsx'
import type { SectionProps } from './account-record.ts'
import { EmailRow } from './email-row.tsx'
import { PasswordRow } from './password-row.tsx'
import { PhoneRow } from './phone-row.tsx'

/** The first factors: what the person proves who they are with. */
export function SignInSection(props: SectionProps) {
  return (
    <Panel title="E-mail, password and phone" lead="Your sign-in details.">
      <div className="divide-y divide-line">
        <EmailRow {...props} />
        <PasswordRow {...props} />
        <PhoneRow {...props} />
      </div>
    </Panel>
  )
}
