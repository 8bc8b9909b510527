import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { platformClinicId } from './audit-schema.ts'
import type { AuditSearch } from './audit-search-store.ts'

/** The addresses of people on the staff whose name is like that; staff are known to a module below, injected. */
export type FindStaffEmails = (scope: ClinicScope | AdminScope, name: string) => Promise<string[]>

type AuditSearchInput = Omit<AuditSearch, 'emails'> & { who?: string | undefined }

/** What is asked for as it is searched by: the log of the platform by its number, and people by their addresses. */
export async function resolveAuditSearch(
  scope: ClinicScope | AdminScope,
  { who, clinicId, ...asked }: AuditSearchInput,
  findStaffEmails: FindStaffEmails,
): Promise<AuditSearch> {
  return {
    ...asked,
    clinicId: clinicId === 'platform' ? platformClinicId : clinicId,
    emails: who === undefined ? undefined : await resolveEmails(scope, who, findStaffEmails),
  }
}

/** Whole addresses are taken as they are: what somebody typed who was not let in stands in the log too. */
const resolveEmails = async (
  scope: ClinicScope | AdminScope,
  who: string,
  findStaffEmails: FindStaffEmails,
) => (who.includes('@') ? [who.toLowerCase()] : findStaffEmails(scope, who))
