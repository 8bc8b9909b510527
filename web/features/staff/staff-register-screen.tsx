import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import type { StaffEntry } from './staff-form-values.ts'
import { StaffForm } from './staff-form.tsx'

type StaffRegisterScreenProps = {
  listHref: string
  /** Goes on to what is told afterwards. */
  onInvited: (staffId: string) => Promise<void>
}

/** Puts somebody on the staff and sends them an invitation. */
export function StaffRegisterScreen({ listHref, onInvited }: StaffRegisterScreenProps) {
  const keyOf = useIdempotencyKey()

  async function invite(entry: StaffEntry) {
    const member = await api.staff.invite(entry, { context: { idempotencyKey: keyOf(entry) } })
    await onInvited(member.id)
  }
  return (
    <>
      <PageHeader
        title="Add to staff"
        lead="They get an invitation by e-mail and choose their own password."
        back={<BackLink href={listHref}>Staff</BackLink>}
        className="mb-6"
      />
      <StaffForm submitLabel="Send invitation" cancelHref={listHref} onSave={invite} />
    </>
  )
}
