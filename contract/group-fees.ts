import { z } from 'zod'
import {
  FeeFile,
  fee_import_bytes_max,
  FeeImport,
  feeImportRefusals,
  FeeListQuery,
  feeMissing,
  FeeRow,
  feeSaveRefusals,
  FeeSetting,
} from './fees.ts'
import { aborted, id, operation, paginated } from './kit.ts'
import { GroupUse } from './practice-groups.ts'

const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}

/** The fee list of a group: what treatments cost at its practices that take its fees and have set none of their own. */
export const groupFees = {
  list: operation({
    method: 'GET',
    path: '/api/group/fees',
    summary:
      'The group’s fee list: every template that its practices share with their fee of today and the next change',
    access: 'group',
    audit: null,
    input: FeeListQuery,
    /** Who takes the group's fees. */
    output: paginated(FeeRow).extend({ use: GroupUse }),
    example: { search: 'crown' },
  }),
  save: operation({
    method: 'PUT',
    path: '/api/group/templates/{templateId}/fee',
    summary: 'Set the group’s fee of a treatment from a day on; what applied before stays on record',
    access: 'group',
    audit: { done: 'group.fee_saved', refused: 'group.refused' },
    input: FeeSetting,
    output: FeeRow,
    refusals: { ...feeSaveRefusals, ...onlyGroupAdministrators },
    example: {
      templateId: ':sharedTemplateId',
      pricePence: 45_000,
      band: null,
      effectiveFrom: '2026-01-05',
    },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/group/fees/{feeId}',
    summary: 'End a fee of the group with the changes that were to come, or cancel one change to come',
    access: 'group',
    audit: { done: 'group.fee_removed', refused: 'group.refused' },
    input: z.object({ feeId: id }),
    output: FeeRow,
    refusals: { ...feeMissing, ...onlyGroupAdministrators },
    example: { feeId: ':groupFeeId' },
  }),
  import: operation({
    method: 'POST',
    path: '/api/group/fees/import',
    summary:
      'Take the group’s fees in from a CSV file, with what is wrong in each row; as a trial nothing is written',
    access: 'group',
    audit: { done: 'group.fees_imported', refused: 'group.refused' },
    bodyBytesMax: fee_import_bytes_max,
    input: FeeFile,
    output: FeeImport,
    refusals: { ...feeImportRefusals, ...onlyGroupAdministrators },
    example: { content: 'VHJlYXRtZW50LEZlZQpDcm93biw0NTAK', isTrial: true },
  }),
}
